import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type RunResult, toWorkflowKey } from '@understudy/conformance';
import { stringifyJson } from '@understudy/contract';
import { UsageError } from './usage-error.js';

/** Stores the failed workflows of a run for `--last-failed`. Never throws, so that a run cannot fail because of it. */
export async function storeFailed({ workflows }: RunResult): Promise<void> {
  const failed = workflows
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ file, workflowId }) => toWorkflowKey(file, workflowId));
  const file = memory();
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, stringifyJson({ failed }));
  } catch {
    // Nothing is stored if the folder is not writable.
  }
}

/**
 * Returns the workflow keys of the workflows that failed in the last run in this folder. @throws UsageError without a
 * last run
 */
export async function readLastFailed(): Promise<string[]> {
  try {
    const { failed }: { failed: string[] } = JSON.parse(await readFile(memory(), 'utf8'));
    return failed;
  } catch {
    throw new UsageError('No run is recorded in this folder yet. First run without --last-failed');
  }
}

/** Returns the file path, in the package cache or, if there are no packages, in the temporary folder. */
function memory(): string {
  if (existsSync('node_modules')) return join('node_modules', '.cache', 'understudy', 'last-failed.json');
  const here = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 16);
  return join(tmpdir(), `understudy-${here}`, 'last-failed.json');
}
