import { decodePercent } from '@understudy/contract';
import type { WebhookMethod, WebhookRequest } from './webhook-policy.js';

/** An HTTP request whose URL contains no credentials. */
export interface WebhookHttpRequest {
  readonly method: WebhookMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Converts a webhook to an HTTP request. Trims header values, and sends credentials in the URL as HTTP Basic.
 * @throws TypeError for an invalid header
 */
export function toHttpRequest({
  url,
  headers,
  method = 'POST',
}: Pick<WebhookRequest, 'url' | 'headers' | 'method'>): WebhookHttpRequest {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    try {
      sent.set(name, value);
    } catch {
      throw new TypeError(`the header ${name} has an invalid name or value`);
    }
  }
  const address = new URL(url);
  const { username, password } = address;
  if (username === '' && password === '') return { method, url, headers: Object.fromEntries(sent) };
  address.username = '';
  address.password = '';
  if (!sent.has('authorization')) {
    const credentials = [username, password].map((part) => decodePercent(part) ?? part).join(':');
    sent.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  }
  return { method, url: address.href, headers: Object.fromEntries(sent) };
}
