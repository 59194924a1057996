import type { HandlerContext, JobKindWithInput } from '@understudy/kernel';
import { createWebhookUrlError } from '../errors.js';
import { getDataOwner } from '../get-data-owner.js';
import { findUsableWebhook } from './find-usable-webhook.js';
import type { AnalysisJobInput } from './job-outcome.js';

/** Starts a job for the caller's tenant and returns 202 with its id. */
export async function startJob<Input extends AnalysisJobInput>(
  context: HandlerContext,
  tenantId: string,
  kind: JobKindWithInput<Input>,
  input: NoInfer<Input>,
) {
  const { webhook, label, datasetIds } = input;
  if (webhook !== undefined && findUsableWebhook(webhook) === undefined)
    return createWebhookUrlError(webhook.webhookUrl);
  const job = await context.jobs.start(kind, input, { owner: getDataOwner(context, tenantId), keys: datasetIds });
  return { status: 202 as const, body: { jobId: job.id, message: `${label} job started` } };
}
