import { decodePercent, stringifyJson } from '@understudy/contract';
import { isControlPath, isInboxPath, isLoopback } from '../transport/sandbox-address.js';
import type { WebhookMethod, WebhookPolicy, WebhookRequest } from './webhook-policy.js';

export interface SendReport {
  readonly outcome: 'delivered' | 'failed' | 'refused';
  readonly status?: number;
  readonly error?: string;
}

/**
 * Sends a request without following redirects. @returns the status once the response is complete @throws TimeoutError
 */
export type PostWebhook = (
  request: WebhookHttpRequest,
  body: string | undefined,
  timeoutSeconds: number,
) => Promise<number>;

/** An HTTP request whose URL contains no credentials. */
export interface WebhookHttpRequest {
  readonly method: WebhookMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes one delivery attempt. A redirect counts as a failure. */
export async function sendWebhook(request: WebhookRequest, post: PostWebhook): Promise<SendReport> {
  const { policy } = request;
  try {
    const status = await post(toHttpRequest(request), encodeWebhookBody(request), policy.timeoutSeconds);
    return createStatusReport(status, policy);
  } catch (error) {
    return createErrorReport(error, policy);
  }
}

/** Encodes a body as sent: a form as text, anything else as JSON. Returns undefined if there is no body. */
export function encodeWebhookBody({ body, headers }: Pick<WebhookRequest, 'body' | 'headers'>): string | undefined {
  if (typeof body === 'string' && headers['content-type'] === 'application/x-www-form-urlencoded') return body;
  return body === undefined ? undefined : stringifyJson(body);
}

export function createErrorReport(error: unknown, policy: WebhookPolicy): SendReport {
  if (!(error instanceof Error)) return { outcome: 'failed', error: String(error) };
  if (error.name === 'TimeoutError') return createTimeoutReport(policy);
  const { cause = error } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  const why = code ?? (cause instanceof Error ? cause.message : error.message);
  return { outcome: 'failed', error: `The receiver could not be reached: ${why}` };
}

export function createStatusReport(status: number, { successStatuses }: WebhookPolicy): SendReport {
  const received = successStatuses?.includes(status) ?? (status >= 200 && status < 300);
  if (received) return { outcome: 'delivered', status };
  const allowed = successStatuses === undefined ? '2xx counts' : `${successStatuses.join(', ')} count`;
  return { outcome: 'failed', status, error: `The receiver returned ${status}; only ${allowed} as received` };
}

export function createTimeoutReport({ timeoutSeconds }: WebhookPolicy): SendReport {
  return { outcome: 'failed', error: `The receiver did not finish its response within ${timeoutSeconds} seconds` };
}

/**
 * Returns why a webhook must not be sent; undefined if it can be. Only loopback and allowed hosts can be reached, and
 * within a control plane only inboxes. Otherwise a page could call a control plane through webhooks of a simulated API.
 */
export function checkReceiver(url: string, allowedHosts: readonly string[]): SendReport | undefined {
  if (!URL.canParse(url)) return { outcome: 'refused', error: `"${url}" is not a URL` };
  const { hostname, origin, pathname } = new URL(url);
  if (isControlPath(pathname) && !isInboxPath(pathname)) {
    const error = `Webhooks can reach only the inboxes of a control plane, such as ${origin}/_sim/inbox/mine`;
    return { outcome: 'refused', error };
  }
  if (isLoopback(hostname) || allowedHosts.includes(hostname)) return undefined;
  return {
    outcome: 'refused',
    error: `Webhooks are sent only to loopback; to reach ${hostname}, allow it with --allowed-webhook-hosts ${hostname}`,
  };
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
