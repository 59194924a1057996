import type { WebhookPolicy } from '@understudy/kernel';

/** The policy of most services: four attempts with increasing delays. */
export const defaultWebhookPolicy: WebhookPolicy = {
  timeoutSeconds: 10,
  attempts: 4,
  retryDelaysSeconds: [10, 60, 600],
};
