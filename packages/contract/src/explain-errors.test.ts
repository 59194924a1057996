import { expect, test } from 'vitest';
import { createContract, type Finding, type JsonSchema } from './index.js';

function validate(schema: JsonSchema, value: unknown, others: Record<string, JsonSchema> = {}): Finding[] {
  const info = { title: 'Test', version: '1' };
  return createContract('test', {
    openapi: '3.1.0',
    info,
    components: { schemas: { A: schema, ...others } },
  }).validator('A')(value);
}

const finding = (rule: string, message: string, pointer: string, details: Partial<Finding> = {}): Finding => ({
  ruleId: `schema/${rule}`,
  severity: 'error',
  message,
  pointer,
  ...details,
});

test.each<[JsonSchema, unknown, Finding]>([
  [
    { type: 'integer' },
    '1',
    finding('type', 'The value must be an integer, but is "1".', '', { expected: 'integer', actual: '1' }),
  ],
  [
    { type: ['string', 'null'] },
    [],
    finding('type', 'The value must be a string or null, but is an empty array.', '', {
      expected: ['string', 'null'],
      actual: [],
    }),
  ],
  [
    { properties: { abcDriver: { enum: ['profit', 'revenue', 'quantity'] } } },
    { abcDriver: 'margin' },
    finding('enum', '/abcDriver must be one of profit, revenue, quantity, but is "margin".', '/abcDriver', {
      expected: ['profit', 'revenue', 'quantity'],
      actual: 'margin',
    }),
  ],
  [{ const: 'a' }, 'b', finding('const', 'The value must be "a", but is "b".', '', { expected: 'a', actual: 'b' })],
  [
    { items: { format: 'date' } },
    ['2026-02-30'],
    finding('format', '/0 must be a date (YYYY-MM-DD), but is "2026-02-30".', '/0', {
      expected: 'date',
      actual: '2026-02-30',
    }),
  ],
  [
    { pattern: '^a$' },
    'b',
    finding('pattern', 'The value must match ^a$, but is "b".', '', { expected: '^a$', actual: 'b' }),
  ],
  [
    { minLength: 2 },
    'b',
    finding('min-length', 'The value must have at least 2 characters, but is "b".', '', { expected: 2, actual: 'b' }),
  ],
  [{ maximum: 2 }, 3, finding('maximum', 'The value must be at most 2, but is 3.', '', { expected: 2, actual: 3 })],
  [
    { minItems: 2 },
    [1],
    finding('min-items', 'The value must have at least 2 items, but is an array of 1 item.', '', {
      expected: 2,
      actual: [1],
    }),
  ],
  [{ required: ['a/b'] }, {}, finding('required', '/a~1b is required, but missing.', '/a~1b')],
  [
    { properties: { a: {} }, additionalProperties: false },
    { b: 1 },
    finding('undocumented-property', '/b is not documented; documented are a.', '/b', { expected: ['a'], actual: 1 }),
  ],
  [
    { uniqueItems: true },
    [1, 2, 1],
    finding('unique-items', 'The value must not repeat an item, but items 0 and 2 are equal.', ''),
  ],
  [{ not: { type: 'string' } }, 'a', finding('not', 'The value has a form that is excluded.', '', { actual: 'a' })],
  [{ properties: { a: false } }, { a: 1 }, finding('not-allowed', '/a is not allowed here.', '/a', { actual: 1 })],
  [
    { propertyNames: { pattern: '^a' } },
    { b: 1 },
    finding('property-names', '/b is not an allowed property name.', '/b', { actual: 'b' }),
  ],
  [
    { contains: { const: 1 } },
    [2, 3],
    finding('contains', 'The value must contain at least 1 item of the documented kind.', ''),
  ],
  [
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { if: { required: ['a'] }, then: { required: ['b'] } },
    { a: 1 },
    finding('required', '/b is required, but missing.', '/b'),
  ],
])('%j refuses %j', (schema, value, expected) => {
  expect(validate(schema, value)).toEqual([expected]);
});

test('of several alternatives the one that was meant is explained, also behind a $ref', () => {
  const others = {
    Cat: { properties: { kind: { const: 'cat' }, lives: { type: 'integer' } }, required: ['kind', 'lives'] },
    Dog: { properties: { kind: { const: 'dog' }, name: { type: 'string' } }, required: ['kind', 'name'] },
  };
  const schema = { items: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] } };
  expect(validate(schema, [{ kind: 'dog', name: 1 }], others)).toEqual([
    finding('type', '/0/name must be a string, but is 1.', '/0/name', { expected: 'string', actual: 1 }),
  ]);
  expect(validate(schema, [{ kind: 'cow' }], others)).toEqual([
    finding('enum', '/0/kind must be one of cat, dog, but is "cow".', '/0/kind', {
      expected: ['cat', 'dog'],
      actual: 'cow',
    }),
  ]);
});

test('alternatives of other types are one finding; a null beside an object is not mentioned when an object was sent', () => {
  expect(validate({ anyOf: [{ type: 'string' }, { type: 'array' }] }, 1)).toEqual([
    finding('type', 'The value must be a string or an array, but is 1.', '', {
      expected: ['string', 'array'],
      actual: 1,
    }),
  ]);
  const nullable = { anyOf: [{ type: 'object', required: ['a'] }, { type: 'null' }] };
  expect(validate(nullable, {})).toEqual([finding('required', '/a is required, but missing.', '/a')]);
});

test('a value that matches two alternatives of a oneOf is told so', () => {
  expect(validate({ oneOf: [{ type: 'number' }, { type: 'integer' }] }, 1)).toEqual([
    finding('one-of', 'The value matches more than one of its 2 alternatives; it must match one.', ''),
  ]);
});

test('errors beside alternatives stay', () => {
  const schema = {
    required: ['b'],
    anyOf: [{ required: ['a'] }, { properties: { c: { type: 'string' } }, required: ['c', 'd'] }],
  };
  expect(validate(schema, {}).map(({ pointer }) => pointer)).toEqual(['/a', '/b']);
});

test('all errors of an instance are reported, at most a hundred', () => {
  const schema = { items: { type: 'string' } };
  expect(validate(schema, [1, 'a', 2]).map(({ pointer }) => pointer)).toEqual(['/0', '/2']);
  const found = validate(
    schema,
    Array.from({ length: 150 }, () => 1),
  );
  expect(found).toHaveLength(101);
  expect(found.at(-1)).toEqual({
    ruleId: 'schema/more',
    severity: 'info',
    message: '50 more disagreements are not listed.',
    pointer: '',
  });
});

test('of a very large instance the first error is reported', () => {
  expect(
    validate(
      { items: { type: 'string' } },
      Array.from({ length: 30_000 }, () => 1),
    ),
  ).toHaveLength(1);
});

test('actual values are cut', () => {
  const [found] = validate({ type: 'integer' }, 'x'.repeat(10_000));
  expect(found?.message).toBe(`The value must be an integer, but is "${'x'.repeat(60)}…".`);
  expect(found?.actual).toBe(`${'x'.repeat(200)}…`);
});

test('recursive schemas work; validating changes nothing', () => {
  const tree = { properties: { next: { $ref: '#/components/schemas/A' }, size: { type: 'integer', default: 1 } } };
  const value = { next: { next: { size: 'x' } } };
  expect(validate(tree, value)).toMatchObject([{ pointer: '/next/next/size' }]);
  expect(value).toEqual({ next: { next: { size: 'x' } } });
});
