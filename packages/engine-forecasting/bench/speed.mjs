import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { dateOf, salesOf } from './evaluate.mjs';
import { families } from './generators.mjs';

const datasets = 500;
const days = 730;
const threads = 2;
const repetitions = 3;

/** 500 datasets of 730 days, trained and forecast 28 days ahead in two worker threads that have just started. */
export async function run(report) {
  const daily = families.filter(({ frequency }) => frequency === 'D');
  const work = Array.from({ length: datasets }, (_, index) =>
    salesOf(daily[index % daily.length].make(index).slice(0, days), 'D'),
  );
  const seconds = [];
  const before = process.cpuUsage();
  for (let repetition = 0; repetition < repetitions; repetition += 1) seconds.push(await trainAll(work));
  const { user, system } = process.cpuUsage(before);
  const perDataset = (user + system) / 1000 / repetitions / datasets;
  seconds.sort((a, b) => a - b);
  const all = seconds.map((value) => value.toFixed(2)).join(', ');
  report(
    `${datasets} datasets x ${days} days, train and forecast`,
    seconds[0],
    '<= s',
    2,
    `${threads} threads on ${availableParallelism()} cores, best of ${all}; ${perDataset.toFixed(1)} ms of processor time a dataset, with start and compiling`,
  );
}

async function trainAll(work) {
  const share = Math.ceil(work.length / threads);
  const currentDate = dateOf(days, 'D');
  const workers = Array.from(
    { length: threads },
    (_, index) =>
      new Worker(new URL('./speed-worker.mjs', import.meta.url), {
        workerData: { work: work.slice(index * share, (index + 1) * share), currentDate },
      }),
  );
  // Modules loaded and data handed over; nothing trained yet.
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const started = performance.now();
  const done = workers.map((worker) => once(worker, 'message'));
  for (const worker of workers) worker.postMessage('start');
  const counts = (await Promise.all(done)).flat();
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(workers.map((worker) => worker.terminate()));
  const points = counts.reduce((sum, count) => sum + count, 0);
  if (points !== work.length * 28) throw new Error(`${points} forecast points came back, not ${work.length * 28}.`);
  return seconds;
}
