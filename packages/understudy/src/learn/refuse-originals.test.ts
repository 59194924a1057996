import { expect, it } from 'vitest';
import { RecordingCleaner } from './recording-cleaner.js';
import { refuseOriginals } from './refuse-originals.js';

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
