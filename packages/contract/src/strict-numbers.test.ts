import { describe, expect, it } from 'vitest';
import { createContract } from './create-contract.js';

describe('numbers', () => {
  it('are finite: 1e999, which JSON.parse reads as infinite, is refused', () => {
    const contract = createContract('t', {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {},
      components: { schemas: { Amount: { type: 'number' } } },
    });
    expect(contract.validator('Amount')(JSON.parse('1e999'))).toMatchObject([{ ruleId: 'schema/type', pointer: '' }]);
    expect(contract.validator('Amount')(1e300)).toEqual([]);
  });
});
