import type { CollectionDefinition, ErrorResult, HandlerContext } from '@understudy/kernel';
import type { StoredResults } from '../entities.js';
import { createJobRunningError, createNoResultsError, createUnknownJobError } from '../errors.js';
import { findOwnJob } from '../jobs/find-own-job.js';

/**
 * Finds the results of a finished job of a kind, or a 404 (analysis.gap.results-while-running, analysis.gap.job-scope).
 */
export async function findResults<Item>(
  context: HandlerContext,
  { tenantId, jobId }: { readonly tenantId: string; readonly jobId: string },
  kind: { readonly name: string },
  results: CollectionDefinition<StoredResults<Item>>,
): Promise<(StoredResults<Item> & { readonly message: string; readonly records: number }) | ErrorResult> {
  const job = await findOwnJob(context, tenantId, jobId);
  if (job === undefined) return createUnknownJobError(jobId);
  if (job.kind !== kind.name) return createNoResultsError(jobId, job.kind);
  if (job.outcome === undefined) return createJobRunningError(jobId);
  const stored = await context.scope.collection(results).get(jobId);
  const { label, records = 0 } = job.input;
  const message =
    job.status === 'success'
      ? `${label} results fetched`
      : `${label} results fetched; some datasets were invalid and have none. ${job.outcome.message}`;
  return { items: [], ...stored, message, records };
}
