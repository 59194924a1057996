import type { WebhookPolicy } from '@understudy/kernel';

/** Seconds until a presigned URL expires: analysis.presign.validity. */
export const presignedUrlValiditySeconds = 60 * 60;

/** Datasets on a page of results. The setting `pageSize` overrides it: analysis.gap.page-size. */
export const defaultPageSize = 100;
export const minPageSize = 10;

/** One attempt, no retry, any 2xx is success: analysis.gap.webhook-retry. The delays count when retries are switched on. */
export const analysisWebhookPolicy: WebhookPolicy = {
  timeoutSeconds: 10,
  attempts: 1,
  retryDelaysSeconds: [60, 300, 1800],
};
