// One user fills a sandbox with endless rosters and trainings. Few of the trainings may finish before another user's
// forecast.
import { setTimeout as sleep } from 'node:timers/promises';
import { callJson } from '../clients/call.ts';
import {
  authorize,
  ended,
  expectStatus,
  predict,
  type TenantHeaders,
  train,
  uploadDatasets,
} from '../clients/inventory-client.ts';
import { GateFailed, startServerWith } from '../gate.ts';
import { endlessRoster } from '../testing/endless-roster.ts';
import { prove } from '../testing/prove.ts';
import { startTopology } from '../topology/start-topology.ts';

const takeFairness = new URL('./testing/take-fairness.mjs', import.meta.url).href;

const trainings = 60;
/** Datasets of a training, so that it takes longer than the request that starts it. */
const datasets = 5;
/** Trainings that can finish before the forecast: those in progress, and one turn. */
const most = 8;

const found = 'were done before the forecast of another user';

prove('runs the job of one user while another user fills the queue', { seconds: 600 }, async () => {
  const shown = [
    `threads of one server: ${await inOneServer([])}`,
    `two servers and two workers on one database: ${await withWorkers(false)}`,
  ];
  for (const [what, play] of [
    ['threads in one line', () => inOneServer(['--import', takeFairness])],
    ['a queue in one line', () => withWorkers(true)],
  ] as const) {
    const message = await play().then(
      () => undefined,
      (error: unknown) =>
        error instanceof GateFailed && error.message.includes(found) ? error.message : Promise.reject(error),
    );
    if (message === undefined) throw new GateFailed(`With ${what} the trial passed: it shows nothing`);
    shown.push(`${what} are found out: ${message}`);
  }
  return shown.join('\n  ');
});

async function inOneServer(nodeOptions: readonly string[]): Promise<string> {
  const server = await startServerWith({ nodeOptions }, 'inventory', 'rostering', '--seed', 'empty');
  try {
    return await crowd(server.url);
  } finally {
    await server.stop();
  }
}

async function withWorkers(isPlanted: boolean): Promise<string> {
  const topology = await startTopology({
    servers: 2,
    workers: 2,
    serverArguments: ['inventory', 'rostering', '--seed', 'empty', '--compute', 'elsewhere'],
  });
  try {
    if (isPlanted) await topology.postgres?.run(topology.database, inOneLine);
    return await crowd(topology.url);
  } finally {
    await topology.close();
  }
}

const inOneLine = `
  CREATE SEQUENCE understudy.one_line;
  CREATE FUNCTION understudy.in_one_line() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.number := nextval('understudy.one_line'); RETURN NEW; END $$;
  CREATE TRIGGER in_one_line BEFORE INSERT ON understudy.work
    FOR EACH ROW EXECUTE FUNCTION understudy.in_one_line();`;

async function crowd(url: string): Promise<string> {
  const [greedy, other] = [`${url}/~greedy`, `${url}/~other`];
  const [ofGreedy, ofOther] = await Promise.all([ready(greedy, trainings), ready(other, 1)]);
  await train(other, ofOther, idsOf(0));
  await settled(other);
  const alone = await forecast(other, ofOther);
  const rosters = await Promise.all([1, 2, 3].map(() => endlessRoster(greedy)));
  await Promise.all(Array.from({ length: trainings }, (_, index) => train(greedy, ofGreedy, idsOf(index))));
  const beside = await forecast(other, ofOther);
  const [wanted] = (await jobsIn(other)).filter(({ kind }) => kind === 'prediction').slice(-1);
  // Both sandboxes have the clock of this machine.
  const { acceptedAt = '', finishedAt = '' } = wanted ?? {};
  const ends = (await jobsIn(greedy)).filter(({ kind }) => kind === 'training').map((job) => job.finishedAt ?? '9');
  await Promise.all(rosters.map((roster) => roster.stop()));
  const waiting = ends.filter((end) => end > acceptedAt).length;
  const meanwhile = ends.filter((end) => end > acceptedAt && end <= finishedAt).length;
  if (waiting < 2 * most) throw new Error(`Only ${waiting} trainings waited: the trial needs more of them`);
  if (meanwhile > most) throw new GateFailed(`${meanwhile} of ${waiting} trainings that waited ${found}`);
  return `of ${waiting} trainings that waited ${meanwhile} were done before the forecast of another user, which took ${beside.toFixed(0)} ms, ${alone.toFixed(0)} alone`;
}

function idsOf(training: number): string[] {
  return Array.from({ length: datasets }, (_, index) => `d${training}-${index}`);
}

async function ready(base: string, count: number): Promise<TenantHeaders> {
  const headers = await authorize(base, 'tenant');
  for (let training = 0; training < count; training += 1) await uploadDatasets(base, headers, idsOf(training), 1000);
  return headers;
}

/** Returns the milliseconds from the request to the result. */
async function forecast(base: string, headers: TenantHeaders): Promise<number> {
  const begun = performance.now();
  const status = await ended(base, headers, await predict(base, headers, idsOf(0).slice(0, 1)), 10);
  if (status !== 'success') throw new Error(`The forecast finished with ${status}`);
  return performance.now() - begun;
}

interface Job {
  readonly kind: string;
  readonly acceptedAt: string;
  readonly finishedAt?: string;
}

async function jobsIn(base: string): Promise<readonly Job[]> {
  const { jobs } = expectStatus<{ jobs: Job[] }>(200, await callJson('GET', `${base}/_sim/jobs`, undefined));
  return jobs;
}

async function settled(base: string): Promise<void> {
  while ((await jobsIn(base)).some(({ finishedAt }) => finishedAt === undefined)) await sleep(50);
}
