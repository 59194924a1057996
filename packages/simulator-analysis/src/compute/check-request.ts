import { findUsableWebhook } from '../jobs/find-usable-webhook.js';
import type { UploadedBody, ValueValidator } from './check-upload.js';
import { summarizeFindings } from './summarize-findings.js';

/**
 * Validates the body of a prediction within its job, because an uploaded body has not been validated
 * (analysis.gap.upload-prediction-body).
 */
export function checkRequest(
  work: UploadedBody,
  validate: ValueValidator,
): { readonly body: unknown } | { fault: string } {
  if (work.fault !== undefined) return { fault: work.fault };
  const body: unknown = work.text === undefined ? work.body : JSON.parse(work.text);
  const findings = validate(body);
  if (findings.length > 0) return { fault: summarizeFindings(findings) };
  const { webhook } = Object(body);
  if (webhook === undefined || webhook === null || findUsableWebhook(webhook) !== undefined) return { body };
  return { fault: 'webhook is invalid: /webhookUrl must be an address' };
}
