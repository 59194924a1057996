import { createInterface } from 'node:readline';
import { spawnChild } from '../../managed-process.ts';

/** Parallel processes, and descriptions per process. A process caches compiled code. */
const [jobs, batchSize] = [2, 5];
/** A process is killed if it makes no progress for this long. */
const limitMs = 60_000;
/** Time limit for the checks of one description. */
export const checkSeconds = 20;

/** The result for a description, or its error. */
interface Checked {
  readonly file: string;
  readonly error?: string;
}

/** Checks the descriptions in this process's arguments, and prints a line of JSON for each. */
export async function checkFiles(check: (file: string) => Promise<Checked>): Promise<never> {
  for (const file of process.argv.slice(2)) {
    const result = await check(file).catch((error: unknown) => ({
      file,
      error: error instanceof Error ? error.message.slice(0, 300) : String(error),
    }));
    process.stdout.write(`${JSON.stringify(result)}\n`);
  }
  process.exit();
}

/** Prints a line that shows progress. */
export function tellProgress(): void {
  process.stdout.write('.\n');
}

/**
 * Checks descriptions in batches, each in a new process, and continues if a process stops.
 *
 * @param script name of a script in this folder that calls {@link checkFiles}
 */
export async function workOff<Result extends Checked>(files: readonly string[], script: string): Promise<Result[]> {
  const left = [...files];
  const results: Result[] = [];
  const take = (result: Result) => {
    results.push(result);
    if (results.length % 10 === 0) console.log(`${results.length} of ${files.length} descriptions`);
  };
  const next = async () => {
    while (left.length > 0) {
      const batch = left.splice(0, batchSize);
      const [stuck, ...others] = batch.slice(await workBatch(batch, script, take));
      if (stuck !== undefined) take({ file: stuck, error: 'no progress, or the process ended' } as Result);
      left.unshift(...others);
    }
  };
  await Promise.all(Array.from({ length: jobs }, next));
  return results;
}

/** @returns the number of processed files */
async function workBatch<Result>(files: readonly string[], script: string, take: (result: Result) => void) {
  const options = ['--max-old-space-size=3000', '--import', 'tsx', '--conditions=@understudy/source'];
  const child = spawnChild(process.execPath, [...options, `packages/tools/src/trials/corpus/${script}`, ...files]);
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
