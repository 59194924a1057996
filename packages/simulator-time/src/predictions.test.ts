import { beforeEach, describe, expect, it } from 'vitest';
import { createOrdinaryDay, createUploadBody, createWorkingWeeks } from './testing/registrations.js';
import { createTimeDrivers, type TimeDriver } from './testing/time-api.js';

const start = createTimeDrivers();
const tuesday = createOrdinaryDay('tuesday', '2026-01-13');
const sunday = createOrdinaryDay('sunday', '2026-01-18');
const weeks = [...createWorkingWeeks('ada'), ...createWorkingWeeks('bob')];

let api: TimeDriver;
beforeEach(async () => {
  api = await start();
  await api.upload(createUploadBody(weeks));
  await api.train(['d1']);
});

// biome-ignore lint/suspicious/noExplicitAny: looked into by each test
function byId(result: any): Record<string, any> {
  // biome-ignore lint/suspicious/noExplicitAny: looked into by each test
  return Object.fromEntries(result.predictions.map((prediction: any) => [prediction.registrationId, prediction]));
}

describe('a prediction', () => {
  it('tells the unusual weekday under the name of the setting, and none for an ordinary one', async () => {
    const seed = { tenants: { t1: { datasets: createUploadBody(weeks).datasets, training: {} } } };
    const api = await start({ seed });
    const fields = async () => byId(await api.predict({ registrations: [tuesday, sunday] }));
    const before = await fields();
    expect([before['sunday'].significantFields[0], before['tuesday'].significantFields]).toEqual([
      { field: 'date', significance: expect.any(Number), direction: 0 },
      [],
    ]);
    await api.control('PATCH /_sim/settings', { apis: { time: { weekdayField: 'weekday' } } });
    expect((await fields())['sunday'].significantFields[0].field).toBe('weekday');
    expect((await api.score(sunday)).significantFields[0].field).toBe('weekday');
    expect((await api.control('PATCH /_sim/settings', { apis: { time: { weekdayField: '' } } })).status).toBe(400);
  });
});
