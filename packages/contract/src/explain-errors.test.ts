import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createContract, createErrorFinding, type Finding, type JsonSchema } from './index.js';

function validate(schema: JsonSchema, value: unknown, others: Record<string, JsonSchema> = {}): Finding[] {
  const info = { title: 'Test', version: '1' };
  return createContract('test', {
    openapi: '3.1.0',
    info,
    components: { schemas: { A: schema, ...others } },
  }).validator('A')(value);
}

const finding = (rule: string, ...facts: [message: string, pointer: string, details?: Partial<Finding>]): Finding =>
  createErrorFinding(`schema/${rule}`, ...facts);

const cases: { schema: JsonSchema; value: unknown; finding: Omit<Finding, 'severity'> }[] = parse(
  readFileSync(new URL('./refused-values.yaml', import.meta.url), 'utf8'),
);
test.each(cases)('the schema $schema rejects $value', ({ schema, value, finding }) => {
  expect(validate(schema, value)).toEqual([{ severity: 'error', ...finding, ruleId: `schema/${finding.ruleId}` }]);
});

test('reports errors of the oneOf alternative that a const property selects, even behind a $ref', () => {
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

test('combines type alternatives into one finding, and ignores the null alternative for an object', () => {
  expect(validate({ anyOf: [{ type: 'string' }, { type: 'array' }] }, 1)).toEqual([
    finding('type', 'The value must be a string or an array, but is 1.', '', {
      expected: ['string', 'array'],
      actual: 1,
    }),
  ]);
  const nullable = { anyOf: [{ type: 'object', required: ['a'] }, { type: 'null' }] };
  expect(validate(nullable, {})).toEqual([finding('required', '/a is required, but missing.', '/a')]);
});

test('reports a value that matches two oneOf alternatives', () => {
  expect(validate({ oneOf: [{ type: 'number' }, { type: 'integer' }] }, 1)).toEqual([
    finding('one-of', 'The value matches more than one of its 2 alternatives; it must match one.', ''),
  ]);
});

test('reports errors inside and outside anyOf', () => {
  const schema = {
    required: ['b'],
    anyOf: [{ required: ['a'] }, { properties: { c: { type: 'string' } }, required: ['c', 'd'] }],
  };
  expect(validate(schema, {}).map(({ pointer }) => pointer)).toEqual(['/a', '/b']);
});

test('reports all errors of a value, up to 100', () => {
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

test('reports only the first error of a very large value', () => {
  expect(
    validate(
      { items: { type: 'string' } },
      Array.from({ length: 30_000 }, () => 1),
    ),
  ).toHaveLength(1);
});

test('truncates long actual values', () => {
  const [found] = validate({ type: 'integer' }, 'x'.repeat(10_000));
  expect(found?.message).toBe(`The value must be an integer, but is "${'x'.repeat(60)}…".`);
  expect(found?.actual).toBe(`${'x'.repeat(200)}…`);
});

test('rejects 1e999, which JSON.parse reads as Infinity', () => {
  expect(validate({ type: 'number' }, JSON.parse('1e999'))).toMatchObject([{ ruleId: 'schema/type', pointer: '' }]);
  expect(validate({ type: 'number' }, 1e300)).toEqual([]);
});

test('validates with a recursive schema without changing the value', () => {
  const tree = { properties: { next: { $ref: '#/components/schemas/A' }, size: { type: 'integer', default: 1 } } };
  const value = { next: { next: { size: 'x' } } };
  expect(validate(tree, value)).toMatchObject([{ pointer: '/next/next/size' }]);
  expect(value).toEqual({ next: { next: { size: 'x' } } });
});
