import { expect, it } from 'vitest';
import { createRedactor } from './redactor.js';

it('takes secrets out by place, then by value wherever they turn up again', () => {
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

it('does not take an ordinary word for a secret', () => {
  const redactor = createRedactor();
  redactor.headers({ authorization: 'Bearer invalid' });
  expect(redactor.text('the job is invalid')).toBe('the job is invalid');
});

it('refuses a secret that cannot be told from a word', () => {
  expect(() => createRedactor(['a'])).toThrow(RangeError);
  expect(() => createRedactor(['1234567'])).toThrow('at least 8 characters');
});

it('replaces nothing that the run says itself', () => {
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

it('takes secrets out of names, and of what came from outside however it names its fields', () => {
  const redactor = createRedactor(['Secret-of-1']);
  expect(redactor.headers({ 'x-echo-secret-of-1': '1' })).toEqual({ 'x-echo-[redacted]': '1' });
  const finding = {
    ruleId: 'x',
    expected: { state: ['Secret-of-1'] },
    actual: { 'Secret-of-1': { kind: 'Secret-of-1' } },
  };
  expect(redactor.known({ state: 'Secret-of-1', findings: [finding] })).toEqual({
    state: 'Secret-of-1',
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
])('finds the secret in %j', (text) => {
  const shown = createRedactor().text(text);
  expect(shown).not.toContain('VALUE');
  expect(shown).toContain('[redacted]');
});

it('takes the signature of a token for a secret of its own', () => {
  const redactor = createRedactor();
  redactor.headers({ authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sIgNaTuRe-0123456789' });
  expect(redactor.text('signature sIgNaTuRe-0123456789 is not valid')).toBe('signature [redacted] is not valid');
});
