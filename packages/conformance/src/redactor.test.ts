import { expect, it } from 'vitest';
import { createRedactor } from './redactor.js';

it('redacts secrets by field name, then by value wherever they reappear', () => {
  const redactor = createRedactor(['from-the-environment']);
  expect(
    redactor.headers({ Authorization: 'Bearer ab.cd-0123', 'x-api-key': 'k', 'content-type': 'text/plain' }),
  ).toEqual({ Authorization: 'Bearer [redacted]', 'x-api-key': '[redacted]', 'content-type': 'text/plain' });
  expect(redactor.text('{"client_secret": "a\\"b", "clientSecret":"c", "status": "ok"}')).toBe(
    '{"client_secret": "[redacted]", "clientSecret":"[redacted]", "status": "ok"}',
  );
  expect(redactor.text('grant_type=x&client_secret=abc&scope=y')).toBe('grant_type=x&client_secret=[redacted]&scope=y');
  expect(redactor.text('http://h/u?expires=1&signature=0f0f&x=2')).toBe(
    'http://h/u?expires=1&signature=[redacted]&x=2',
  );
  expect(redactor.text('saw ab.cd-0123 and from-the-environment')).toBe('saw [redacted] and [redacted]');
  expect(redactor.value({ deep: ['ab.cd-0123', 7] })).toEqual({ deep: ['[redacted]', 7] });
});

it('does not treat an ordinary word as a secret', () => {
  const redactor = createRedactor();
  redactor.headers({ authorization: 'Bearer invalid' });
  expect(redactor.text('the job is invalid')).toBe('the job is invalid');
});

it('rejects a secret of fewer than 8 characters', () => {
  expect(() => createRedactor(['a'])).toThrow(RangeError);
  expect(() => createRedactor(['1234567'])).toThrow('at least 8 characters');
});

it('does not redact the outcome, workflow id and rule id of a run', () => {
  const result = {
    outcome: 'failed-x',
    workflowId: 'failed-x',
    findings: [{ ruleId: 'failed-x', message: 'saw failed-x' }],
  };
  expect(createRedactor(['failed-x']).known(result)).toEqual({
    outcome: 'failed-x',
    workflowId: 'failed-x',
    findings: [{ ruleId: 'failed-x', message: 'saw [redacted]' }],
  });
});

it('redacts secrets in header names, and in property names and values of findings', () => {
  const redactor = createRedactor(['Canary-of-1']);
  expect(redactor.headers({ 'x-echo-canary-of-1': '1' })).toEqual({ 'x-echo-[redacted]': '1' });
  const finding = {
    ruleId: 'x',
    expected: { state: ['Canary-of-1'] },
    actual: { 'Canary-of-1': { kind: 'Canary-of-1' } },
  };
  expect(redactor.known({ state: 'Canary-of-1', findings: [finding] })).toEqual({
    state: 'Canary-of-1',
    findings: [{ ruleId: 'x', expected: { state: ['[redacted]'] }, actual: { '[redacted]': { kind: '[redacted]' } } }],
  });
});

it.each([
  '--b\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\nVALUE-123\r\n--b--',
  '--b\nContent-Disposition: form-data; name=password; filename=a\nContent-Type: text/plain\n\nVALUE-123\n--b--',
  '<password type="x">VALUE-123</password>',
  '<s:password><![CDATA[VALUE-123]]></s:password>',
  '<client id="1" clientSecret="VALUE-123"/>',
  "<client clientSecret = 'VALUE-123'/>",
  '{"name":"client_secret","value":"VALUE-123"}',
  '[{"value":"VALUE-123","key":"apiKey"}]',
  'Key eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.VALUE-123-and-so-on is not known',
])('redacts the secret in %j', (text) => {
  const shown = createRedactor().text(text);
  expect(shown).not.toContain('VALUE');
  expect(shown).toContain('[redacted]');
});

