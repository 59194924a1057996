import {
  type CollectionDefinition,
  type HandlerContext,
  type JobRecord,
  jobRecords,
  type Owner,
} from '@understudy/kernel';
import { createUnknownJobError } from '../errors.js';
import type { AnalysisJobInput, DatasetOutcome, JobOutcome } from './job-outcome.js';

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

/** Serves Get job status. Returns 404 before the upload of a presigned job (analysis.gap.status-before-upload). */
export async function getJobStatus<Message>(
  { headers }: { readonly headers: { readonly tenantId: string; readonly jobId: string } },
  context: HandlerContext,
  presentMessage: PresentMessage<Message>,
) {
  const job = await findOwnJob(context, headers.tenantId, headers.jobId);
  if (job === undefined) return createUnknownJobError(headers.jobId);
  if (job.outcome === undefined) context.jobs.notePoll(job.id);
  return { status: 200 as const, body: presentJobStatus(job, presentMessage) };
}

/** Formats the message of a dataset: an object for inventory, plain text for the others. */
type PresentMessage<Message> = (dataset: DatasetOutcome) => Message;

/** Returns the status body, without datasets while the job runs (analysis.gap.datasets-status-running). */
function presentJobStatus<Message>(job: JobRecord<unknown, JobOutcome>, presentMessage: PresentMessage<Message>) {
  if (job.outcome === undefined) {
    return { status: 'inProgress' as const, message: 'Job is in progress', datasetsStatus: [] };
  }
  return {
    status: job.status === 'success' ? ('success' as const) : ('invalid' as const),
    message: job.outcome.message,
    datasetsStatus: job.outcome.datasets.map((dataset) => ({
      datasetId: dataset.datasetId,
      status: dataset.status,
      message: presentMessage(dataset),
    })),
  };
}

/**
 * Returns the owner of the data of a request, which is the caller's tenant.
 * @throws Error on an operation without a token
 */
export function getDataOwner({ caller, operation }: HandlerContext, tenantId: string): Owner {
  if (caller === undefined) throw new Error(`${operation.operationId} needs no token, so it has no caller`);
  return { clientId: caller.clientId, tenantId };
}
