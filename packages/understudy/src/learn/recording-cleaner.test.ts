import { PlantedSecrets } from '@understudy/contract/testing';
import { expect, it } from 'vitest';
import { RecordingCleaner, refuseOriginals } from './recording-cleaner.js';

const cleanRecording = (entries: Parameters<RecordingCleaner['clean']>[0]) => new RecordingCleaner().clean(entries);

const body = {
  ...{ lastName: 'Virtanen', phone: '+358 40 123 4567', email: 'maija@firma.fi', dob: '1985-03-07', zip: '13100' },
  ...{ card: '4111 1111 1111 1111', username: 'maijav', passport_number: 'X1234567', token: 'Zq1xKw7rT7919pLm9v' },
};

function cleanerOf(value: object) {
  const cleaner = new RecordingCleaner();
  const [entry] = cleaner.clean([
    {
      ...{ index: 0, method: 'POST', url: 'https://a.test/things', status: 200 },
      ...{ requestHeaders: { 'content-type': 'application/json' }, responseHeaders: {} },
      requestBody: Buffer.from(JSON.stringify(value)),
    },
  ]);
  return { cleaner, cleaned: Buffer.from(entry?.requestBody ?? []).toString('utf8') };
}

it('removes hundreds of secrets in every encoding', () => {
  const planted = new PlantedSecrets();
  const requests = planted.requests(10);
  const entries = requests.map(({ url, headers, body }, index) => ({
    ...{ index, method: 'POST', url: `https://a.test/things${url}`, status: 200, responseHeaders: {} },
    requestHeaders: { ...headers },
    ...(body === '' ? {} : { requestBody: Buffer.from(body) }),
  }));
  const told = cleanRecording(entries)
    .map(({ requestBody = [], ...rest }) => JSON.stringify(rest) + Buffer.from(requestBody).toString('utf8'))
    .join('\n');
  expect(requests.length).toBeGreaterThan(600);
  expect(planted.leaks(told)).toEqual([]);
});

it('replaces each of many signed tokens with a different one', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const entries = Array.from({ length: 40 }, (_none, index) => ({
    ...{ index, method: 'POST', url: 'https://a.test/token', status: 200, requestHeaders: {} },
    responseHeaders: { 'content-type': 'application/json' },
    responseBody: Buffer.from(
      JSON.stringify({ access_token: `${part({ alg: 'none' })}.${part({ sub: index })}.${'x'.repeat(43)}` }),
    ),
  }));
  const cleaned = cleanRecording(entries).map(({ responseBody = [] }) => Buffer.from(responseBody).toString('utf8'));
  expect(cleaned.filter((text) => !/"redacted-\d+\.jwt\.[\w-]+"/.test(text))).toEqual([]);
});

it.each([
  ['a name', 'Virtanen', 'lastName "Vi…"'],
  ['a name in capitals', 'VIRTANEN', 'lastName "VI…"'],
  ['a phone number in another format', '0401234567', 'phone "04…"'],
  ['an email in a query', '?q=maija%40firma.fi', 'email "ma…"'],
  ['a name in base64', Buffer.from('{"by":"Virtanen"}').toString('base64'), 'lastName "Vi…"'],
  ['a birth date', '1985-03-07', 'dob "19…"'],
  ['a postcode', '13100', 'zip "13…"'],
  ['a card number', '4111111111111111', 'card "41…"'],
  ['a user name', 'getMaijav', 'username'],
  ['a passport number', 'x1234567', 'passport_number "x1…"'],
  ['a secret', 'Zq1xKw7rT7919pLm9v', 'a secret'],
])('rejects files with %s', (_what, original, message) => {
  const { cleaner, cleaned } = cleanerOf(body);
  const files = new Map([
    ['openapi.yaml', cleaned],
    ['seed.json', `{\n  "a": "${original}"\n}`],
  ]);
  expect(() => refuseOriginals(cleaner, files)).toThrow(`Nothing was written`);
  expect(() => refuseOriginals(cleaner, files)).toThrow(`seed.json:2: ${message}`);
});

it('rejects a file with personal data in its name', () => {
  const { cleaner } = cleanerOf(body);
  const files = new Map([['scenarios/maijav.arazzo.yaml', '']]);
  expect(() => refuseOriginals(cleaner, files)).toThrow('scenarios/maijav.arazzo.yaml:0: username');
});

it('accepts files that contain only replacement values', () => {
  const { cleaner, cleaned } = cleanerOf(body);
  expect(() => refuseOriginals(cleaner, new Map([['seed.json', cleaned]]))).not.toThrow();
});
