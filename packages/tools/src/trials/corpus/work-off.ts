import { createInterface } from 'node:readline';
import { spawnChild } from '../../managed-process.ts';

interface Work<Result> {
  /** A script that handles the files in its arguments, and prints a line for each, and others for its progress. */
  readonly script: string;
  readonly args: readonly string[];
  /** Parallel processes. A process keeps what it has compiled, so that each batch gets a new one. */
  readonly jobs: number;
  readonly batchSize: number;
  /** Milliseconds without progress, which stop a process. */
  readonly limitMs: number;
  take(result: Result): void;
  /** The result of a file whose process makes no progress, or ends. */
  stuck(file: string): Result;
}

/** Handles files in batches, each in a process, and goes on after the one that stops a process. */
export async function workOff<Result>(files: readonly string[], work: Work<Result>): Promise<void> {
  const left = [...files];
  const next = async () => {
    while (left.length > 0) {
      const batch = left.splice(0, work.batchSize);
      const done = await workBatch(batch, work);
      const [stuck, ...others] = batch.slice(done);
      if (stuck !== undefined) work.take(work.stuck(stuck));
      left.unshift(...others);
    }
  };
  await Promise.all(Array.from({ length: work.jobs }, next));
}

/** @returns how many files are done */
async function workBatch<Result>(files: readonly string[], work: Work<Result>): Promise<number> {
  const { script, args, limitMs, take } = work;
  const options = ['--max-old-space-size=3000', '--import', 'tsx', '--conditions=@understudy/source', script];
  const child = spawnChild(process.execPath, [...options, ...args, ...files]);
  child.stderr.resume();
  let done = 0;
  let alarm = setTimeout(() => child.kill('SIGKILL'), limitMs);
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(alarm);
    alarm = setTimeout(() => child.kill('SIGKILL'), limitMs);
    if (!line.startsWith('{')) continue;
    done += 1;
    take(JSON.parse(line));
  }
  clearTimeout(alarm);
  return done;
}
