import { beforeEach, describe, expect, it } from 'vitest';
import { ordinary, upload, workingWeeks } from './testing/registrations.js';
import { type TimeApi, timeApis } from './testing/time-api.js';

const start = timeApis();
const longDay = ordinary('long', '2026-01-14', { workDuration: 13, endTime: 21.5 });
const lateStart = ordinary('late', '2026-01-13', { startTime: 12, endTime: 20.5 });

let api: TimeApi;
let jobId: string;
let ids: Record<string, string>;

beforeEach(async () => {
  api = await start();
  await api.upload(upload(workingWeeks('ada')));
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
  it.each([[true], [false]])('lowers the repeated pattern at the next training, rebuildModels %s', async (rebuild) => {
    const before = await scores();
    const results = await api.send('GET /td/results', { jobId });
    expect(await say('FALSE_POSITIVE', 'long')).toEqual({ status: 200, body: { message: 'Feedback stored' } });
    expect(await scores()).toEqual(before);
    await api.train(['d1'], rebuild);
    const after = await scores();
    expect(after[0]).toBeLessThan(before[0] / 2);
    expect(Math.abs(after[1] - before[1])).toBeLessThan(5);
    expect(await api.send('GET /td/results', { jobId })).toEqual(results);
  });

  it('is about the registration as it was predicted, not as it was uploaded since', async () => {
    const [before] = await scores();
    await say('FALSE_POSITIVE', 'long');
    await api.upload(upload([ordinary('long', '2026-01-14')]));
    await api.train(['d1']);
    expect((await scores())[0]).toBeLessThan(before / 2);
  });

  it.each([[true], [false]])('is taken back by TRUE_POSITIVE, rebuildModels %s', async (rebuild) => {
    const before = await scores();
    await say('FALSE_POSITIVE', 'long');
    await api.train(['d1'], rebuild);
    await say('TRUE_POSITIVE', 'long');
    await api.train(['d1'], rebuild);
    expect(await scores()).toEqual(before);
  });

  it('on a whole day is stored and changes nothing', async () => {
    const before = await scores();
    expect((await say('FALSE_POSITIVE', 'agg_ada_2026-01-14')).status).toBe(200);
    await api.train(['d1']);
    expect(await scores()).toEqual(before);
  });
});

it('TRUE_POSITIVE changes no score, also of a registration that is trained with', async () => {
  await api.upload(upload([longDay]));
  await api.train(['d1']);
  const before = await scores();
  await say('TRUE_POSITIVE', 'long');
  await api.train(['d1']);
  expect(await scores()).toEqual(before);
});

describe('feedback', () => {
  it('on an unknown prediction, job or dataset is refused, and nothing of the body is stored', async () => {
    const good = { datasetId: 'd1', jobId, predictions: [{ predictionId: ids['long'], feedback: 'FALSE_POSITIVE' }] };
    const unknown = [
      [{ ...good, predictions: [{ predictionId: 'none', feedback: 'FALSE_POSITIVE' }] }, 'made no prediction "none"'],
      [{ ...good, jobId: 'none' }, 'no finished prediction job "none"'],
      [{ ...good, datasetId: 'd2' }, 'no prediction for dataset "d2"'],
    ] as const;
    for (const [item, message] of unknown) {
      const { status, body } = await api.send('POST /td/feedback', { body: { datasets: [good, item] } });
      expect([status, body.code, body.message]).toEqual([404, 'NOT_FOUND', expect.stringContaining(message)]);
    }
    expect([await api.stored('feedback'), await api.stored('marks')]).toEqual([{}, {}]);
    expect((await api.send('POST /td/feedback', { body: { datasets: [good] }, tenantId: 'other' })).status).toBe(404);
  });
});
