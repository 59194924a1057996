import { isObject } from '@understudy/contract';
import type { RequestedWebhook } from './job-outcome.js';

/** Values that a header transports unchanged: printable ASCII without leading or trailing space. */
const sendable = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/**
 * Returns the webhook of a request if it matches the contract and its URL can be parsed. A null key counts as missing.
 */
export function findUsableWebhook(value: unknown): RequestedWebhook | undefined {
  if (!isObject(value)) return undefined;
  const { webhookUrl, webhookApiKey } = value;
  if (typeof webhookUrl !== 'string' || !/^https?:\/\/\S+$/i.test(webhookUrl)) return undefined;
  if (!URL.canParse(webhookUrl)) return undefined;
  if (webhookApiKey === undefined || webhookApiKey === null) return { webhookUrl };
  return typeof webhookApiKey === 'string' && sendable.test(webhookApiKey) ? { webhookUrl, webhookApiKey } : undefined;
}
