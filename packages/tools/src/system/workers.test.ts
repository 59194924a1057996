// Jobs in worker processes with a shared database queue: the result equals that of a single process, also when a
// worker is killed during a job; streamed work reports how it continues and stops on request.
import { setTimeout as sleep } from 'node:timers/promises';
import { callJson } from '../clients/call.ts';
import { authorize, ended, expectStatus, predict, train, uploadDatasets } from '../clients/inventory-client.ts';
import { GateFailed, startServer } from '../gate.ts';
import { endlessRoster } from '../testing/endless-roster.ts';
import { prove } from '../testing/prove.ts';
import { startTopology, type Topology } from '../topology/start-topology.ts';

const serverArguments = ['inventory', 'rostering', '--seed', 'empty', '--random-seed', 'workers'];
/** Training them takes a second or more, so that it is seen in the queue. */
const datasets = Array.from({ length: 72 }, (_, index) => `d${index}`);
/** Maximum time from the end of a worker to the result of its job, in addition to the computation. */
const mostToNotice = 6000;

prove('computes the same results in worker processes, even if one is killed', { seconds: 400 }, async () => {
  const alone = await startServer(...serverArguments);
  const expected = await trained(alone.url, 'expected');
  await alone.stop();
  const topology = await startTopology({ servers: 2, workers: 2, serverArguments });
  try {
    return [
      await sameResult(topology, expected.forecast),
      await killedWorker(topology, expected),
      await liveWork(topology),
      await restarts(topology, expected.forecast),
      await withoutWorkers(topology, expected.forecast),
    ].join('\n  ');
  } finally {
    await topology.close();
  }
});

async function sameResult({ url }: Topology, expected: string): Promise<string> {
  const { forecast, milliseconds } = await trained(url, 'same');
  mustBeSame(forecast, expected, 'a worker');
  return `a training and its forecast by a worker (${milliseconds} ms) are byte for byte those of one process`;
}

async function killedWorker(topology: Topology, { forecast, milliseconds }: Trained): Promise<string> {
  const [first, second] = topology.workers;
  if (first === undefined || second === undefined) throw new Error('There are too few workers');
  await second.end('SIGTERM');
  let killed = 0;
  const seen = await trained(topology.url, 'killed', async () => {
    await untilAtWork(topology);
    await first.end('SIGKILL');
    killed = performance.now();
    if (!(await isAtWork(topology))) throw new Error('The training is too short: no worker was killed during it');
    await second.start();
  });
  const later = Math.round(seen.ended - killed);
  mustBeSame(seen.forecast, forecast, 'the second worker, after the first one was killed,');
  if (later > milliseconds + mostToNotice)
    throw new GateFailed(`The work of a killed worker was done after ${later} ms`);
  await first.start();
  return `the same after kill -9 of the worker in the middle of the training, ${later} ms after it; by one process it takes ${milliseconds} ms`;
}

async function liveWork(topology: Topology): Promise<string> {
  const base = `${topology.url}/~live`;
  const roster = await endlessRoster(base);
  const scores: string[] = [];
  while (scores.length < 3) {
    const score = JSON.stringify(await roster.score());
    if (score !== undefined && !scores.includes(score)) scores.push(score);
    await sleep(20);
  }
  const status = await roster.status();
  if (status !== 'running') throw new GateFailed(`A roster in progress is ${status}`);
  const begun = performance.now();
  await roster.stop();
  while ((await roster.status()) !== 'stopped') await sleep(20);
  const stopped = performance.now() - begun;
  // A worker that does not hear of it would be busy for ten minutes.
  while (await isAtWork(topology)) {
    if (performance.now() - begun > 5000) throw new GateFailed('The roster was stopped, but its worker continues');
    await sleep(50);
  }
  const free = performance.now() - begun;
  return `a roster told ${scores.length} better ones while it was computed, stopped after ${stopped.toFixed(0)} ms, and its worker was free after ${free.toFixed(0)}`;
}

/** The database restarts repeatedly under load: the workers must be the same processes and still accept work. */
async function restarts(topology: Topology, expected: string): Promise<string> {
  const pids = () => String(topology.workers.map(({ pid }) => pid));
  const before = pids();
  for (let round = 0; round < 12; round += 1) {
    const load = Promise.allSettled([1, 2].map((index) => trained(topology.url, `restarts-${round}-${index}`)));
    await sleep(500 + 50 * round);
    await topology.postgres?.restart();
    if (round % 4 === 3) await load;
  }
  const { forecast } = await trained(topology.url, 'restarts', () => untilAtWork(topology));
  mustBeSame(forecast, expected, 'workers after 12 restarts of the database');
  if (pids() !== before) throw new GateFailed(`A worker ended: ${before} became ${pids()}\n${topology.complaints()}`);
  return 'both workers are alive after 12 restarts of the database under load, and train on';
}

async function withoutWorkers(topology: Topology, expected: string): Promise<string> {
  let later = '';
  const { forecast } = await trained(topology.url, 'without', async () => {
    await Promise.all(topology.workers.map((worker) => worker.end('SIGKILL')));
    later = ', killed in the middle of it';
  });
  mustBeSame(forecast, expected, 'servers without workers');
  if (!/No worker is there/.test(topology.complaints())) throw new GateFailed('No server has reported missing workers');
  return `the same by the servers themselves when all workers are gone${later}, and they say so`;
}

/** Returns whether any worker is busy. */
async function isAtWork({ postgres, database }: Topology): Promise<boolean> {
  const rows = await postgres?.run(database, 'SELECT 1 FROM understudy.work WHERE worker IS NOT NULL AND NOT done');
  return rows !== undefined && rows.length > 0;
}

async function untilAtWork(topology: Topology): Promise<void> {
  const begun = performance.now();
  while (!(await isAtWork(topology))) {
    if (performance.now() - begun > 20_000) throw new GateFailed('No worker was seen at work in 20 s');
    await sleep(10);
  }
}

interface Trained {
  readonly forecast: string;
  /** Of the training. */
  readonly milliseconds: number;
  readonly ended: number;
}

/** Uploads, trains and forecasts in a sandbox with a stopped clock, for a comparison byte by byte. */
async function trained(url: string, name: string, meanwhile?: () => Promise<void>): Promise<Trained> {
  const made = await callJson('POST', `${url}/_sim/sandboxes`, { name, clock: 'manual', randomSeed: 'same' });
  expectStatus(201, made);
  const base = `${url}/~${name}`;
  const headers = await authorize(base, 'tenant');
  await uploadDatasets(base, headers, datasets, 1000);
  const begun = performance.now();
  const jobId = await train(base, headers, datasets);
  await meanwhile?.();
  const status = await ended(base, headers, jobId, 20);
  const done = performance.now();
  const milliseconds = Math.round(done - begun);
  if (status !== 'success') throw new GateFailed(`The training in ${name} finished with ${status}`);
  const forecastId = await predict(base, headers, datasets);
  await ended(base, headers, forecastId, 20);
  const results = await callJson('GET', `${base}/io/results`, undefined, { ...headers, jobId: forecastId });
  expectStatus(200, results);
  return { forecast: results.text.replaceAll(forecastId, '<job>'), milliseconds, ended: done };
}

function mustBeSame(seen: string, expected: string, whose: string): void {
  if (seen === expected) return;
  let at = 0;
  while (seen[at] === expected[at]) at += 1;
  const excerpt = (text: string) => text.slice(Math.max(0, at - 40), at + 80);
  throw new GateFailed(`The forecast of ${whose} differs: ${excerpt(seen)} instead of ${excerpt(expected)}`);
}
