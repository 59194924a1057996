import type { WebhookMethod, WebhookRequest } from './webhook-policy.js';

/** What a receiver gets: the method, the address without credentials, and the headers with lower-case names. */
export interface WebhookHttpRequest {
  readonly method: WebhookMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A webhook as HTTP carries it, for sockets and for inboxes of our own alike: values lose the space around them, and user and
 * password of the address travel as HTTP Basic unless the request has an `authorization` of its own.
 *
 * @throws TypeError when a name or a value cannot be sent as a header, such as one with a line break or with letters beyond
 *   Latin-1
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
      throw new TypeError(`the header ${name} has a name or a value that HTTP cannot carry`);
    }
  }
  const address = new URL(url);
  const { username, password } = address;
  if (username === '' && password === '') return { method, url, headers: Object.fromEntries(sent) };
  address.username = '';
  address.password = '';
  if (!sent.has('authorization')) {
    const credentials = `${plain(username)}:${plain(password)}`;
    sent.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  }
  return { method, url: address.href, headers: Object.fromEntries(sent) };
}

/** Without percent-encoding; a percent sign that encodes nothing stands for itself. */
function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
