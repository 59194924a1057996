import type { Subject } from './subject.js';

export const hex = '0123456789abcdef';

/** Letters drawn from a set. */
export const drawn = (s: Subject, set: string, count: number) =>
  Array.from({ length: count }, () => s.pick([...set])).join('');

export function uuidOf(s: Subject): string {
  const parts = [
    drawn(s, hex, 8),
    drawn(s, hex, 4),
    `4${drawn(s, hex, 3)}`,
    `${s.pick([...'89ab'])}${drawn(s, hex, 3)}`,
  ];
  return [...parts, drawn(s, hex, 12)].join('-');
}

/** Texts of formats that decide a value whatever its name is. */
export const formats: Readonly<Record<string, (subject: Subject, name: string) => string>> = {
  uuid: uuidOf,
  guid: uuidOf,
  email: (s) => s.person.email,
  'idn-email': (s) => s.person.email,
  hostname: (s) => s.company.domain,
  'idn-hostname': (s) => s.company.domain,
  domain: (s) => s.company.domain,
  ipv4: (s) => `192.0.2.${s.whole(1, 254)}`,
  ip: (s) => `192.0.2.${s.whole(1, 254)}`,
  ipv6: (s) => `2001:db8::${drawn(s, hex, 4)}`,
  cidr: (s) => `10.${s.whole(0, 200)}.0.0/16`,
  mac: (s) => Array.from({ length: 6 }, () => drawn(s, hex, 2)).join(':'),
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
  'hex-color': (s) => `#${drawn(s, hex, 6)}`,
  locale: (s) => `${s.city.language}-${s.city.code}`,
  currency: (s) => s.city.currency,
  'iso-4217': (s) => s.city.currency,
  int64: (s) => s.fill('6########'),
  int32: (s) => s.fill('####').replace(/^0/, '1'),
};
