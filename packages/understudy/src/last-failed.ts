import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type RunResult, workflowKey } from '@understudy/conformance';
import { WrongUse } from './wrong-use.js';

/** Keeps which workflows failed, for `--last-failed` in the same folder. Never throws: a run does not fail for it. */
export async function rememberFailed({ workflows }: RunResult): Promise<void> {
  const failed = workflows
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ file, workflowId }) => workflowKey(file, workflowId));
  const file = memory();
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ failed }));
  } catch {
    // A folder that cannot be written has no memory.
  }
}

/**
 * The workflows that failed when `run` was called here last, as `workflowKey` names them.
 *
 * @throws WrongUse when it was not called here
 */
export async function lastFailed(): Promise<string[]> {
  try {
    const { failed }: { failed: string[] } = JSON.parse(await readFile(memory(), 'utf8'));
    return failed;
  } catch {
    throw new WrongUse('Nothing is known of a last run in this folder; run once without --last-failed');
  }
}

/** Beside what other tools keep between calls; for a folder without packages, with the temporary files. */
function memory(): string {
  if (existsSync('node_modules')) return join('node_modules', '.cache', 'understudy', 'last-failed.json');
  const here = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 16);
  return join(tmpdir(), `understudy-${here}`, 'last-failed.json');
}
