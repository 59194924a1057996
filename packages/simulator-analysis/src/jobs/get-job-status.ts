import type { Context } from '@understudy/kernel';
import { unknownJob } from '../errors.js';
import { findOwnJob } from './find-own-job.js';
import { type PresentMessage, presentJobStatus } from './present-job-status.js';

interface StatusInput {
  readonly headers: { readonly tenantId: string; readonly jobId: string };
}

/**
 * Serves Get job status. A presigned job is unknown until its upload has arrived (analysis.gap.status-before-upload).
 */
export async function getJobStatus<Message>(
  { headers }: StatusInput,
  context: Context,
  presentMessage: PresentMessage<Message>,
) {
  const job = await findOwnJob(context, headers.tenantId, headers.jobId);
  if (job === undefined) return unknownJob(headers.jobId);
  if (job.outcome === undefined) context.jobs.notePoll(job.id);
  return { status: 200 as const, body: presentJobStatus(job, presentMessage) };
}
