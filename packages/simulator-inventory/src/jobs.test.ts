import { describe, expect, it } from 'vitest';
import {
  createDataset,
  createInvalidStatus,
  createPredictionBody,
  createSuccessStatus,
  createTrainingBody,
} from './testing/bodies.js';
import { useInventoryDriver } from './testing/use-inventory-driver.js';

const start = useInventoryDriver();
const data = { datasets: [createDataset('d1', 5, 6, 7)] };

describe('the status of a job', () => {
  it('lists datasets in request order, with text messages if configured', async () => {
    const inventory = await start();
    await inventory.upload(data);
    const { jobId, ...shown } = await inventory.run('POST /io/start_trainer', createTrainingBody('none', 'd1'));
    const cause = 'There is no such dataset; upload it first';
    const message = `Training job finished with invalid datasets. Dataset "none": ${cause}`;
    expect(shown).toEqual({
      status: 'invalid',
      message,
      datasetsStatus: [createInvalidStatus('none', cause, 'DATASET_NOT_FOUND'), createSuccessStatus('d1')],
    });
    await inventory.control('PATCH /_sim/settings', { apis: { inventory: { datasetMessageForm: 'string' } } });
    expect(await inventory.status(jobId)).toEqual({
      status: 'invalid',
      message,
      datasetsStatus: [
        { datasetId: 'none', status: 'invalid', message: cause },
        { datasetId: 'd1', status: 'success', message: 'The dataset was processed' },
      ],
    });
  });
});

describe('the results', () => {
  it('of a manually failed prediction are empty', async () => {
    const inventory = await start({ progression: 'manual' });
    const { jobId } = await inventory.run('POST /io/create_prediction', createPredictionBody('d1'));
    await inventory.control(`POST /_sim/jobs/${jobId}/fail`);
    expect((await inventory.send('GET /io/results', { jobId })).body).toMatchObject({ page: 1, pages: 1, results: [] });
  });
});
