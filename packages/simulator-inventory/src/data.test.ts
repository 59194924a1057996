import { describe, expect, it } from 'vitest';
import { inventoryContract } from './inventory-service.js';
import { createDataset, createPredictionBody, createTrainingBody } from './testing/bodies.js';
import { useInventoryDriver } from './testing/use-inventory-driver.js';

const start = useInventoryDriver();
const summary = (startDate: string, endDate: string, numberOfIntervalsWithRecords: number, total: number) => ({
  startDate,
  endDate,
  intervalGranularity: 'D',
  numberOfIntervalsWithRecords,
  numberOfIntervalsWithoutRecords: total - numberOfIntervalsWithRecords,
  numberOfIntervalsTotal: total,
});
const tenDays = { datasets: [createDataset('d1', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), createDataset('d2', 1)] };
const unknown = { status: 400, body: expect.objectContaining({ code: 'DATASET_NOT_FOUND' }) };

describe('a deletion of data', () => {
  it('removes the model if all data is deleted, but never the results', async () => {
    const inventory = await start();
    await inventory.upload(tenDays);
    await inventory.run('POST /io/start_trainer', createTrainingBody('d1', 'd2'));
    const { jobId } = await inventory.run('POST /io/create_prediction', createPredictionBody('d1', 'd2'));
    const before = await inventory.send('GET /io/results', { jobId });
    await inventory.send('DELETE /io/data/d1?toDate=2026-01-05');
    await inventory.send('DELETE /io/data/d2');
    expect(Object.keys(await inventory.stored('models'))).toEqual(['d1']);
    await inventory.upload(tenDays);
    const { datasetsStatus } = await inventory.run('POST /io/create_prediction', createPredictionBody('d1', 'd2'));
    expect(datasetsStatus.map((entry: { message: { code: string } }) => entry.message.code)).toEqual([
      'SUCCESS',
      'MODEL_NOT_FOUND',
    ]);
    expect(before.body.results).toHaveLength(2);
    expect(await inventory.send('GET /io/results', { jobId })).toEqual(before);
  });
});

describe('jobs for the same dataset', () => {
  it('run in the order in which they were accepted', async () => {
    const inventory = await start({ progression: 'manual' });
    const [first, second] = [await inventory.presign(), await inventory.presign()];
    await inventory.put(first.url, { datasets: [createDataset('d1', 1, 2, 3)] });
    const deletion = (await inventory.send('DELETE /io/data/d1')).body.jobId;
    await inventory.put(second.url, { datasets: [createDataset('d1', 9)] });
    for (const jobId of [second.jobId, deletion]) await inventory.control(`POST /_sim/jobs/${jobId}/complete`);
    expect(await inventory.send('GET /io/data/d1')).toEqual(unknown);
    await inventory.control(`POST /_sim/jobs/${first.jobId}/complete`);
    expect((await inventory.send('GET /io/data/d1')).body).toEqual(summary('2026-01-09', '2026-01-09', 1, 1));
    for (const jobId of [first.jobId, deletion, second.jobId]) {
      expect((await inventory.status(jobId)).status).toBe('success');
    }
  });
});

describe('the list of datasets', () => {
  it('is validated in linear, not quadratic time', () => {
    const validate = inventoryContract.validator('DatasetList');
    const seconds = (count: number) => {
      const datasetIds = Array.from({ length: count }, (_, index) => `dataset-${index}`);
      const before = process.cpuUsage().user;
      expect(validate({ countOfDatasets: count, datasetIds })).toEqual([]);
      return (process.cpuUsage().user - before) / 1e6;
    };
    seconds(100);
    // Comparing each with each takes two seconds for 20000.
    expect(seconds(20_000)).toBeLessThan(0.5);
    expect(validate({ countOfDatasets: 2, datasetIds: ['a', 'a'] })).not.toEqual([]);
  });
});
