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

it('takes an answer that it cannot judge in time for a right one', () => {
  const schema = { $ref: '#/components/schemas/Text' };
  const responses = { '200': { description: 'OK', content: { 'application/json': { schema } } } };
  const paths = { '/a': { get: { operationId: 'get', responses } } };
  const schemas = { Text: { type: 'string', pattern: '^(a+)+$' } };
  const [operation] = createContract(
    'slow',
    { ...document, paths, components: { schemas } },
    undefined,
    20,
  ).operations.values();
  const answer = { status: 200, headers: {}, mediaType: 'application/json', empty: false };
  const rules = (body: string) => operation?.validateResponse({ ...answer, body }).map(({ ruleId }) => ruleId);
  expect([rules(`${'a'.repeat(40)}!`), rules('b')]).toEqual([[], ['response/body-pattern']]);
});
