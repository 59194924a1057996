import { type CollectionDefinition, type HandlerContext, type JobRecord, jobRecords } from '@understudy/kernel';
import type { AnalysisJobInput, JobOutcome } from './job-outcome.js';

const analysisJobs: CollectionDefinition<JobRecord<AnalysisJobInput, JobOutcome>> = jobRecords;

/**
 * Finds a job of the caller's tenant in this API. Jobs of other tenants look like unknown ones
 * (analysis.gap.job-scope).
 */
export async function findOwnJob(
  context: HandlerContext,
  tenantId: string,
  jobId: string,
): Promise<JobRecord<AnalysisJobInput, JobOutcome> | undefined> {
  const job = await context.scopes.shared.collection(analysisJobs).get(jobId);
  if (job === undefined || job.owner.tenantId !== tenantId || job.owner.clientId !== context.caller?.clientId) {
    return undefined;
  }
  return job;
}