it('redacts the signature of a known token even without the rest of the token', () => {
  const redactor = createRedactor();
  redactor.headers({ authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sIgNaTuRe-0123456789' });
  expect(redactor.text('signature sIgNaTuRe-0123456789 is not valid')).toBe('signature [redacted] is not valid');
});

it.each([
  '{"next_page_token":"CAUQAA1234567890abc","continuationToken":"bz1Q9wKx7rT4pLm9","nextToken":"a1B2c3D4e5F6g7H8"}',
  '{"token_type":"Bearer","expires_in":3600,"token_endpoint":"https://a.test/token","max_tokens":100}',
  '{"id":"Zq1xKw7rT7919pLm9v","etag":"\\"33a64df551425fcc55e4d42a148795d9f25f89d4\\"","cursor":"eyJpZCI6NDJ9"}',
  '{"author":"Ada Lovelace 1815","authority":"a.test","authorized":"2026-01-01T00:00:00Z","oauth":"none","auth":"basic"}',
  '{"key":"customer-name","code":"not_found","session":"morning","password_policy":"strong","secret_name":"db"}',
  '{"commit":"da39a3ee5e6b4b0d3255bfef95601890afd80709","uuid":"6f1c2b40-03fc-472c-9386-d5469e9f1b41"}',
  '?page_token=bz1Q9wKx7rT4pLm9&sort=key&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  'password: must have at least 8 characters',
])('does not redact %j, which is not a secret', (text) => {
  expect(createRedactor().text(text)).toBe(text);
});

it('redacts values issued by a sign-in, and the fields named in the configuration', () => {
  const redactor = createRedactor([], { names: ['X-Tenant-Seal'], isNumbered: true });
  const issued = 'Zq1xKw7rT7919pLm9v';
  redactor.issued({
    ...{ method: 'POST', url: 'https://a.test/v1/login', requestBody: '{"password":"x"}' },
    responseBody: `{"user":{"id":"a8f7e6d5c4b3a2910f"},"ticket":"${issued}"}`,
  });
  expect(redactor.text(`/things/${issued}/a8f7e6d5c4b3a2910f`)).toBe('/things/redacted-1/a8f7e6d5c4b3a2910f');
  expect(redactor.headers({ 'x-tenant-seal': 'blue' })).toEqual({ 'x-tenant-seal': 'redacted-2' });
  expect(redactor.text('{"x-tenant-seal":"green"}')).toBe('{"x-tenant-seal":"redacted-3"}');
});

it('replaces a cookie by the same numbered placeholder in set-cookie and cookie headers', () => {
  const redactor = createRedactor([], { isNumbered: true });
  expect(redactor.text('{"user":"ada","password":"hunter2"}')).toBe('{"user":"ada","password":"redacted-1"}');
  expect(redactor.headers({ 'set-cookie': 'sid=Zq1xKw7rT79; Path=/; Max-Age=60' })).toEqual({
    'set-cookie': 'sid=redacted-2; Path=/; Max-Age=60',
  });
  expect(redactor.headers({ cookie: 'theme=dark; sid=Zq1xKw7rT79' })).toEqual({
    cookie: 'theme=redacted-3; sid=redacted-2',
  });
});

it.each([
  `content-disposition:${';name=token '.repeat(75_000)}`,
  `{"token":"${'\\'.repeat(900_000)}`,
  `token${'=3D'.repeat(300_000)}`,
  'token=3D'.repeat(112_000),
  `<token>${':token>'.repeat(128_000)}`,
  `${':token a '.repeat(100_000)}`,
  '<token><![CDATA['.repeat(56_000),
  '"token":['.repeat(100_000),
  '"token":{"value":"'.repeat(50_000),
  'token=\'token="'.repeat(64_000),
  'eyJaaaaaa.eyJ.'.repeat(64_000),
  'SG.aaaaaaaaaaaaaaaa.'.repeat(45_000),
])('redacts adversarial content in less than 6 seconds of CPU time (case %#)', (text) => {
  const { user } = process.cpuUsage();
  createRedactor().text(text);
  expect((process.cpuUsage().user - user) / 1000).toBeLessThan(6000);
});
