import { isObject } from '@understudy/contract';
import type { Webhook } from './job-outcome.js';

/** What a header carries unchanged: printable ASCII without space at its ends. */
const sendable = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/**
 * A webhook of a request, when it can be called: one that fits the contract (analysis.gap.webhook-fields-required) and
 * whose address can be parsed besides, which no pattern of a contract can tell. A null key counts as absent.
 */
export function usableWebhook(value: unknown): Webhook | undefined {
  if (!isObject(value)) return undefined;
  const { webhookUrl, webhookApiKey } = value;
  if (typeof webhookUrl !== 'string' || !/^https?:\/\/\S+$/i.test(webhookUrl)) return undefined;
  if (!URL.canParse(webhookUrl)) return undefined;
  if (webhookApiKey === undefined || webhookApiKey === null) return { webhookUrl };
  return typeof webhookApiKey === 'string' && sendable.test(webhookApiKey) ? { webhookUrl, webhookApiKey } : undefined;
}
