import type { Context, Refusal } from '@understudy/kernel';
import { collections } from '../entities.js';
import { jobIsRunning, noResultsOf, unknownJob } from '../errors.js';
import { findOwnJob } from '../jobs/find-own-job.js';

/** The results of one job. Collection `results`, key: the job's id. */
export interface StoredResults<Item> {
  readonly items: readonly Item[];
  /** Size of all items, where the service limits it; from above its limit the items themselves are not kept. */
  readonly bytes?: number;
}

/**
 * The results of a finished job of a kind; 404 for a running one, one of another kind and one that is not the caller's
 * (analysis.gap.results-while-running, analysis.gap.job-scope, analysis.gap.results-of-invalid-job).
 */
export async function findResults<Item>(
  context: Context,
  { tenantId, jobId }: { readonly tenantId: string; readonly jobId: string },
  kind: string,
): Promise<(StoredResults<Item> & { readonly message: string }) | Refusal> {
  const job = await findOwnJob(context, tenantId, jobId);
  if (job === undefined) return unknownJob(jobId);
  if (job.kind !== kind) return noResultsOf(jobId, job.kind);
  if (job.outcome === undefined) return jobIsRunning(jobId);
  const stored = await context.scope.collection<StoredResults<Item>>(collections.results).get(jobId);
  const { label } = job.input;
  const message =
    job.status === 'success'
      ? `${label} results fetched`
      : `${label} results fetched; some datasets were invalid and have none. ${job.outcome.message}`;
  return { items: [], ...stored, message };
}
