import type { SeenResponse } from '@understudy/server/testing';
import { describe, expect, it } from 'vitest';
import { createDataset, createPredictionBody, createSuccessStatus } from './testing/bodies.js';
import { testOrigin } from './testing/inventory-driver.js';
import { useInventoryDriver } from './testing/use-inventory-driver.js';

const start = useInventoryDriver();
const body = { datasets: [createDataset('d1', 5, 6)] };
const noDatasets = { status: 200, body: { countOfDatasets: 0, datasetIds: [] } };

function refused({ status, body }: SeenResponse): [number, string | undefined, string | undefined] {
  return [status, /<Code>(.*)<\/Code>/.exec(body)?.[1], /<Message>(.*)<\/Message>/.exec(body)?.[1]];
}
const altered = [
  403,
  'SignatureDoesNotMatch',
  'The URL was altered; use it exactly as the presigned URL operation returned it',
];
const expired = [403, 'AccessDenied', 'Request has expired; get a new presigned URL'];

describe('a presigned URL', () => {
  it('is still rejected as expired after it has been removed', async () => {
    const inventory = await start();
    const old = [];
    for (let asked = 0; asked < 6; asked += 1) old.push(await inventory.presign());
    await inventory.advance('PT1H');
    await inventory.logIn();
    const kept = async () => {
      const records = await inventory.records();
      return records.filter(({ collection }) => collection === 'uploads').length;
    };
    expect(await kept()).toBe(6);
    for (let asked = 0; asked < 6; asked += 1) await inventory.presign();
    expect(await kept()).toBe(6);
    for (const { url } of old) expect(refused(await inventory.put(url, body))).toEqual(expired);
  });

  it('is not valid in another sandbox or after a reset', async () => {
    const inventory = await start();
    const other = await inventory.createSandbox('other');
    const { url, jobId } = await other.presign();
    expect(url.startsWith(`${testOrigin}/~other/_uploads/io/${jobId}?`)).toBe(true);
    expect(refused(await inventory.put(url.replace('/~other', ''), body))).toEqual(altered);
    expect((await other.put(url, body)).status).toBe(200);
    expect(await inventory.send('GET /io/data')).toEqual(noDatasets);
    expect((await other.send('GET /io/data')).body.datasetIds).toEqual(['d1']);
    await other.control('POST /_sim/reset');
    expect(refused(await other.put(url, body))).toEqual(altered);
  });
});

describe('a second upload to the same URL', () => {
  it('replaces the first upload while that is still running', async () => {
    const inventory = await start({ progression: 'after:PT10S' });
    const { url, jobId } = await inventory.presign();
    await inventory.put(url, { datasets: [createDataset('early', 5)] });
    await inventory.advance('PT9S');
    await inventory.put(url, { datasets: [createDataset('late', 6)] });
    await inventory.advance('PT9S');
    expect((await inventory.status(jobId)).status).toBe('inProgress');
    await inventory.advance('PT1S');
    expect((await inventory.status(jobId)).datasetsStatus).toEqual([createSuccessStatus('late')]);
    expect((await inventory.send('GET /io/data')).body.datasetIds).toEqual(['late']);
  });

  it('removes the results of the first upload, even if it fails itself', async () => {
    const seed = {
      tenants: { t1: { datasets: [createDataset('d1', 5, 6)], training: { frequency: 'D', horizon: 2 } } },
    };
    const inventory = await start({ seed });
    const { url, jobId } = await inventory.presign('prediction');
    await inventory.put(url, createPredictionBody('d1'));
    expect((await inventory.send('GET /io/results', { jobId })).body.results).toHaveLength(1);
    await inventory.control('PATCH /_sim/settings', { progression: 'manual' });
    await inventory.put(url, createPredictionBody('d1'));
    expect((await inventory.send('GET /io/results', { jobId })).status).toBe(404);
    await inventory.control(`POST /_sim/jobs/${jobId}/fail`, { message: 'It broke' });
    expect((await inventory.send('GET /io/results', { jobId })).body).toEqual({
      message: 'Prediction results fetched; some datasets were invalid and have none. Prediction job failed. It broke',
      page: 1,
      pages: 1,
      results: [],
    });
  });
});
