import { describe, expect, it } from 'vitest';
import { dataset, invalid, sale, success } from './testing/bodies.js';
import { inventories } from './testing/inventories.js';

const start = inventories();
const utf8 = new TextEncoder();

describe('an upload of bytes', () => {
  it.each([
    ['an array', '[]', 'Request body must be a JSON object'],
    [
      'text',
      'datasetId;quantity',
      'Request body is not valid JSON: line 1, column 1: expected a value, but found "d".',
    ],
    ['deep JSON', '['.repeat(300) + ']'.repeat(300), 'Request body is nested deeper than 256 levels.'],
  ])('that holds %s is taken, and its job is invalid', async (_what, text, cause) => {
    const inventory = await start();
    const { url, jobId } = await inventory.presign();
    expect((await inventory.put(url, text)).status).toBe(200);
    expect(await inventory.status(jobId)).toEqual({
      status: 'invalid',
      message: `Upload job failed. ${cause}`,
      datasetsStatus: [],
    });
  });

  it('that are no UTF-8 is taken, and its job is invalid', async () => {
    const inventory = await start();
    const { url, jobId } = await inventory.presign();
    const bytes = Uint8Array.from([...utf8.encode('{"datasets":"'), 0xff, ...utf8.encode('"}')]);
    const response = await inventory.simulators.fetch(url, { method: 'PUT', body: bytes });
    expect(response.status).toBe(200);
    expect((await inventory.status(jobId)).message).toBe(
      'Upload job failed. Request body is not UTF-8: byte 0xff at offset 13 does not fit.',
    );
  });
});

describe('a partly invalid upload', () => {
  it('stores nothing of an upload with an invalid dataset, and says so of the valid ones (analysis.gap.partial-invalid)', async () => {
    const inventory = await start();
    await inventory.upload({ datasets: [dataset('old', 1, 3)] });
    const before = await inventory.stored('datasets');
    const faulty = { datasetId: 'old', transactions: [sale('new', '2026-01-09'), sale('worse', '2026-13-09')] };
    const jobId = await inventory.upload({ datasets: [faulty, dataset('fresh', 5)] });
    const message = '/transactions/1/departureDate must be a date (YYYY-MM-DD), but is "2026-13-09"';
    expect(await inventory.status(jobId)).toEqual({
      status: 'invalid',
      message: `Upload job finished with invalid datasets. Dataset "old": ${message}`,
      datasetsStatus: [
        invalid('old', message),
        {
          datasetId: 'fresh',
          status: 'success',
          message: {
            code: 'NOT_STORED',
            message: 'The dataset is valid, but was not stored, because another dataset of the upload is invalid',
          },
        },
      ],
    });
    expect(await inventory.stored('datasets')).toEqual(before);
    await inventory.upload({ datasets: [dataset('fresh', 5)] });
    expect(await inventory.stored('datasets')).toEqual({
      ...before,
      fresh: { datasetId: 'fresh', records: dataset('fresh', 5).transactions },
    });
  });

  it('can be failed by hand, whatever its ids', async () => {
    const inventory = await start({ progression: 'manual' });
    const jobId = await inventory.upload({ datasets: [dataset('d1', 5), dataset('', 6), { datasetId: 7 }, null] });
    await inventory.control(`POST /_sim/jobs/${jobId}/fail`, { message: 'It broke' });
    expect(await inventory.status(jobId)).toEqual({
      status: 'invalid',
      message: 'Upload job failed. It broke',
      datasetsStatus: [invalid('d1', 'It broke')],
    });
  });
});

describe('unusual ids', () => {
  it.each(['__proto__', 'constructor', 'a/b c?d&e%', 'é—☃', 'x'.repeat(10_000)])(
    'are ids like others: %s',
    async (id) => {
      const inventory = await start();
      const jobId = await inventory.upload({ datasets: [dataset(id, 5, 9)] });
      expect((await inventory.status(jobId)).datasetsStatus).toEqual([success(id)]);
      expect((await inventory.send('GET /io/data')).body).toEqual({ countOfDatasets: 1, datasetIds: [id] });
      const path = `/io/data/${encodeURIComponent(id)}`;
      expect((await inventory.send(`GET ${path}`)).body).toEqual({
        startDate: '2026-01-05',
        endDate: '2026-01-09',
        intervalGranularity: 'D',
        numberOfIntervalsWithRecords: 2,
        numberOfIntervalsWithoutRecords: 3,
        numberOfIntervalsTotal: 5,
      });
      const { status } = await inventory.run(`DELETE ${path}`, undefined);
      expect(status).toBe('success');
      expect((await inventory.send('GET /io/data')).body.datasetIds).toEqual([]);
    },
  );

  it('of tenants are tenants like others', async () => {
    const inventory = await start();
    for (const tenantId of ['__proto__', 'constructor', 'a/b', 'a%2Fb']) {
      await inventory.upload({ datasets: [dataset(`of ${tenantId}`, 5)] }, { tenantId });
    }
    for (const tenantId of ['__proto__', 'constructor', 'a/b', 'a%2Fb']) {
      const { body } = await inventory.send('GET /io/data', { tenantId });
      expect(body).toEqual({ countOfDatasets: 1, datasetIds: [`of ${tenantId}`] });
    }
  });
});
