import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { forecast, type Sale, train } from '@understudy/engine-forecasting';
import { dateOf, salesOf } from './evaluate.ts';
import { families } from './families.ts';
import { report } from './figures.ts';

const datasets = 500;
const days = 730;
const threads = 2;
const repetitions = 3;

/** 500 datasets of 730 days, trained and forecast 28 days ahead in two worker threads that have just started. */
export async function reportSpeed(): Promise<void> {
  const daily = families.filter(({ frequency }) => frequency === 'D');
  const work = Array.from({ length: datasets }, (_, index) => {
    const values = daily[index % daily.length]?.make(index) ?? [];
    return salesOf(values.slice(0, days), 'D');
  });
  const seconds: number[] = [];
  let processorTime = 0;
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const took = await trainAll(work);
    seconds.push(took.seconds);
    processorTime += took.processorTime;
  }
  const perDataset = processorTime / repetitions / datasets;
  seconds.sort((a, b) => a - b);
  const all = seconds.map((value) => value.toFixed(2)).join(', ');
  report(
    `${datasets} datasets x ${days} days, train and forecast, s`,
    Math.min(...seconds),
    '<=',
    2,
    `${threads} threads on ${availableParallelism()} cores, best of ${all}; ${perDataset.toFixed(1)} ms of processor time a dataset, with compiling`,
  );
}

interface Effort {
  readonly seconds: number;
  /** Milliseconds of all threads. */
  readonly processorTime: number;
}

async function trainAll(work: readonly (readonly Sale[])[]): Promise<Effort> {
  const share = Math.ceil(work.length / threads);
  const currentDate = dateOf(days, 'D');
  const workers = Array.from(
    { length: threads },
    (_, index) =>
      new Worker(new URL('./speed.ts', import.meta.url), {
        workerData: { work: work.slice(index * share, (index + 1) * share), currentDate },
      }),
  );
  // The modules are loaded and the data has arrived. Training has not begun.
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const started = performance.now();
  const before = process.cpuUsage();
  const done = workers.map((worker) => once(worker, 'message'));
  for (const worker of workers) worker.postMessage('start');
  const counts: number[] = (await Promise.all(done)).flat();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  await Promise.all(workers.map((worker) => worker.terminate()));
  const points = counts.reduce((sum, count) => sum + count, 0);
  if (points !== work.length * 28) throw new Error(`${points} forecast points came back, not ${work.length * 28}.`);
  return { seconds, processorTime: (user + system) / 1000 };
}

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  port.once('message', () => {
    const { work, currentDate }: { work: readonly Sale[][]; currentDate: string } = workerData;
    let points = 0;
    for (const sales of work) {
      const model = train(sales, { frequency: 'D', horizon: 28, currentDate });
      points += forecast(model, sales, { currentDate }).length;
    }
    port.postMessage(points);
  });
  port.postMessage('ready');
}
