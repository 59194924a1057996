import type { HandlerContext, JobKindWithInput } from '@understudy/kernel';
import { createReversedDatesError } from '../errors.js';
import { startJob } from '../jobs/analysis-job.js';
import type { AnalysisJobInput } from '../jobs/job-outcome.js';

/** Input of a deletion job. Both dates are inclusive (analysis.gap.delete-dates). */
export interface DeletionJobInput extends AnalysisJobInput {
  readonly datasetId: string;
  readonly fromDate?: string;
  readonly toDate?: string;
}

/** Serves Delete data: starts a job, without a webhook (analysis.data.delete, analysis.gap.delete-webhook). */
export async function deleteDatasetData(
  deletionJob: JobKindWithInput<DeletionJobInput>,
  {
    headers,
    path,
    query,
  }: {
    readonly headers: { readonly tenantId: string };
    readonly path: { readonly datasetId: string };
    readonly query: { readonly fromDate?: string; readonly toDate?: string };
  },
  context: HandlerContext,
) {
  const { fromDate, toDate } = query;
  if (fromDate !== undefined && toDate !== undefined && fromDate > toDate) {
    return createReversedDatesError(
      { pointer: '/query/fromDate', date: fromDate },
      { pointer: '/query/toDate', date: toDate },
    );
  }
  const { datasetId } = path;
  const input: DeletionJobInput = { label: 'Deletion', datasetIds: [datasetId], datasetId, ...query };
  const started = await startJob(context, headers.tenantId, deletionJob, input);
  // Documented with 200, unlike the other starters.
  return 'refused' in started ? started : { ...started, status: 200 as const };
}
