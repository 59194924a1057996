import type { Context, JobRecord } from '@understudy/kernel';
import type { AnalysisJobInput, JobOutcome } from './job-outcome.js';

/** A job of the caller's tenant in this API; jobs of others are not disclosed (analysis.gap.job-scope). */
export async function findOwnJob(
  context: Context,
  tenantId: string,
  jobId: string,
): Promise<JobRecord<AnalysisJobInput, JobOutcome> | undefined> {
  const job = await context.jobs.find(jobId);
  if (job === undefined || job.owner.tenantId !== tenantId || job.owner.clientId !== context.caller?.clientId) {
    return undefined;
  }
  // Every job of an analysis service is started with such an input and ends with such an outcome.
  return job as JobRecord<AnalysisJobInput, JobOutcome>;
}
