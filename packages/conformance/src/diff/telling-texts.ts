import { matchesPattern } from '@understudy/contract';
import { generateSync } from 'json-schema-faker';
import type { SchemaView } from './schema-views.js';
import { numberOf } from './telling-numbers.js';

type Keywords = Pick<SchemaView, 'all'>;

const longest = 100_000;

/** Sample strings for each format. */
const samples: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-01-15'],
  'date-time': ['2026-01-15T10:00:00Z', '2026-01-15T10:00:00.5+02:00'],
  time: ['10:00:00Z'],
  duration: ['P1D'],
  email: ['ada@example.com'],
  'idn-email': ['ada@example.com'],
  hostname: ['example.com'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1'],
  uri: ['https://example.com/a', 'urn:a:b'],
  'uri-reference': ['/a/b', 'https://example.com/a'],
  'uri-template': ['/a/{b}', 'https://example.com/a'],
  url: ['https://example.com/a'],
  uuid: ['00000000-0000-4000-8000-000000000001'],
  'json-pointer': ['/a/b'],
  regex: ['a+'],
  byte: ['YQ=='],
};
const ordinary = [
  'text',
  '',
  ' ',
  'a',
  'A',
  '0',
  '12',
  '-1',
  '1.5',
  'true',
  'A1',
  'a-b_c',
  'ä',
  'a b',
  '/',
  '\n',
  'null',
];

/** Returns a simple string that satisfies the keywords of a schema. */
export function createText(view: Keywords): string {
  const [least, most] = [numberOf(view, 'minLength', Math.max, 0), numberOf(view, 'maxLength', Math.min, Infinity)];
  const formats = valuesOf(view, 'format');
  for (const [at, pattern] of valuesOf(view, 'pattern').entries()) {
    const text = textsOf(pattern, { least, most })[0];
    if (text !== undefined && (at > 0 || text.length <= most)) return text;
  }
  const [sample] = formats.flatMap((format) => samples[format] ?? []);
  return sample ?? fit('text', least, most);
}

/** Returns strings of a view that another view might not allow. */
export function otherTexts(view: Keywords, hints: readonly Keywords[]): string[] {
  const [least, most] = [numberOf(view, 'minLength', Math.max, 0), numberOf(view, 'maxLength', Math.min, Infinity)];
  const lengths = [
    ...[least, most],
    ...hints.flatMap((hint) => [
      numberOf(hint, 'minLength', Math.max, 0) - 1,
      numberOf(hint, 'maxLength', Math.min, Infinity) + 1,
    ]),
  ].filter((length) => length >= least && length <= Math.min(most, longest));
  const patterns = [view, ...hints].flatMap((each) => valuesOf(each, 'pattern'));
  const formats = [view, ...hints].flatMap((each) => valuesOf(each, 'format'));
  const known = formats.flatMap((format) => samples[format] ?? []);
  const written = patterns.flatMap((pattern) => [
    ...textsOf(pattern, { least, most }),
    ...lengths.flatMap((length) => textsOf(pattern, { least: length, most: length }).slice(0, 2)),
  ]);
  // A pattern without anchors allows characters before and after the match.
  const around = written.slice(0, 4).flatMap((text) => [`x${text}`, `${text}x`]);
  const sized = lengths.map((length) => fit('text', length, length));
  // Samples of all formats show whether a string without a format or pattern is restricted by the other schema.
  const isFree = valuesOf(view, 'format').length === 0 && valuesOf(view, 'pattern').length === 0;
  const all = Object.values(samples).flat();
  return [
    ...new Set([...sized, ...written, ...around, ...known, ...ordinary, ...(isFree && formats.length > 0 ? all : [])]),
  ];
}

function valuesOf({ all }: Keywords, name: string): string[] {
  return (all.get(name) ?? []).map(String);
}

function fit(text: string, least: number, most: number): string {
  return text.padEnd(Math.min(least, longest), 'x').slice(0, Math.min(most, longest));
}

/** Returns different strings that match a regular expression. */
function textsOf(pattern: string, { least, most }: { least: number; most: number }): string[] {
  // Padding is faster than generating long strings, and most patterns allow any suffix.
  const padded = generate(pattern, {}).map((text) => text.padEnd(least, 'x'));
  const fits = (text: string) => text.length >= least && text.length <= most;
  const texts = padded.filter((text) => fits(text) && matchesPattern(pattern, text));
  const { minLength, maxLength } = { minLength: least, maxLength: most };
  const lengths = { ...(least > 0 ? { minLength } : {}), ...(Number.isFinite(most) ? { maxLength } : {}) };
  const all = texts.length > 0 ? texts : generate(pattern, lengths).filter(fits);
  return all.sort((one, other) => one.length - other.length);
}

function generate(pattern: string, lengths: object): string[] {
  const texts = new Set<string>();
  for (let seed = 1; seed <= 12; seed += 1) {
    try {
      const text = generateSync({ type: 'string', pattern, ...lengths }, { seed });
      if (typeof text === 'string') texts.add(text);
    } catch {
      return [...texts];
    }
  }
  return [...texts];
}
