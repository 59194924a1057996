import { describe, expect, it } from 'vitest';
import {
  createOrdinaryDay,
  createRegistration,
  createUploadBody,
  createWorkingWeeks,
} from './testing/registrations.js';
import { createTimeDrivers } from './testing/time-api.js';

const start = createTimeDrivers();
const late = createOrdinaryDay('late', '2026-01-13', { startTime: 12, endTime: 20.5 });

describe('a training', () => {
  it('adds the uploads since the last training if rebuildModels is false', async () => {
    const api = await start();
    await api.upload(createUploadBody(createWorkingWeeks('ada', 8)));
    await api.train(['d1']);
    const before = (await api.score(late)).anomalyScore;
    // Without new data the model does not change.
    expect((await api.train(['d1'], false)).status).toBe('success');
    expect((await api.score(late)).anomalyScore).toBe(before);
    const moved = createWorkingWeeks('ada', 30).map((item) => ({
      ...item,
      registrationId: `late-${item.date}`,
      ...hours,
    }));
    await api.upload(createUploadBody(moved));
    expect((await api.score(late)).anomalyScore).toBe(before);
    expect((await api.train(['d1'], false)).status).toBe('success');
    expect((await api.score(late)).anomalyScore).toBeLessThan(before / 2);
    expect(await registrationCount(api)).toBe(8 * 5 + 30 * 5);
  });

  const hours = { startTime: 12, endTime: 20.5, workDuration: 8, breakDuration: 0.5 };
  const registrationCount = async (api: Awaited<ReturnType<typeof start>>) => {
    const { d1 } = await api.stored('models');
    return JSON.parse(Object(d1).model).registrationCount;
  };

  it('does not count known data again if rebuildModels is false', async () => {
    const api = await start();
    const [first, second] = [createRegistration('a', '2026-01-05'), createRegistration('b', '2026-01-06')];
    await api.upload(createUploadBody([first]));
    await api.train(['d1']);
    await api.upload(createUploadBody([second]));
    await api.train(['d1'], false);
    await api.train(['d1'], false);
    expect(await registrationCount(api)).toBe(2);
    await api.upload(createUploadBody([{ ...second, employeeId: 'bob' }]));
    await api.train(['d1'], false);
    expect(await registrationCount(api)).toBe(3);
    await api.train(['d1'], true);
    expect(await registrationCount(api)).toBe(2);
  });

  it('does not learn deleted data if rebuildModels is false', async () => {
    const api = await start();
    await api.upload(createUploadBody([createRegistration('a', '2026-01-05')]));
    await api.train(['d1']);
    await api.upload(createUploadBody([createRegistration('b', '2026-01-06'), createRegistration('c', '2026-01-07')]));
    await api.send('DELETE /td/data/d1?fromDate=2026-01-07');
    await api.train(['d1'], false);
    expect(await registrationCount(api)).toBe(2);
  });
});
