import type { HandlerContext, JobKindWithInput } from '@understudy/kernel';
import { unusableWebhook } from '../errors.js';
import { ownerOf } from '../owner-of.js';
import type { AnalysisJobInput } from './job-outcome.js';
import { usableWebhook } from './usable-webhook.js';

/** Starts a job for the caller's tenant and returns 202 with its id. */
export async function startJob<Input extends AnalysisJobInput>(
  context: HandlerContext,
  tenantId: string,
  kind: JobKindWithInput<Input>,
  input: NoInfer<Input>,
) {
  const { webhook, label, datasetIds } = input;
  if (webhook !== undefined && usableWebhook(webhook) === undefined) return unusableWebhook(webhook.webhookUrl);
  const job = await context.jobs.start(kind, input, { owner: ownerOf(context, tenantId), keys: datasetIds });
  return { status: 202 as const, body: { jobId: job.id, message: `${label} job started` } };
}
