import { expect, test } from 'vitest';
import {
  cloneJson,
  compareNumbers,
  compileSchema,
  containsExactNumber,
  decodeBody,
  type JsonSchema,
  parseJson,
  patchJson,
  queryJson,
  readNumber,
  stringifyJson,
} from '../index.js';

test.for([
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '123456789012345678901234567890',
  '12345678901234567.89',
  '-0.1234567890123456789',
])('%s keeps all its digits when parsed and stringified', (digits) => {
  const text = `{"n":${digits},"list":[${digits},1.5],"text":"\\"${digits}"}`;
  const value = parseJson(text);
  expect(stringifyJson(value)).toBe(text);
  expect(stringifyJson(cloneJson(value))).toBe(text);
  expect(JSON.parse(stringifyJson(value, 2))).toEqual(JSON.parse(text));
  expect(stringifyJson(value, 2)).toBe(
    `{\n  "n": ${digits},\n  "list": [\n    ${digits},\n    1.5\n  ],\n  "text": "\\"${digits}"\n}`,
  );
});

test.for([
  '0',
  '-1.5',
  '9007199254740992',
  '1234567890123456800',
  '0.1000000000000000000',
  '0.30000000000000004',
  '24.938379000000001',
  '1e300',
  '100000000000000000000000',
])('%s is parsed to a plain number, because a double can represent it', (text) => {
  expect(readNumber(text)).toBe(Number(text));
  expect(parseJson(`[${text}]`)).toEqual([Number(text)]);
});

test('different spellings of an integer are parsed to the same value', () => {
  for (const text of ['9007199254740993', '9007199254740993.0', '9.007199254740993e15', '09007199254740993.00'])
    expect(readNumber(text)).toBe(9007199254740993n);
});

test('a string that looks like a number stays a string, even after an escaped quote', () => {
  const text = String.raw`{"a\\":"9007199254740993","b":"\\\"9007199254740993\\","c":9007199254740993}`;
  expect(parseJson(text)).toEqual({ 'a\\': '9007199254740993', b: '\\"9007199254740993\\', c: 9007199254740993n });
});

test('a property named __proto__ stays an own property', () => {
  const value = parseJson('{"__proto__":{"n":9007199254740993}}');
  expect(Object.keys(Object(value))).toEqual(['__proto__']);
  expect(stringifyJson(value)).toBe('{"__proto__":{"n":9007199254740993}}');
});

test('a number outside the range of a double becomes Infinity, and a very long one is rounded', () => {
  expect(readNumber(`1${'0'.repeat(400)}`)).toBe(Number.POSITIVE_INFINITY);
  expect(readNumber(`0.${'3'.repeat(2000)}`)).toBe(1 / 3);
});

test('numbers are compared exactly', () => {
  const sorted = ['-9007199254740993', '0.5', '9007199254740992', '9007199254740992.5', '9007199254740993', '1e300'];
  const numbers = sorted.map(readNumber);
  expect([...numbers].reverse().sort(compareNumbers)).toEqual(numbers);
});

const schema = (properties: Record<string, JsonSchema>) => compileSchema({ type: 'object', properties }, 'body/');

