import { beforeEach, describe, expect, it } from 'vitest';
import { dataset, prediction } from './testing/bodies.js';
import { inventories } from './testing/inventories.js';
import type { Inventory } from './testing/inventory.js';

const start = inventories();
const day = { frequency: 'D', horizon: 2 };
const seed = { tenants: { t1: { datasets: [dataset('d1', 5, 6), dataset('d2', 7)], training: day } } };

let inventory: Inventory;
let jobId: string;
const send = (datasets: unknown, tenantId = 't1') =>
  inventory.send('POST /io/feedback', { body: { datasets }, tenantId });
const feedback = (datasetId: string, ...predictions: object[]) => ({ datasetId, jobId, predictions });
const key = (datasetId: string) => JSON.stringify([jobId, datasetId]);
const stored = { status: 200, body: { message: 'Feedback stored' } };

beforeEach(async () => {
  inventory = await start({ seed });
  ({ jobId } = await inventory.run('POST /io/create_prediction', prediction('d1', 'd2', 'unknown')));
});

describe('feedback', () => {
  it('is stored per job and dataset, the later one of a prediction in place of the earlier one', async () => {
    const first = feedback('d1', { predictionId: 1, good: true }, { comment: 'high' }, { predictionId: 2 });
    expect(await send([first, feedback('d2', { predictionId: 1 })])).toEqual(stored);
    expect(await send([feedback('d1', { predictionId: 1, good: false }, { comment: 'high' })])).toEqual(stored);
    expect(await inventory.stored('feedback')).toEqual({
      [key('d1')]: feedback(
        'd1',
        { predictionId: 1, good: false },
        { comment: 'high' },
        { predictionId: 2 },
        { comment: 'high' },
      ),
      [key('d2')]: feedback('d2', { predictionId: 1 }),
    });
  });

  it('holds for the last one also within one body', async () => {
    await send([
      feedback('d1', { predictionId: 1, good: 1 }, { predictionId: 1, good: 2 }),
      feedback('d1', { predictionId: 1, good: 3 }),
    ]);
    expect(await inventory.stored('feedback')).toEqual({ [key('d1')]: feedback('d1', { predictionId: 1, good: 3 }) });
  });

  it.each([
    [
      'an unknown job',
      () => ({ ...feedback('d2', {}), jobId: 'none' }),
      'There is no finished prediction job "none" for this tenant',
    ],
    ['an unknown dataset', () => feedback('d3', {}), 'has made no prediction for dataset "d3"'],
    [
      'a dataset that was invalid in the job',
      () => feedback('unknown', {}),
      'has made no prediction for dataset "unknown"',
    ],
  ])('on %s is refused, and nothing of the body is stored', async (_what, faulty, message) => {
    const { status, body } = await send([feedback('d1', { good: true }), faulty()]);
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    expect(body.message).toContain(`${message}; nothing of the feedback was stored`);
    expect(await inventory.stored('feedback')).toEqual({});
  });

  it('on another tenant, another kind of job or a running job is refused', async () => {
    expect((await send([feedback('d1', {})], 't2')).status).toBe(404);
    const uploaded = await inventory.upload({ datasets: [dataset('d1', 8)] });
    expect((await send([{ ...feedback('d1', {}), jobId: uploaded }])).status).toBe(404);
    await inventory.control('PATCH /_sim/settings', { progression: 'manual' });
    const running = (await inventory.run('POST /io/create_prediction', prediction('d1'))).jobId;
    expect((await send([{ ...feedback('d1', {}), jobId: running }])).status).toBe(404);
  });
});
