import { defineSetting, type WebhookPolicy } from '@understudy/kernel';

/** Seconds until a presigned URL expires: analysis.presign.validity. */
export const presignedUrlValiditySeconds = 60 * 60;

/** Default number of datasets on a page of results. The setting `pageSize` overrides it: analysis.gap.page-size. */
const defaultPageSize = 100;
const minPageSize = 10;

/**
 * One attempt without retries; any 2xx is a success: analysis.gap.webhook-retry. The delays apply when retries are
 * enabled.
 */
export const analysisWebhookPolicy: WebhookPolicy = {
  timeoutSeconds: 10,
  attempts: 1,
  retryDelaysSeconds: [60, 300, 1800],
};

/** The number of datasets on a page of results. Every analysis service has this setting. */
export const pageSizeSetting = defineSetting('pageSize', {
  value: defaultPageSize,
  allowed: `an integer of at least ${minPageSize}: datasets on a page of results`,
  accepts: (value): value is number => Number.isInteger(value) && Number(value) >= minPageSize,
});

export type AnalysisSettings = { readonly pageSize: typeof pageSizeSetting };
