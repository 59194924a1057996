import type { WorkerFunction, WorkerPool } from '@understudy/kernel';
import type { WorkOutcome } from './work-queue-table.js';
import type { ClaimedWork, WorkerTable } from './worker-table.js';

export interface RunningJob {
  readonly isLive: boolean;
  /** How the work ended: `lost` if it was abandoned or another worker took it. */
  readonly ended: Promise<'done' | 'failed' | 'stopped' | 'lost'>;
  stop(): void;
  giveUp(): void;
}

/** Maximum number of attempts if workers crash. */
const mostAttempts = 25;

interface Order {
  readonly work: WorkerFunction;
  readonly row: ClaimedWork;
  readonly pool: WorkerPool;
  readonly rows: WorkerTable;
}

/** Runs a job, reports its progress and stores its outcome. */
export function runJob({ work, row, pool, rows }: Order): RunningJob {
  const { id, sandbox, input, scale, attempts } = row;
  let isGivenUp = false;
  let loseIt = (_ended: 'lost') => {};
  const givenUp = new Promise<'lost'>((resolve) => {
    loseIt = resolve;
  });
  let isStopped = row.stopped;
  let stopLive = () => {};
  const stop = () => {
    isStopped = true;
    stopLive();
  };
  const giveUp = () => {
    isGivenUp = true;
    loseIt('lost');
    stop();
  };
  let reports: unknown[] = [];
  let number = 0;
  let writing = Promise.resolve();
  const write = async () => {
    // This worker may have taken the same work again.
    if (isGivenUp || reports.length === 0) return;
    number += 1;
    await rows.report(id, number, reports.shift());
  };
  const report = (output: unknown) => {
    // A new report replaces one that is still waiting.
    if (scale !== 0) reports = [];
    reports.push(output);
    writing = writing.then(write).catch(giveUp);
  };
  const order = { ...work, sandbox, input };
  const compute = async (): Promise<WorkOutcome> => {
    if (attempts > mostAttempts) return { failure: `Its worker ended ${mostAttempts} times while it computed this` };
    try {
      if (scale === null) return { output: await pool.run(order) };
      const live = pool.runLive(order, scale, report);
      stopLive = live.stop;
      if (isStopped) live.stop();
      return { output: await live.output };
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  };
  const finish = async () => {
    const end = await compute();
    await writing;
    if (isGivenUp || !(await rows.end(id, end))) return 'lost';
    return 'failure' in end ? 'failed' : isStopped ? 'stopped' : 'done';
  };
  return { isLive: scale !== null, ended: Promise.race([finish(), givenUp]), stop, giveUp };
}
