import type { Context } from '@understudy/kernel';
import { unusableWebhook } from '../errors.js';
import { ownerOf } from '../owner-of.js';
import type { AnalysisJobInput } from './job-outcome.js';
import { usableWebhook } from './usable-webhook.js';

/** Starts a job for the caller's tenant and answers 202 with its id. */
export async function startJob(context: Context, tenantId: string, kind: string, input: AnalysisJobInput) {
  const { webhook, label, datasetIds } = input;
  if (webhook !== undefined && usableWebhook(webhook) === undefined) return unusableWebhook(webhook.webhookUrl);
  const job = await context.jobs.start({ kind, owner: ownerOf(context, tenantId), keys: datasetIds, input });
  return { status: 202 as const, body: { jobId: job.id, message: `${label} job started` } };
}
