import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { stringifyJson } from './numbers/stringify-json.js';
import { parseYaml } from './parse-yaml.js';
import { readPlainYaml } from './read-plain-yaml.js';

const scenarios = fileURLToPath(new URL('../../../scenarios/', import.meta.url));

/** Nine levels of nine aliases each. */
const explosive = [
  'a0: &a0 x',
  ...Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`)}]`),
].join('\n');

it('parses most scenario files, with the same result as the full YAML parser', { tags: 'slow' }, () => {
  const names = readdirSync(scenarios, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name));
  const texts = names.map((name) => readFileSync(`${scenarios}${name}`, 'utf8'));
  const plain = texts.filter((text) => readPlainYaml(text) !== undefined);
  expect(plain.length).toBeGreaterThan(names.length * 0.8);
  // The other parser is slow, so the test uses every sixth text.
  const sample = plain.filter((_text, index) => index % 6 === 0);
  for (const text of sample) expect(readPlainYaml(text)?.value).toEqual(parse(text));
});

it.each([
  ['an alias without an anchor', 'a: [*one]'],
  ['an alias that contains itself', 'a: &one\n  b: *one'],
  ['an exponential alias expansion', explosive],
  ['a merge key', 'a: {<<: {b: 1}}'],
  ['a tag', 'a: !!binary aGk='],
  ['a directive', '%YAML 1.1\n---\na: yes'],
  ['a second document', 'a: 1\n---\nb: 2'],
  ['an explicit key', '? a\n: 1'],
  ['a number with underscores', 'a: 1_000'],
  ['a binary number', 'a: 0b11'],
  ['a number without a leading digit', 'a: -.5'],
  ['malformed YAML', 'a: [1'],
  ['a duplicate key', 'a: 1\na: 2'],
])('leaves %s to the full YAML parser', (_what, text) => {
  expect(readPlainYaml(text)).toBeUndefined();
});

it.each([
  'a: &one [1]\nb: *one\nc: {d: *one}',
  'a: agg_E-07_2026-01-13',
  'a: 0o17',
  'a: 017',
  'a: 0x1F',
  'a: 1e3',
  'a: .inf',
  'a: -0.5',
  'a: ~',
  'a: Null',
  'a: yes',
  'a: True',
  'a: 2026-01-15',
  'a: 12:30:45',
  'a: "\\u263a"',
  'a: |\n  x\n  y\nb: >\n  x\n  y\n',
  '1: a\ntrue: b\n',
  "a: 'it''s'",
  'a: x # comment',
  '- - 1\n  - 2\n- {a: , b: }',
  'a: +1',
  'a: 1.',
  'a: 0x',
  '',
  'a',
  '__proto__: 1',
])('parses %j like the full YAML parser', (text) => {
  expect(readPlainYaml(text)?.value).toEqual(parse(text));
});

it.each(['', '---\n'])('keeps the digits of long numbers after %j', (start) => {
  const text = `${start}a: [123456789012345678901, -9007199254740993, 12345678901234567.89, 0x1F, "9007199254740993"]`;
  const digits = '{"a":[123456789012345678901,-9007199254740993,12345678901234567.89,31,"9007199254740993"]}';
  expect(stringifyJson(parseYaml('file.yaml', text))).toBe(digits);
});
