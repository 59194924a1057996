import { describe, expect, it } from 'vitest';
import { createHardRoster, createShopDefinition } from './testing/definitions.js';
import { type RosteringApi, useRosteringApi } from './testing/rostering-api.js';

const start = useRosteringApi();

async function until(api: RosteringApi, jobId: string, statusCode: string) {
  for (;;) {
    // In process a response needs no turn of the event loop, but messages of worker threads do.
    await new Promise((resolve) => setImmediate(resolve));
    const status = await api.status(jobId);
    if (status.statusCode === statusCode) return status;
    if (['stopped', 'error'].includes(status.statusCode)) throw new Error(`The job is ${status.statusCode} already`);
  }
}

const scoreOf = (result: { solution: { score: { hard: number; soft: number } } }) => {
  const { hard, soft } = result.solution.score;
  return hard * 1e9 + soft;
};

describe('progression=manual', () => {
  it('keeps a job running until it is completed or failed manually', async () => {
    const api = await start({ progression: 'manual' });
    const [first, second] = [await api.start(createShopDefinition()), await api.start(createShopDefinition())];
    expect((await api.control(`POST /_sim/jobs/${first}/complete`)).body).toMatchObject({ status: 'stopped' });
    expect((await api.control(`POST /_sim/jobs/${second}/fail`)).body).toMatchObject({ status: 'error' });
    expect(await api.status(second)).toMatchObject({ statusCode: 'error' });
    expect((await api.result(second)).solution.score).toEqual((await api.result(first)).solution.score);
    const { entries } = (await api.control(`GET /_sim/journal?jobId=${first}&type=transition`)).body;
    expect(entries.map(({ from, to }: { from?: string; to: string }) => [from, to])).toEqual([
      [undefined, 'starting'],
      ['starting', 'running'],
      ['running', 'stopped'],
    ]);
  });
});

describe('a snapshot', () => {
  it('restores finished and running jobs', async () => {
    const api = await start({ progression: 'after:PT10M' });
    const done = await api.start(createShopDefinition());
    await api.advance('PT10M');
    const running = await api.start(createShopDefinition());
    const before = [await api.result(done), await api.result(running)];
    await api.control('PUT /_sim/snapshots/s');
    const snapshot = (await api.control('GET /_sim/snapshots/s')).body;

    const elsewhere = await start();
    await elsewhere.control('PUT /_sim/snapshots/s', snapshot);
    expect((await elsewhere.control('POST /_sim/snapshots/s/restore')).status).toBe(200);
    elsewhere.token = await elsewhere.logIn();
    expect([await elsewhere.result(done), await elsewhere.result(running)]).toEqual(before);
    expect(await elsewhere.status(running)).toMatchObject({ statusCode: 'running' });
    await elsewhere.advance('PT10M');
    expect(await elsewhere.status(running)).toMatchObject({ statusCode: 'stopped', duration: 600 });
  });
});

describe('on a real clock', () => {
  it('a running job returns ever better rosters until it is stopped', async () => {
    const api = await start({ clock: 'real' });
    const jobId = await api.start(createHardRoster(60));
    await until(api, jobId, 'running');
    const scores = [];
    for (let reads = 0; reads < 10; reads += 1) scores.push(scoreOf(await api.result(jobId)));
    expect(scores).toEqual([...scores].sort((left, right) => left - right));
    expect((await api.send(`PUT /jobs/${jobId}`)).body.statusCode).toBe('stopped');
    const result = await api.result(jobId);
    expect(scoreOf(result)).toBeGreaterThanOrEqual(scores.at(-1) ?? 0);
    const { duration } = await api.status(jobId);
    expect(duration).toBeGreaterThan(0);
    expect([await api.status(jobId), await api.result(jobId)]).toEqual([
      expect.objectContaining({ statusCode: 'stopped', duration }),
      result,
    ]);
  });

  it('a running job can be completed or failed manually, or removed by a reset', async () => {
    const api = await start({ clock: 'real' });
    const [first, second, third] = [
      await api.start(createHardRoster(60)),
      await api.start(createHardRoster(60)),
      await api.start(createHardRoster(60)),
    ];
    expect((await api.control(`POST /_sim/jobs/${first}/complete`)).body.status).toBe('stopped');
    expect((await api.control(`POST /_sim/jobs/${second}/fail`)).body.status).toBe('error');
    await until(api, third, 'running');
    expect((await api.control('POST /_sim/reset')).status).toBe(200);
    expect((await api.control('GET /_sim/jobs')).body.jobs).toEqual([]);
  });

  it('20 jobs run one after another and all finish, without delaying feasibility checks', {
    tags: 'slow',
  }, async () => {
    const api = await start({ clock: 'real' });
    const jobs = [];
    for (let job = 0; job < 20; job += 1)
      jobs.push(await api.start(job === 0 ? createHardRoster(1) : createShopDefinition()));
    expect((await api.send('POST /feasibility', createShopDefinition())).status).toBe(200);
    expect((await api.status(jobs[19] ?? '')).statusCode).toBe('starting');
    for (const jobId of jobs) {
      const { duration } = await until(api, jobId, 'stopped');
      expect(duration).toBeLessThan(5);
      expect((await api.result(jobId)).solution.missingDemands).toEqual([]);
    }
  });
});
