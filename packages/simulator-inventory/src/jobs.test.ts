import { describe, expect, it } from 'vitest';
import { dataset, invalid, prediction, success, training } from './testing/bodies.js';
import { inventories } from './testing/inventories.js';

const start = inventories();
const data = { datasets: [dataset('d1', 5, 6, 7)] };
const classification = { datasetIds: ['d1'], abcDriver: 'revenue' };
const starters: Array<[string, unknown]> = [
  ['POST /io/start_trainer', training('d1')],
  ['POST /io/create_prediction', prediction('d1')],
  ['POST /io/start_inventory_classification', classification],
];
const notFound = (message: string) => ({ status: 404, body: expect.objectContaining({ code: 'NOT_FOUND', message }) });

describe('the status of a job', () => {
  it('counts as a poll only while the job runs, and only for its owner', async () => {
    const inventory = await start({ progression: 'polls:2' });
    const jobId = await inventory.upload(data);
    await inventory.send('GET /io/status', { jobId, tenantId: 'other' });
    const states = [];
    for (let poll = 0; poll < 4; poll += 1) states.push((await inventory.status(jobId)).status);
    expect(states).toEqual(['inProgress', 'inProgress', 'success', 'success']);
  });

  it('is told in the order of the request, with text messages when the setting says so', async () => {
    const inventory = await start();
    await inventory.upload(data);
    const { jobId, ...shown } = await inventory.run('POST /io/start_trainer', training('none', 'd1'));
    const cause = 'There is no such dataset; upload it first';
    const message = `Training job finished with invalid datasets. Dataset "none": ${cause}`;
    expect(shown).toEqual({
      status: 'invalid',
      message,
      datasetsStatus: [invalid('none', cause, 'DATASET_NOT_FOUND'), success('d1')],
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

describe('results', () => {
  it('are those of the right kind of job, once it is over', async () => {
    const inventory = await start();
    const uploaded = await inventory.upload(data);
    const trained = (await inventory.run('POST /io/start_trainer', training('d1'))).jobId;
    const classified = (await inventory.run('POST /io/start_inventory_classification', classification)).jobId;
    await inventory.control('PATCH /_sim/settings', { progression: 'manual' });
    const predicted = (await inventory.run('POST /io/create_prediction', prediction('d1'))).jobId;
    const results = (jobId: string) => inventory.send('GET /io/results', { jobId });
    const classes = (jobId: string) => inventory.send('GET /io/inventory_classification_results', { jobId });
    const none = (jobId: string, kind: string) =>
      notFound(`Job "${jobId}" is a ${kind} job, which has no results here`);
    expect(await results(uploaded)).toEqual(none(uploaded, 'upload'));
    expect(await results(trained)).toEqual(none(trained, 'training'));
    expect(await results(classified)).toEqual(none(classified, 'classification'));
    expect(await classes(predicted)).toEqual(none(predicted, 'prediction'));
    expect(await results(predicted)).toEqual(
      notFound(`Job "${predicted}" is in progress and has no results yet; poll its status`),
    );
    await inventory.control(`POST /_sim/jobs/${predicted}/complete`);
    expect((await results(predicted)).status).toBe(200);
    expect((await inventory.send('GET /io/results', { jobId: predicted, tenantId: 'other' })).status).toBe(404);
  });

  it('of a prediction that was failed by hand are empty', async () => {
    const inventory = await start({ progression: 'manual' });
    const { jobId } = await inventory.run('POST /io/create_prediction', prediction('d1'));
    await inventory.control(`POST /_sim/jobs/${jobId}/fail`);
    expect((await inventory.send('GET /io/results', { jobId })).body).toMatchObject({ page: 1, pages: 1, results: [] });
  });
});

describe('a webhook', () => {
  it.each(starters)('whose address cannot be called is refused by %s', async (call, body) => {
    const inventory = await start();
    for (const webhookUrl of ['http://host:99999/x', 'http://[::1/x']) {
      const seen = await inventory.send(call, { body: { ...Object(body), webhook: { webhookUrl } } });
      expect([seen.status, seen.body.message]).toEqual([
        400,
        expect.stringMatching(/^\/body\/webhook\/webhookUrl must have a form such as "https:/),
      ]);
    }
    expect((await inventory.control('GET /_sim/jobs')).body.jobs).toEqual([]);
  });
});
