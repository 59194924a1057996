import type { FakeSubject } from './subject.js';

export const hexDigits = '0123456789abcdef';

export function drawLetters(s: FakeSubject, set: string, count: number): string {
  const letters = [...set];
  let text = '';
  for (let index = 0; index < count; index += 1) text += s.pick(letters);
  return text;
}

export function generateUuid(s: FakeSubject): string {
  const parts = [
    drawLetters(s, hexDigits, 8),
    drawLetters(s, hexDigits, 4),
    `4${drawLetters(s, hexDigits, 3)}`,
    `${s.pick([...'89ab'])}${drawLetters(s, hexDigits, 3)}`,
  ];
  return [...parts, drawLetters(s, hexDigits, 12)].join('-');
}

/** Generators for formats that determine a string regardless of its name. */
export const formatGenerators: Readonly<Record<string, (subject: FakeSubject, name: string) => string>> = {
  uuid: generateUuid,
  guid: generateUuid,
  email: (s) => s.person.email,
  'idn-email': (s) => s.person.email,
  hostname: (s) => s.company.domain,
  'idn-hostname': (s) => s.company.domain,
  domain: (s) => s.company.domain,
  ipv4: (s) => `192.0.2.${s.whole(1, 254)}`,
  ip: (s) => `192.0.2.${s.whole(1, 254)}`,
  ipv6: (s) => `2001:db8::${drawLetters(s, hexDigits, 4)}`,
  cidr: (s) => `10.${s.whole(0, 200)}.0.0/16`,
  mac: (s) => Array.from({ length: 6 }, () => drawLetters(s, hexDigits, 2)).join(':'),
  time: (s) => s.at(0.5).toISOString().slice(11),
  duration: (s) => `PT${s.pick([15, 30, 45, 90])}M`,
  'uri-reference': (_s, name) => `/${encodeURIComponent(name)}`,
  'iri-reference': (_s, name) => `/${encodeURIComponent(name)}`,
  'uri-template': (_s, name) => `/${encodeURIComponent(name)}/{id}`,
  'json-pointer': (_s, name) => `/${name.replace(/[~/]/g, '')}`,
  'relative-json-pointer': () => '0',
  regex: () => '.*',
  byte: (s) => Buffer.from(s.company.name).toString('base64'),
  base64: (s) => Buffer.from(s.company.name).toString('base64'),
  decimal: (s) => s.money.toFixed(2),
  'country-code': (s) => s.city.code,
  'hex-color': (s) => `#${drawLetters(s, hexDigits, 6)}`,
  locale: (s) => `${s.city.language}-${s.city.code}`,
  currency: (s) => s.city.currency,
  'iso-4217': (s) => s.city.currency,
  int64: (s) => s.fill('6########'),
  int32: (s) => s.fill('####').replace(/^0/, '1'),
};
