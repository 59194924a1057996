import { expect, it } from 'vitest';
import { createOrdinaryDay, createUploadBody, createWorkingWeeks } from './testing/registrations.js';
import { createTimeDrivers } from './testing/time-api.js';

const start = createTimeDrivers();

it('accepts unusual names and extreme numbers in registrations', async () => {
  const api = await start();
  const odd = ['__proto__', 'constructor', 'agg_ada_2026-01-13', '☃ ü "'].map((name, index) =>
    createOrdinaryDay(name, '2026-01-12', {
      employeeId: name,
      departmentId: name,
      projectId: name,
      workCategory: name,
      workDuration: [1e308, -1e308, 0, 1e-308][index],
      breakDuration: -1e308,
      numericals: [{ name, value: 1e308 }],
      categoricals: [{ name: 'toString', value: name }],
    }),
  );
  const early = createOrdinaryDay('first', '0001-01-01');
  const late = createOrdinaryDay('last', '9999-12-31');
  const all = [...odd, early, late];
  expect((await api.upload(createUploadBody([...createWorkingWeeks('ada'), ...all], '__proto__'))).status).toBe(
    'success',
  );
  expect((await api.train(['__proto__'])).status).toBe('success');
  const parameters = [{ datasetId: '__proto__', registrations: all, missingRegistrationDates: ['9999-12-30'] }];
  const { jobId, status } = await api.run('POST /td/create_prediction', { parameters });
  expect(status).toBe('success');
  const { predictions } = (await api.send('GET /td/results', { jobId })).body.results[0];
  expect(predictions.slice(0, 6).map(({ registrationId }: { registrationId: string }) => registrationId)).toEqual(
    all.map(({ registrationId }) => registrationId),
  );
  const { body } = await api.send('POST /td/real_time_prediction', { body: { parameters } });
  expect(body.results[0].predictions).toHaveLength(6);
  expect((await api.send('GET /td/data/__proto__')).body.numberOfIntervalsTotal).toBe(3_652_059);
});
