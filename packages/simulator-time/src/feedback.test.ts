import { beforeEach, describe, expect, it } from 'vitest';
import { createOrdinaryDay, createUploadBody, createWorkingWeeks } from './testing/registrations.js';
import { createTimeDrivers, type TimeDriver } from './testing/time-api.js';

const start = createTimeDrivers();
const longDay = createOrdinaryDay('long', '2026-01-14', { workDuration: 13, endTime: 21.5 });
const lateStart = createOrdinaryDay('late', '2026-01-13', { startTime: 12, endTime: 20.5 });

let api: TimeDriver;
let jobId: string;
let ids: Record<string, string>;

beforeEach(async () => {
  api = await start();
  await api.upload(createUploadBody(createWorkingWeeks('ada')));
  await api.train(['d1']);
  const result = await api.predict({ registrations: [longDay, lateStart], aggregateForEmployeeIds: ['ada'] });
  jobId = result.jobId;
  ids = Object.fromEntries(
    result.predictions.map((item: Record<string, string>) => [item['registrationId'], item['predictionId']]),
  );
});

const say = (feedback: string, ...registrations: string[]) => {
  const predictions = registrations.map((id) => ({ predictionId: ids[id] ?? id, feedback }));
  return api.send('POST /td/feedback', { body: { datasets: [{ datasetId: 'd1', jobId, predictions }] } });
};
const repeated = { ...longDay, registrationId: 'again', date: '2026-01-21' };
const scores = async () => [(await api.score(repeated)).anomalyScore, (await api.score(lateStart)).anomalyScore];

describe('FALSE_POSITIVE', () => {
  it.each([[true], [false]])(
    'lowers the score of a repeated pattern at the next training with rebuildModels=%s',
    async (rebuild) => {
      const before = await scores();
      const results = await api.send('GET /td/results', { jobId });
      expect(await say('FALSE_POSITIVE', 'long')).toEqual({ status: 200, body: { message: 'Feedback stored' } });
      expect(await scores()).toEqual(before);
      await api.train(['d1'], rebuild);
      const after = await scores();
      expect(after[0]).toBeLessThan(before[0] / 2);
      expect(Math.abs(after[1] - before[1])).toBeLessThan(5);
      expect(await api.send('GET /td/results', { jobId })).toEqual(results);
    },
  );

  it('refers to the registration as it was predicted, not as it was uploaded later', async () => {
    const [before] = await scores();
    await say('FALSE_POSITIVE', 'long');
    await api.upload(createUploadBody([createOrdinaryDay('long', '2026-01-14')]));
    await api.train(['d1']);
    expect((await scores())[0]).toBeLessThan(before / 2);
  });
});
