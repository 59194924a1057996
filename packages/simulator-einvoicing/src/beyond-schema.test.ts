import { fileURLToPath } from 'node:url';
import { loadYaml } from '@understudy/contract';
import { expect, it } from 'vitest';
import { einvoicingContract } from './einvoicing-contract.js';

interface BeyondSchema {
  readonly rules: readonly { readonly id: string; readonly says: string }[];
  readonly operations: readonly string[];
  readonly status: readonly number[];
}

it('names operations that there are, which document what breaking a rule is answered with', async () => {
  const file = fileURLToPath(new URL('../../../specs/einvoicing/beyond-schema.yaml', import.meta.url));
  const { rules, operations, status } = (await loadYaml(file)) as BeyondSchema;
  const ids = rules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(operations).size).toBe(operations.length);
  const undocumented = operations.filter((id) => {
    const statuses = einvoicingContract.operations.get(id)?.statuses ?? [];
    return !status.some((code) => statuses.includes(String(code)));
  });
  expect(undocumented).toEqual([]);
});
