import type { Context } from '@understudy/kernel';
import type { AnalysisJobInput } from './job-outcome.js';

/** Starts a job for the caller's tenant and answers 202 with its id. */
export async function startJob(context: Context, tenantId: string, kind: string, input: AnalysisJobInput) {
  const owner = { clientId: context.caller?.clientId ?? '', tenantId };
  const job = await context.jobs.start({ kind, owner, keys: input.datasetIds, input });
  return { status: 202 as const, body: { jobId: job.id, message: `${input.label} job started` } };
}
