import { describe, expect, it } from 'vitest';
import type { StoredDataset } from '../entities.js';
import type { DatasetShape } from '../service.js';
import { deleteRecords } from './delete-records.js';

const shape: DatasetShape = { idKey: 'id', recordsKey: 'entries', recordIdKey: 'entryId', dateKey: 'day' };
const record = (day: string) => ({ entryId: `of-${day}`, day });
const days = ['0000-01-01', '2026-01-04', '2026-01-05', '2026-01-05', '2026-01-06', '9999-12-31'];
const dataset: StoredDataset = { datasetId: 'd1', customerId: 'c1', records: days.map(record) };

describe('deleteRecords', () => {
  it.each([
    ['neither date', {}, []],
    ['fromDate', { fromDate: '2026-01-05' }, ['0000-01-01', '2026-01-04']],
    ['toDate', { toDate: '2026-01-05' }, ['2026-01-06', '9999-12-31']],
    [
      'both dates',
      { fromDate: '2026-01-05', toDate: '2026-01-05' },
      ['0000-01-01', '2026-01-04', '2026-01-06', '9999-12-31'],
    ],
    ['a span without records', { fromDate: '2026-02-01', toDate: '2026-03-01' }, days],
  ])('with %s leaves what lies outside, both dates included', (_what, span, left) => {
    expect(deleteRecords({ datasetId: 'd1', dataset, ...span }, shape)).toEqual({
      datasets: [{ datasetId: 'd1', status: 'success', code: 'SUCCESS', message: 'The dataset was processed' }],
      remaining: { datasetId: 'd1', customerId: 'c1', records: left.map(record) },
    });
  });

  it('of an unknown dataset is invalid', () => {
    expect(deleteRecords({ datasetId: 'constructor' }, shape)).toEqual({
      datasets: [
        {
          datasetId: 'constructor',
          status: 'invalid',
          code: 'DATASET_NOT_FOUND',
          message: 'There is no such dataset; upload it first',
        },
      ],
    });
  });
});
