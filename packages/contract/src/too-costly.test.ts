import { expect, it } from 'vitest';
import { createContract } from './create-contract.js';

const names = Array.from({ length: 300 }, (_, index) => `member${index}`);
const alternatives = names.map((name) => ({
  type: 'object',
  required: [name],
  properties: { [name]: { pattern: '^(a+)+$' } },
}));
const document = {
  openapi: '3.1.0',
  info: { title: 'Costly', version: '1' },
  components: { schemas: { Wide: { anyOf: alternatives } } },
};

it('still judges by a schema that takes longer to compile than a value may take', () => {
  const validate = createContract('costly', document, undefined, 50).validator('Wide');
  for (const value of ['b', 'b', 'b']) expect(validate({ member1: value })).toHaveLength(1);
  expect(validate({ member1: 'a' })).toEqual([]);
});

it('judges by schemas that were compiled along with one that cannot be', () => {
  const broken = { properties: { b: { $ref: '#/components/schemas/B' }, bad: { dependentRequired: { a: 5 } } } };
  const schemas = {
    A: broken,
    B: { properties: { a: { $ref: '#/components/schemas/A' } } },
    C: { required: ['name'], properties: { name: { type: 'string' } } },
  };
  const told: string[] = [];
  const contract = createContract('broken', { ...document, components: { schemas } }, ({ message }) =>
    told.push(message),
  );
  expect(['A', 'B', 'C'].map((name) => contract.validator(name)({ a: {}, name: 1 }).length)).toEqual([0, 0, 1]);
  expect(told).toHaveLength(2);
});
