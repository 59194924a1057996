import { describe, expect, it } from 'vitest';
import { inventoryContract } from './inventory-service.js';
import { dataset, prediction, sale, training } from './testing/bodies.js';
import { inventories } from './testing/inventories.js';

const start = inventories();
const summary = (startDate: string, endDate: string, numberOfIntervalsWithRecords: number, total: number) => ({
  startDate,
  endDate,
  intervalGranularity: 'D',
  numberOfIntervalsWithRecords,
  numberOfIntervalsWithoutRecords: total - numberOfIntervalsWithRecords,
  numberOfIntervalsTotal: total,
});
const tenDays = { datasets: [dataset('d1', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), dataset('d2', 1)] };
const unknown = { status: 400, body: expect.objectContaining({ code: 'DATASET_NOT_FOUND' }) };

describe('the summary of a dataset', () => {
  it('counts days, not records, whatever the order they came in', async () => {
    const inventory = await start();
    const transactions = [
      sale('a', '2026-03-01'),
      sale('b', '2026-02-27'),
      sale('c', '2024-02-29'),
      sale('d', '2026-02-27'),
    ];
    await inventory.upload({ datasets: [{ datasetId: 'd1', transactions }] });
    expect((await inventory.send('GET /io/data/d1')).body).toEqual(summary('2024-02-29', '2026-03-01', 3, 732));
    await inventory.upload({ datasets: [{ datasetId: 'd1', transactions: [sale('c', '2026-02-28')] }] });
    expect((await inventory.send('GET /io/data/d1')).body).toEqual(summary('2026-02-27', '2026-03-01', 3, 3));
  });

  it('is also given for a header, which a path overrules', async () => {
    const inventory = await start();
    await inventory.upload(tenDays);
    const headers = { datasetId: 'd2' };
    expect((await inventory.send('GET /io/data', { headers })).body).toEqual(summary('2026-01-01', '2026-01-01', 1, 1));
    expect((await inventory.send('GET /io/data/d1', { headers })).body.numberOfIntervalsTotal).toBe(10);
    expect(await inventory.send('GET /io/data', { headers: { datasetId: 'd3' } })).toEqual(unknown);
    expect((await inventory.send('GET /io/data', { headers: { datasetId: '' } })).status).toBe(400);
    expect(await inventory.send('GET /io/data/d3')).toEqual(unknown);
  });
});

describe('a deletion', () => {
  it.each([
    [
      '?fromDate=2026-01-06&toDate=2026-01-05',
      '/query/fromDate 2026-01-06 lies after /query/toDate 2026-01-05; swap them or leave one out',
    ],
    ['?fromDate=soon', expect.stringContaining('fromDate')],
    ['?fromDate=', expect.stringContaining('fromDate')],
    ['?toDate=2026-02-30', expect.stringContaining('toDate')],
  ])('%s is refused and deletes nothing', async (query, message) => {
    const inventory = await start();
    await inventory.upload(tenDays);
    const { status, body } = await inventory.send(`DELETE /io/data/d1${query}`);
    expect([status, body.code, body.message]).toEqual([400, 'BAD_REQUEST', message]);
    expect((await inventory.send('GET /io/data/d1')).body.numberOfIntervalsWithRecords).toBe(10);
  });

  it('of an unknown dataset is a job that ends invalid', async () => {
    const inventory = await start();
    const { status, datasetsStatus } = await inventory.run('DELETE /io/data/d1&toDate=2026-01-05', undefined);
    expect([status, datasetsStatus[0]]).toEqual([
      'invalid',
      {
        datasetId: 'd1&toDate=2026-01-05',
        status: 'invalid',
        message: { code: 'DATASET_NOT_FOUND', message: 'There is no such dataset; upload it first' },
      },
    ]);
  });

  it('of everything takes the model along, of a part it does not; results stay', async () => {
    const inventory = await start();
    await inventory.upload(tenDays);
    await inventory.run('POST /io/start_trainer', training('d1', 'd2'));
    const { jobId } = await inventory.run('POST /io/create_prediction', prediction('d1', 'd2'));
    const before = await inventory.send('GET /io/results', { jobId });
    await inventory.send('DELETE /io/data/d1?toDate=2026-01-05');
    await inventory.send('DELETE /io/data/d2');
    expect(Object.keys(await inventory.stored('models'))).toEqual(['d1']);
    await inventory.upload(tenDays);
    const { datasetsStatus } = await inventory.run('POST /io/create_prediction', prediction('d1', 'd2'));
    expect(datasetsStatus.map((entry: { message: { code: string } }) => entry.message.code)).toEqual([
      'SUCCESS',
      'MODEL_NOT_FOUND',
    ]);
    expect(before.body.results).toHaveLength(2);
    expect(await inventory.send('GET /io/results', { jobId })).toEqual(before);
  });

  it('ignores a body and a header datasetId, and calls no webhook', async () => {
    const inventory = await start();
    await inventory.upload(tenDays);
    const body = { webhook: { webhookUrl: 'http://understudy.local/_sim/inbox/deletions' } };
    await inventory.send('DELETE /io/data/d1', { body, headers: { datasetId: 'd2' } });
    expect((await inventory.send('GET /io/data')).body.datasetIds).toEqual(['d2']);
    expect((await inventory.control('GET /_sim/inbox/deletions/messages')).body.count).toBe(0);
  });
});

describe('jobs of one dataset', () => {
  it('run in the order of acceptance: upload, deletion, upload without waiting', async () => {
    const inventory = await start({ progression: 'manual' });
    const [first, second] = [await inventory.presign(), await inventory.presign()];
    await inventory.put(first.url, { datasets: [dataset('d1', 1, 2, 3)] });
    const deletion = (await inventory.send('DELETE /io/data/d1')).body.jobId;
    await inventory.put(second.url, { datasets: [dataset('d1', 9)] });
    for (const jobId of [second.jobId, deletion]) await inventory.control(`POST /_sim/jobs/${jobId}/complete`);
    expect(await inventory.send('GET /io/data/d1')).toEqual(unknown);
    await inventory.control(`POST /_sim/jobs/${first.jobId}/complete`);
    expect((await inventory.send('GET /io/data/d1')).body).toEqual(summary('2026-01-09', '2026-01-09', 1, 1));
    for (const jobId of [first.jobId, deletion, second.jobId]) {
      expect((await inventory.status(jobId)).status).toBe('success');
    }
  });

  it('of two tenants do not wait for each other', async () => {
    const inventory = await start({ progression: 'manual' });
    const mine = await inventory.upload({ datasets: [dataset('d1', 1)] }, { tenantId: 'mine' });
    const yours = await inventory.upload({ datasets: [dataset('d1', 2)] }, { tenantId: 'yours' });
    await inventory.control(`POST /_sim/jobs/${yours}/complete`);
    expect((await inventory.status(yours, 'yours')).status).toBe('success');
    expect((await inventory.status(mine, 'mine')).status).toBe('inProgress');
  });
});

describe('the list of datasets', () => {
  it('is checked in a time that grows with its length, not with the square of it', () => {
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
