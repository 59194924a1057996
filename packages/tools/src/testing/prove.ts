import { afterAll, it } from 'vitest';
import { endChildren } from '../managed-process.ts';

interface ProofOptions {
  /** After which the check fails. */
  readonly seconds: number;
  /** Runs in `npm test` too. Otherwise only in `npm run verify`. */
  readonly quick?: boolean;
}

/**
 * A check of the whole system, with processes, browsers or databases. They end with the file.
 *
 * @param check resolves with the result as a sentence, which is printed
 */
export function prove(title: string, { seconds, quick = false }: ProofOptions, check: () => Promise<string>): void {
  it(title, { timeout: seconds * 1000, tags: quick ? [] : ['slow'] }, async () => {
    console.log(await check());
  });
}

afterAll(endChildren);

// Without vitest, nobody waits for the result. Folders are removed first.
process.once('disconnect', () => setImmediate(() => process.kill(process.pid, 'SIGKILL')));
