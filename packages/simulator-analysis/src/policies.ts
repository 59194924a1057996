import type { WebhookPolicy } from '@understudy/kernel';

/** Seconds until a presigned URL expires: analysis.presign.validity. */
export const presignedUrlValiditySeconds = 60 * 60;

/** Default number of datasets on a page of results. The setting `pageSize` overrides it: analysis.gap.page-size. */
export const defaultPageSize = 100;
export const minPageSize = 10;

/**
 * One attempt without retries; any 2xx is a success: analysis.gap.webhook-retry. The delays apply when retries are
 * enabled.
 */
export const analysisWebhookPolicy: WebhookPolicy = {
  timeoutSeconds: 10,
  attempts: 1,
  retryDelaysSeconds: [60, 300, 1800],
};
