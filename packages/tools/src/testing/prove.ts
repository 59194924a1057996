import { afterAll, it } from 'vitest';
import { endChildren } from '../managed-process.ts';

interface ProofOptions {
  /** Time limit in seconds, after which the check fails. */
  readonly seconds: number;
  /** True if the check also runs in `npm test`. Otherwise, it only runs in `npm run verify`. */
  readonly quick?: boolean;
}

/**
 * A check of the entire system, with processes, browsers or databases, which are stopped after the file's tests.
 *
 * @param check resolves with the result as a sentence, which is printed
 */
export function prove(title: string, { seconds, quick = false }: ProofOptions, check: () => Promise<string>): void {
  it(title, { timeout: seconds * 1000, tags: quick ? [] : ['slow'] }, async () => {
    console.log(await check());
  });
}

afterAll(endChildren);

// If vitest has exited, nothing waits for the result, so exit. Temporary folders are deleted first.
process.once('disconnect', () => setImmediate(() => process.kill(process.pid, 'SIGKILL')));
