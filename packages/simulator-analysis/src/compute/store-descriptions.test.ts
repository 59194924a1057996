import type { Finding } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { storeDescriptions } from './merge-upload.js';

const missing: Finding = { ruleId: 'schema/required', severity: 'error', message: '/id is required.', pointer: '/id' };
const validators = { dataset: (item: unknown) => (Object(item).id === undefined ? [missing] : []), webhook: () => [] };
const keep = (datasets: unknown) => storeDescriptions({ body: { datasets } }, { idKey: 'id' }, validators);
const success = (datasetId: string) => expect.objectContaining({ datasetId, status: 'success' });
const invalid = (datasetId: string) => expect.objectContaining({ datasetId, status: 'invalid' });

describe('dataset descriptions', () => {
  it('are stored per dataset, and dropped if they are not strings', () => {
    const described = { id: 'd1', customerId: 'C', description: 'Hourly paid', more: 'x' };
    expect(keep([described, { id: 'd2', customerId: null, description: 7 }, { ...described }])).toEqual({
      datasets: [success('d1'), success('d2')],
      descriptions: [{ datasetId: 'd1', customerId: 'C', description: 'Hourly paid' }, { datasetId: 'd2' }],
    });
  });

  it('are invalid if they lack a dataset id or contradict each other, without affecting others', () => {
    expect(keep([{}, { id: 'd1', description: 'a' }, { id: 'd1', description: 'b' }, { id: 'd2' }])).toEqual({
      datasets: [invalid('datasets/0'), invalid('d1'), success('d2')],
      descriptions: [{ datasetId: 'd2' }],
    });
  });

  it.each([[[]], ['d1'], [undefined]])('are rejected as a whole if datasets is %j', (datasets) => {
    expect(keep(datasets)).toEqual({ fault: 'datasets must be a non-empty array', datasets: [], descriptions: [] });
  });
});
