import { wallTimeout } from '../clock.js';
import type { WebhookRequest } from './webhook-policy.js';

/** What became of one attempt. */
export interface SendReport {
  readonly outcome: 'delivered' | 'failed' | 'refused';
  readonly status?: number;
  readonly error?: string;
}

/** Sends one attempt by HTTP. Any 2xx is a delivery; a redirect is not followed and counts as a failure. */
export async function sendWebhook({ url, headers, body, policy }: WebhookRequest): Promise<SendReport> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: wallTimeout(policy.timeoutSeconds * 1000),
    });
    await response.body?.cancel();
    return reportOfStatus(response.status);
  } catch (error) {
    return { outcome: 'failed', error: reason(error, policy.timeoutSeconds) };
  }
}

/** What an answer's status means for a delivery. */
export function reportOfStatus(status: number): SendReport {
  if (status >= 200 && status < 300) return { outcome: 'delivered', status };
  return { outcome: 'failed', status, error: `The receiver answered ${status}; only 2xx counts as received` };
}

function reason(error: unknown, seconds: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `The receiver did not answer within ${seconds} seconds`;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  const why = code ?? (cause instanceof Error ? cause.message : error.message);
  return `The receiver could not be reached: ${why}`;
}
