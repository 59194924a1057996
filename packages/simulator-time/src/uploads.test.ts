import { describe, expect, it } from 'vitest';
import { invalid, ordinary, registration, success, upload } from './testing/registrations.js';
import { timeApis } from './testing/time-api.js';

const start = timeApis();
const everyField = {
  ...ordinary('a', '2024-02-29', { projectId: 'p', publicHoliday: true, endTime: 24 }),
  numericals: [{ name: 'km', value: 12.5 }],
  categoricals: [{ name: 'shift', value: 'night' }],
};
const optional =
  'projectId departmentId workCategory startTime endTime workDuration breakDuration publicHoliday numericals categoricals';
const nulls = Object.fromEntries(optional.split(' ').map((key) => [key, null]));
const noDatasets = { countOfDatasets: 0, datasetIds: [] };

describe('an upload of registrations', () => {
  it('takes every documented form of a registration', async () => {
    const api = await start();
    const items = [
      everyField,
      registration('b', '2026-01-05'),
      registration('c', '2026-01-05', nulls),
      registration('d', '2026-01-05', { startTime: -1, endTime: -1 }),
      registration('e', '2026-01-05', { colour: 'red' }),
      registration('f'.repeat(100), '2026-01-05', { employeeId: 'e'.repeat(100) }),
    ];
    const { jobId: _id, ...status } = await api.upload(upload(items));
    expect(status).toEqual({ status: 'success', message: 'Upload job finished', datasetsStatus: [success('d1')] });
    expect((await api.send('GET /td/data')).body).toEqual({ countOfDatasets: 1, datasetIds: ['d1'] });
  });

  it.each([
    ['a time before -1', { endTime: -1.5 }, '/registrations/0/endTime'],
    ['an id of 101 characters', { employeeId: 'e'.repeat(101) }, '/registrations/0/employeeId'],
    ['an empty id', { registrationId: '' }, '/registrations/0/registrationId'],
    ['no employee', { employeeId: undefined }, '/registrations/0/employeeId'],
  ])('with %s is answered 200, and its job is invalid', async (_what, fault, pointer) => {
    const api = await start();
    const { url, jobId } = await api.presign();
    const body = upload([registration('a', '2026-01-05', fault)]);
    expect(await api.put(url, body)).toEqual({ status: 200, body: undefined });
    const { status, message, datasetsStatus } = await api.status(jobId);
    expect([status, datasetsStatus.length, datasetsStatus[0].status]).toEqual(['invalid', 1, 'invalid']);
    expect(datasetsStatus[0].message).toContain(pointer);
    expect(message).toBe(`Upload job finished with invalid datasets. Dataset "d1": ${datasetsStatus[0].message}`);
    expect((await api.send('GET /td/data')).body).toEqual(noDatasets);
    expect((await api.train(['d1'])).status).toBe('invalid');
  });

  it('refuses a registration id that occurs twice', async () => {
    const api = await start();
    const { status, message } = await api.upload(
      upload([registration('a', '2026-01-05'), registration('a', '2026-01-06')]),
    );
    expect([status, message]).toEqual(['invalid', expect.stringContaining('"a" occurs more than once')]);
  });

  it('stores the valid datasets of an invalid job', async () => {
    const api = await start();
    const good = { datasetId: 'good', customerId: 'C', registrations: [registration('a', '2026-01-05')] };
    const bad = { datasetId: 'bad', customerId: 7, registrations: [registration('a', '2026-01-05')] };
    const { datasetsStatus } = await api.upload({ datasets: [good, bad] });
    const fault = expect.stringContaining('/customerId');
    expect(datasetsStatus).toEqual([success('good'), invalid('bad', fault)]);
    expect((await api.send('GET /td/data')).body.datasetIds).toEqual(['good']);
  });
});

describe('a deletion', () => {
  const days = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'];

  it('of everything leaves neither dataset, model, description nor feedback to train with', async () => {
    const api = await start();
    await api.upload(upload(days.map((date) => registration(date, date))));
    await api.upload({ datasets: [{ datasetId: 'd1', description: 'x' }] }, { type: 'descriptions' });
    await api.train(['d1']);
    const { jobId, predictions } = await api.predict({ registrations: [registration('a', '2026-01-09')] });
    const feedback = [{ predictionId: predictions[0].predictionId, feedback: 'FALSE_POSITIVE' }];
    await api.send('POST /td/feedback', { body: { datasets: [{ datasetId: 'd1', jobId, predictions: feedback }] } });
    await api.send('DELETE /td/data/d1');
    for (const collection of ['datasets', 'models', 'descriptions', 'marks']) {
      expect([collection, await api.stored(collection)]).toEqual([collection, {}]);
    }
    expect((await api.send('GET /td/data/d1')).body.code).toBe('DATASET_NOT_FOUND');
    expect((await api.send('GET /td/results', { jobId })).body.results[0].predictions).toEqual(predictions);
  });
});
