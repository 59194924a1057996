import { expect, test } from 'vitest';
import { createErrorFinding, decodeBody } from './index.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const json = (text: string): unknown => decodeBody(bytes(text), 'application/json; charset=utf-8');
const refusal = (rule: string, message: string, details: object): unknown => ({
  finding: createErrorFinding(`body/${rule}`, message, '/body', details),
});

test('decodes JSON, even with a byte order mark, a +json type or duplicate keys', () => {
  expect(json('{"a": [1, null]}')).toEqual({ value: { a: [1, null] } });
  expect(decodeBody(bytes('\ufeff{"a": 1, "a": 2}'), 'application/problem+json')).toEqual({ value: { a: 2 } });
});

test('decodes an empty body to undefined', () => {
  expect(decodeBody(new Uint8Array(), 'application/json')).toEqual({ value: undefined });
});

test('decodes text and XML to strings, and keeps other types as bytes', () => {
  expect(decodeBody(bytes('<a>é</a>'), 'application/xml')).toEqual({ value: '<a>é</a>' });
  expect(decodeBody(bytes('a'), 'text/plain')).toEqual({ value: 'a' });
  expect(decodeBody(bytes('a'), 'application/pdf')).toEqual({ value: bytes('a') });
  expect(decodeBody(bytes('a'), '')).toEqual({ value: bytes('a') });
});

test('decodes a form to name-value pairs in their original order', () => {
  const decoded = decodeBody(bytes('b=1+2&a=%C3%A9&b=&c'), 'application/x-www-form-urlencoded');
  expect(decoded).toEqual({
    value: [
      ['b', '1 2'],
      ['a', 'é'],
      ['b', ''],
      ['c', ''],
    ],
  });
});

test('reports the field of a malformed form without its value', () => {
  const message = 'The form field "secret" is not percent-encoded UTF-8.';
  expect(decodeBody(bytes('a=1&secret=%zz'), 'application/x-www-form-urlencoded')).toEqual(
    refusal('malformed-form', message, { expected: 'percent-encoded UTF-8' }),
  );
});

test.each([
  [[0x22, 0xff, 0x22], 1, '0xff'],
  [[0x22, 0xc3, 0x28, 0x22], 1, '0xc3'],
  [[0x22, 0xc3, 0xa9, 0xed, 0xa0, 0x80, 0x22], 3, '0xed'],
  [[0x22, 0xf0, 0x9f, 0x98], 1, '0xf0'],
  [[0x22, 0xc0, 0xaf, 0x22], 1, '0xc0'],
])('reports the offset of invalid UTF-8 in %j', (content, offset, byte) => {
  const message = `The body is not UTF-8: byte ${byte} at offset ${offset} does not fit.`;
  const expected = refusal('broken-utf-8', message, { expected: 'UTF-8', actual: byte });
  expect(decodeBody(new Uint8Array(content), 'application/json')).toEqual(expected);
});

test.each([
  ['{"a": 1\n  "b": 2}', 2, 3, '"," or "}"', '"', '"\\""'],
  ['{"a": }', 1, 7, 'a value', '}', '"}"'],
  ['[1, 2', 1, 6, '"," or "]"', 'end of text', 'the end of the text'],
  ['[1,]', 1, 4, 'a value', ']', '"]"'],
  ['{a: 1}', 1, 2, 'a property name in double quotes or "}"', 'a', '"a"'],
  ['{"a": 1,}', 1, 9, 'a property name in double quotes', '}', '"}"'],
  ['{"a" 1}', 1, 6, '":"', '1', '"1"'],
  ['"a\nb"', 1, 3, 'the end of the string', '\n', '"\\n"'],
  ['{} {}', 1, 4, 'the end of the text', '{', '"{"'],
  ['NaN', 1, 1, 'a value', 'N', '"N"'],
  ['01', 1, 2, 'the end of the text', '1', '"1"'],
  ['   ', 1, 4, 'a value', 'end of text', 'the end of the text'],
])('reports the line and column of malformed JSON %j', (text, line, column, expected, actual, found) => {
  const place = `line ${line}, column ${column}`;
  const message = `The body is not valid JSON: ${place}: expected ${expected}, but found ${found}.`;
  expect(json(text)).toEqual(refusal('malformed-json', message, { expected, actual }));
});

test('rejects JSON nested too deeply, ignoring brackets in strings', () => {
  expect(json(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toMatchObject({ finding: { ruleId: 'body/too-deep' } });
  expect(json('['.repeat(100_000))).toMatchObject({ finding: { ruleId: 'body/malformed-json' } });
  expect(json(JSON.stringify('['.repeat(1000)))).toEqual({ value: '['.repeat(1000) });
});
