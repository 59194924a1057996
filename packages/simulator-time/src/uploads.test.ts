import { describe, expect, it } from 'vitest';
import {
  createOrdinaryDay,
  createRegistration,
  createSuccessStatus,
  createUploadBody,
} from './testing/registrations.js';
import { createTimeDrivers } from './testing/time-api.js';

const start = createTimeDrivers();
const everyField = {
  ...createOrdinaryDay('a', '2024-02-29', { projectId: 'p', publicHoliday: true, endTime: 24 }),
  numericals: [{ name: 'km', value: 12.5 }],
  categoricals: [{ name: 'shift', value: 'night' }],
};
const optional =
  'projectId departmentId workCategory startTime endTime workDuration breakDuration publicHoliday numericals categoricals';
const nulls = Object.fromEntries(optional.split(' ').map((key) => [key, null]));

describe('an upload of registrations', () => {
  it('accepts every documented form of a registration', async () => {
    const api = await start();
    const items = [
      everyField,
      createRegistration('b', '2026-01-05'),
      createRegistration('c', '2026-01-05', nulls),
      createRegistration('d', '2026-01-05', { startTime: -1, endTime: -1 }),
      createRegistration('e', '2026-01-05', { colour: 'red' }),
      createRegistration('f'.repeat(100), '2026-01-05', { employeeId: 'e'.repeat(100) }),
    ];
    const { jobId: _id, ...status } = await api.upload(createUploadBody(items));
    expect(status).toEqual({
      status: 'success',
      message: 'Upload job finished',
      datasetsStatus: [createSuccessStatus('d1')],
    });
    expect((await api.send('GET /td/data')).body).toEqual({ countOfDatasets: 1, datasetIds: ['d1'] });
  });
});

describe('a deletion of data', () => {
  const days = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'];

  it('removes the dataset, model, description and feedback if all data is deleted', async () => {
    const api = await start();
    await api.upload(createUploadBody(days.map((date) => createRegistration(date, date))));
    await api.upload({ datasets: [{ datasetId: 'd1', description: 'x' }] }, { type: 'descriptions' });
    await api.train(['d1']);
    const { jobId, predictions } = await api.predict({ registrations: [createRegistration('a', '2026-01-09')] });
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
