import { createHmac } from 'node:crypto';
import { encodeWebhookBody } from './send-webhook.js';
import type { WebhookRequest, WebhookSignature } from './webhook-policy.js';

interface Message {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly body: string;
}

/** Creates the headers of a signature scheme. `header` replaces the name of the scheme's default header. */
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
  // One header that includes the time: `t=1700000000,v1=<hex>,v1=<hex>`.
  timestamped: ({ time, body }, secrets, header = 'webhook-signature') => ({
    [header]: [`t=${time}`, ...secrets.map((secret) => `v1=${hmac(secret, `${time}.${body}`, 'hex')}`)].join(','),
  }),
  // Separate headers for the time and the signature: `v0=<hex>`.
  versioned: ({ time, body }, secrets, header = 'x-signature') => ({
    [header.replace(/signature$/i, 'request-timestamp')]: String(time),
    [header]: secrets.map((secret) => `v0=${hmac(secret, `v0:${time}:${body}`, 'hex')}`).join(','),
  }),
  // Signs only the body: `sha256=<hex>`.
  body: ({ body }, secrets, header = 'x-signature-256') => ({
    [header]: secrets.map((secret) => `sha256=${hmac(secret, body, 'hex')}`).join(','),
  }),
  // Signs only the body: `<hex>`.
  hex: ({ body }, secrets, header = 'x-signature') => ({
    [header]: secrets.map((secret) => hmac(secret, body, 'hex')).join(','),
  }),
};

/**
 * Returns a webhook with its signature headers for this instant. Each attempt has its own signature but the same id.
 */
export function signWebhook(request: WebhookRequest, id: string, now: Date): WebhookRequest {
  const { signature } = request.policy;
  if (signature === undefined || signature.secrets.length === 0) return request;
  const message = { id, time: Math.floor(now.getTime() / 1000), body: encodeWebhookBody(request) ?? '' };
  return { ...request, headers: { ...request.headers, ...signMessage(signature, message) } };
}

/** Creates the headers with the signature of a message. */
export function signMessage({ scheme, secrets, header }: WebhookSignature, message: Message): Record<string, string> {
  return schemes[scheme](message, secrets, header);
}

/** Decodes a secret such as `whsec_<base64>`. Any other string is used as the key itself. */
function keyOf(secret: string): string | Buffer {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && encoded.length % 4 === 0 ? Buffer.from(encoded, 'base64') : secret;
}

function hmac(key: string | Buffer, text: string, encoding: 'base64' | 'hex'): string {
  return createHmac('sha256', key).update(text).digest(encoding);
}
