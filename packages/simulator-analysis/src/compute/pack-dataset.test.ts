import { expect, it } from 'vitest';
import type { DatasetShape } from '../service.js';
import { packDataset, unpackDataset } from './pack-dataset.js';

const shape: DatasetShape = { idKey: 'id', recordsKey: 'entries', recordIdKey: 'entryId', dateKey: 'day' };

it.each([[{}], [{ customerId: 'C' }]])('gives back the dataset that was packed, with %j', (more) => {
  const records = ['2026-01-05', '2026-01-05', '2026-01-09'].map((day, index) => ({ entryId: `é${index}`, day }));
  const dataset = { datasetId: 'd1', ...more, records };
  const packed = packDataset(dataset, shape);
  expect(packed).toEqual({
    datasetId: 'd1',
    ...more,
    text: JSON.stringify(records),
    summary: {
      startDate: '2026-01-05',
      endDate: '2026-01-09',
      intervalGranularity: 'D',
      numberOfIntervalsWithRecords: 2,
      numberOfIntervalsWithoutRecords: 3,
      numberOfIntervalsTotal: 5,
    },
  });
  expect(unpackDataset(packed)).toEqual(dataset);
});
