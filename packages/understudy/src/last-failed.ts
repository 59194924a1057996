import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type RunResult, toWorkflowKey } from '@understudy/conformance';
import { stringifyJson } from '@understudy/contract';
import { cacheFile } from './cache-file.js';
import { UsageError } from './usage-error.js';

/** Stores the failed workflows of a run for `--last-failed`. Never throws, so that a run cannot fail because of it. */
export async function storeFailed({ workflows }: RunResult): Promise<void> {
  const failed = workflows
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ file, workflowId }) => toWorkflowKey(file, workflowId));
  const file = cacheFile('last-failed.json');
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, stringifyJson({ failed }));
  } catch {
    // Nothing is stored if the folder is not writable.
  }
}

/**
 * Returns the keys of the workflows that failed in the last run in this folder.
 *
 * @throws UsageError without a last run
 */
export async function readLastFailed(): Promise<string[]> {
  try {
    const { failed }: { failed: string[] } = JSON.parse(await readFile(cacheFile('last-failed.json'), 'utf8'));
    return failed;
  } catch {
    throw new UsageError('No run is recorded in this folder yet. First run without --last-failed');
  }
}
