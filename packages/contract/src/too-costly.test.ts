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
