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

it('validates with a schema whose compilation exceeds the validation time limit', () => {
  const validate = createContract('costly', document, undefined, 50).validator('Wide');
  for (const value of ['b', 'b', 'b']) expect(validate({ member1: value })).toHaveLength(1);
  expect(validate({ member1: 'a' })).toEqual([]);
});

it('validates with a valid schema of a description that also contains invalid schemas', () => {
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

it('accepts a response that it cannot validate in time', () => {
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

it('gives up on exponential recursion, but still validates large values', () => {
  const self = { $ref: '#/components/schemas/Tree' };
  const branch = (name: string) => ({ properties: { below: self, [name]: { type: 'string' } }, required: [name] });
  for (const Tree of [
    { anyOf: [branch('one'), branch('two')] },
    // Without alternatives: both keywords look at the same member.
    { properties: { below: self }, patternProperties: { '^b': self } },
  ]) {
    const validate = createContract('trees', { ...document, components: { schemas: { Tree } } }).validator('Tree');
    let deep: object = {};
    for (let level = 0; level < 60; level += 1) deep = { below: deep };
    expect(validate(deep)).toMatchObject([
      { ruleId: expect.stringContaining('too-costly'), message: expect.stringContaining('too many steps') },
    ]);
    // The next value begins anew.
    expect(validate({ one: 'a', below: { one: 'b' } })).toEqual([]);
  }
  const List = { type: 'array', items: { $ref: '#/components/schemas/Item' } };
  const schemas = {
    List,
    Item: { type: 'object', properties: { id: { $ref: '#/components/schemas/Id' } } },
    Id: { type: 'integer' },
  };
  const validate = createContract('lists', { ...document, components: { schemas } }).validator('List');
  const items = Array.from({ length: 200_000 }, (_, id) => ({ id }));
  expect(validate(items)).toEqual([]);
  expect(validate([...items, { id: 'a' }])).toHaveLength(1);
});