test.for<[JsonSchema, string, string[]]>([
  [{ type: 'integer', format: 'int64' }, '9223372036854775807', []],
  [{ type: 'integer', format: 'int64' }, '-9223372036854775808', []],
  [{ type: 'integer', format: 'int64' }, '9223372036854775808', ['/n must be a 64-bit integer']],
  [{ type: 'integer', format: 'int64' }, '-9223372036854775809', ['/n must be a 64-bit integer']],
  [{ type: 'integer', format: 'int64' }, '1e19', ['/n must be a 64-bit integer']],
  [{ type: 'integer', format: 'int32' }, '9007199254740993', ['/n must be a 32-bit integer']],
  [{ type: 'integer' }, '9007199254740993.5', ['/n must be an integer']],
  [{ type: 'string' }, '9007199254740993', ['/n must be a string']],
  [{ type: 'object' }, '0.1234567890123456789', ['/n must be an object']],
  [{ maximum: 9007199254740993n }, '9007199254740993', []],
  [{ maximum: 9007199254740993n }, '9007199254740994', ['/n must be at most 9007199254740993']],
  [{ minimum: 9007199254740993n }, '9007199254740992', ['/n must be at least 9007199254740993']],
  [{ exclusiveMaximum: 9007199254740994 }, '9007199254740993', []],
  [{ exclusiveMaximum: 9007199254740992 }, '9007199254740993', ['/n must be less than 9007199254740992']],
  [{ multipleOf: 3 }, '9007199254740993', []],
  [{ multipleOf: 2 }, '9007199254740993', ['/n must be a multiple of 2']],
  [{ multipleOf: 0.01 }, '0.07', []],
  [{ multipleOf: 0.01 }, '90071992547409.93', []],
  [{ multipleOf: 0.01 }, '0.071', ['/n must be a multiple of 0.01']],
  [{ enum: [9007199254740993n] }, '9007199254740993', []],
  [{ enum: [9007199254740993n] }, '9007199254740995', ['/n must be 9007199254740993']],
  [{ const: 9007199254740993n }, '9007199254740992', ['/n must be 9007199254740993']],
  [{ enum: [{ id: 9007199254740993n }] }, '{"id":9007199254740993}', []],
  [{ not: { type: 'integer' } }, '9007199254740993', ['/n has a form that is excluded']],
  [{ oneOf: [{ type: 'string' }, { type: 'integer', minimum: 0 }] }, '9007199254740993', []],
  [{ oneOf: [{ type: 'string' }, { type: 'integer', minimum: 0 }] }, '-9007199254740993', ['/n must be at least 0']],
  [{ type: 'array', uniqueItems: true }, '[9007199254740993,9007199254740995]', []],
  [{ type: 'array', uniqueItems: true }, '[9007199254740993,9007199254740993]', ['/n must not repeat an item']],
])('the schema %o validates %s with the errors %o', ([fact, value, expected]) => {
  const findings = schema({ n: fact })(parseJson(`{"n":${value}}`), '');
  expect(findings.map(({ message }) => message.replace(/,? but .*$/, '').replace(/\.$/, ''))).toEqual(expected);
});

test('validation reports all digits of an invalid value, and keeps those of a valid one', () => {
  const check = schema({ id: { type: 'integer', maximum: 5 }, size: { default: 'small' } });
  const [finding] = check(parseJson('{"id":9007199254740993}'), '');
  expect(finding).toMatchObject({ actual: 9007199254740993n, message: expect.stringContaining('9007199254740993') });
  const valid = parseJson('{"id":1,"big":9007199254740993}');
  expect(check(valid, '')).toEqual([]);
  expect(valid).toEqual({ id: 1, big: 9007199254740993n, size: 'small' });
});

test('JSONPath compares exact numbers with literals and with each other', () => {
  const value = parseJson('[{"id":9007199254740992},{"id":9007199254740993},{"id":9007199254740993.5},{"id":"x"}]');
  const found = (path: string) => queryJson(path, value).map(({ location }) => location[0]);
  expect(found('$[?@.id == 9007199254740993]')).toEqual([1]);
  expect(found('$[?@.id != 9007199254740993]')).toEqual([0, 2, 3]);
  expect(found('$[?@.id > 9007199254740992]')).toEqual([1, 2]);
  expect(found('$[?@.id <= 9007199254740993]')).toEqual([0, 1]);
  expect(found('$[?@.id == $[1].id]')).toEqual([1]);
});

test('stringifyJson applies a replacer function to objects that contain exact numbers', () => {
  const mask = (name: string, value: unknown) => (name === 'secret' ? '***' : value);
  const value = parseJson('{"id":9007199254740993,"secret":"x","list":[{"secret":9007199254740995}]}');
  expect(stringifyJson(value, mask)).toBe('{"id":9007199254740993,"secret":"***","list":[{"secret":"***"}]}');
});

test('a JSON Patch copies and tests all digits', () => {
  const value = parseJson('{"id":9007199254740993,"other":1}');
  const patch = (digits: string) =>
    parseJson<object[]>(`[{"op":"test","path":"/id","value":${digits}},{"op":"copy","from":"/id","path":"/other"}]`);
  expect(patchJson(patch('9007199254740993'), value)).toEqual({ id: 9007199254740993n, other: 9007199254740993n });
  expect(() => patchJson(patch('9007199254740992'), value)).toThrow();
});

test('a JSON body keeps the digits of its numbers', () => {
  const decoded = decodeBody(new TextEncoder().encode('{"id":9007199254740993}'), 'application/json');
  expect(decoded).toEqual({ value: { id: 9007199254740993n } });
  expect(containsExactNumber(decoded)).toBe(true);
});
