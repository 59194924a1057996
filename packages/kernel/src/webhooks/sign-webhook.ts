import { createHmac } from 'node:crypto';
import { encodeWebhookBody } from './send-webhook.js';
import type { WebhookRequest, WebhookSignature } from './webhook-policy.js';

/** One message to sign. */
interface Message {
  readonly id: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly body: string;
}

/** How a scheme writes its headers; `header` is the name that replaces the usual one. */
type Scheme = (message: Message, secrets: readonly string[], header: string | undefined) => Record<string, string>;

const schemes: Readonly<Record<WebhookSignature['scheme'], Scheme>> = {
  // https://www.standardwebhooks.com
  standard: ({ id, time, body }, secrets) => ({
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': secrets
      .map((secret) => `v1,${hmac(keyOf(secret), `${id}.${time}.${body}`, 'base64')}`)
      .join(' '),
  }),
  // One header with its time: `t=1700000000,v1=<hex>,v1=<hex>`.
  timestamped: ({ time, body }, secrets, header = 'webhook-signature') => ({
    [header]: [`t=${time}`, ...secrets.map((secret) => `v1=${hmac(secret, `${time}.${body}`, 'hex')}`)].join(','),
  }),
  // Time and signature in a header each: `v0=<hex>`.
  versioned: ({ time, body }, secrets, header = 'x-signature') => ({
    [header.replace(/signature$/i, 'request-timestamp')]: String(time),
    [header]: secrets.map((secret) => `v0=${hmac(secret, `v0:${time}:${body}`, 'hex')}`).join(','),
  }),
  // The body alone: `sha256=<hex>`.
  body: ({ body }, secrets, header = 'x-signature-256') => ({
    [header]: secrets.map((secret) => `sha256=${hmac(secret, body, 'hex')}`).join(','),
  }),
};

/** A webhook with the headers that sign it at this instant; each attempt is signed by itself, under one id. */
export function signWebhook(request: WebhookRequest, id: string, now: Date): WebhookRequest {
  const { signature } = request.policy;
  if (signature === undefined || signature.secrets.length === 0) return request;
  const message = { id, time: Math.floor(now.getTime() / 1000), body: encodeWebhookBody(request) ?? '' };
  const headers = schemes[signature.scheme](message, signature.secrets, signature.header);
  return { ...request, headers: { ...request.headers, ...headers } };
}

/** The bytes of `whsec_<base64>`; any other text is its own key. */
function keyOf(secret: string): string | Buffer {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && encoded.length % 4 === 0 ? Buffer.from(encoded, 'base64') : secret;
}

function hmac(key: string | Buffer, text: string, encoding: 'base64' | 'hex'): string {
  return createHmac('sha256', key).update(text).digest(encoding);
}
