import { WorkerPool } from '@understudy/kernel';
import type { JobWork } from '@understudy/kernel/serving';
import { notesSimulator } from '@understudy/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SharedDatabase } from '../postgres/shared-database.js';
import { startPostgres, type TestPostgres } from '../testing/start-postgres.js';
import { QueueWorker, type WorkerEvent } from './queue-worker.js';
import { QueuedJobComputer } from './queued-job-computer.js';

let server: TestPostgres;
let pool: WorkerPool;
beforeAll(async () => {
  server = await startPostgres();
  pool = new WorkerPool();
}, 60_000);
afterAll(async () => {
  await pool.close();
  await server.close();
});

const [shout] = Object.values(notesSimulator.jobs);
const work = (kind: 'shout' | 'spell', text: string, abandoned = new AbortController().signal): JobWork => ({
  module: shout?.work.module ?? '',
  name: kind,
  api: 'notes',
  kind,
  sandbox: 's',
  input: { text },
  abandoned,
});

/** Starts a server whose jobs only workers compute. Can start workers for it. */
async function openQueue() {
  const url = await server.newDatabase();
  const database = await SharedDatabase.open(url);
  await database.announce('http://one');
  const common = { version: '1', onNotice: () => undefined };
  const computing = await QueuedJobComputer.open({
    ...common,
    sql: database.sql,
    process: () => database.process,
    here: pool,
    mode: 'elsewhere',
  });
  const events: WorkerEvent['what'][] = [];
  return {
    sql: database.sql,
    computing,
    events,
    startWorker: () =>
      QueueWorker.open({
        ...common,
        url,
        simulators: [notesSimulator],
        concurrency: 2,
        onEvent: ({ what }) => events.push(what),
      }),
    /** Waits until a condition on the reported worker events holds. */
    async until(isSo: () => boolean) {
      // The database may be restarting at the moment.
      while (!isSo()) await database.sql.run`SELECT pg_sleep(0.02)`.catch(() => undefined);
    },
    async close() {
      await computing.close();
      await database.close();
    },
  };
}

describe('a PostgreSQL job queue', () => {
  it('survives database restarts under load', { tags: 'slow' }, async () => {
    const queue = await openQueue();
    const worker = await queue.startWorker();
    let isOver = false;
    const load = Array.from({ length: 16 }, async (_each, index) => {
      while (!isOver) {
        expect(await queue.computing.run(work('shout', `text ${index}`))).toEqual({ shouted: `TEXT ${index}` });
      }
    });
    for (let restarts = 0; restarts < 5; restarts += 1) {
      await server.restart();
      const before = queue.events.length;
      await queue.until(() => queue.events.length >= before + 20);
    }
    isOver = true;
    await Promise.all(load);
    await worker.close();
    await queue.close();
  });

  it('delivers the output of live jobs in order, stops jobs, and drops abandoned jobs', async () => {
    const queue = await openQueue();
    const worker = await queue.startWorker();
    const reports: unknown[] = [];
    await queue.computing.runLive(work('spell', 'abc'), 0, (output) => reports.push(output)).output;
    expect(reports).toEqual(['a', 'ab', 'abc'].map((shouted) => ({ shouted })));
    const endless = queue.computing.runLive(work('spell', 'endless'), 1, () => endless.stop());
    expect(await endless.output).toEqual({ shouted: 'endless' });
    const abandoned = new AbortController();
    const live = queue.computing.runLive(work('spell', 'endless', abandoned.signal), 1, () => abandoned.abort());
    await expect(live.output).rejects.toThrow('No request is waiting');
    await queue.until(() => queue.events.length === 6);
    expect(queue.events.filter((what) => what !== 'begun')).toEqual(['done', 'stopped', 'lost']);
    expect(await queue.sql.run`SELECT id FROM understudy.work`).toHaveLength(0);
    await worker.close();
    await queue.close();
  });

  it.each([
    ['runs the job of a lost worker', 1, { shouted: 'TEXT' }],
    ['fails a job whose worker has been lost 25 times', 25, 'Its worker ended 25 times'],
  ])('%s', async (_name, attempts, outcome) => {
    const queue = await openQueue();
    // Simulates a worker that is killed after it has taken work.
    await queue.sql.run`
      INSERT INTO understudy.workers (until, tasks)
      VALUES (clock_timestamp() + interval '1 second', ARRAY['1/notes/shout'])`;
    const output = queue.computing.run(work('shout', 'text')).catch((error: Error) => error.message);
    const take = () => queue.sql.run`UPDATE understudy.work SET worker = 1, attempts = ${attempts} RETURNING id`;
    while ((await take()).length === 0);
    const worker = await queue.startWorker();
    expect(await output).toEqual(typeof outcome === 'string' ? expect.stringContaining(outcome) : outcome);
    await worker.close();
    await queue.close();
  });

  it('hands a live job over to another worker when its worker closes', { tags: 'slow' }, async () => {
    const queue = await openQueue();
    const first = await queue.startWorker();
    const reports: unknown[] = [];
    const live = queue.computing.runLive(work('spell', 'endless'), 1, (output) => reports.push(output));
    await queue.until(() => reports.length > 0);
    await first.close();
    const second = await queue.startWorker();
    await queue.until(() => queue.events.length === 3);
    live.stop();
    expect(await live.output).toEqual({ shouted: 'endless' });
    // The worker reports the end of its work only after the server has the output.
    await queue.until(() => queue.events.length === 4);
    expect(queue.events).toEqual(['begun', 'lost', 'begun', 'stopped']);
    await second.close();
    await queue.close();
  });
});
