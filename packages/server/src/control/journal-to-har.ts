import { redactedText, stringifyJson } from '@understudy/contract';
import type { JournalEntry } from '@understudy/kernel';
import type { JournalExchange } from '@understudy/kernel/serving';
import { streamList } from '@understudy/kernel/serving';

type HarPart = Record<string, unknown>;

/**
 * Yields the requests of a journal as an HTTP Archive (HAR 1.2), in chunks.
 * @param origin origin of all URLs
 */
export function* streamHar(
  entries: Iterable<JournalEntry>,
  origin: string,
  { version, seed }: { readonly version: string; readonly seed: string },
): Generator<string> {
  yield '{"log":';
  const head = { version: '1.2', creator: { name: 'understudy', version }, _seed: seed };
  yield* streamList(head, 'entries', texts(entries, origin));
  yield '}';
}

function* texts(entries: Iterable<JournalEntry>, origin: string): Generator<string> {
  for (const entry of entries) {
    const { type, request, response } = entry;
    if (type === 'request' && request && response) yield stringifyJson(harEntry(entry, origin));
  }
}

function harEntry(
  { seq, at, method = '', url = '', status = 0, durationMilliseconds: time = 0, request, response }: JournalEntry,
  origin: string,
): HarPart {
  // Some paths do not form a valid URL.
  const sent = `${origin}${url}`;
  const address = URL.canParse(sent) ? new URL(sent) : undefined;
  return {
    startedDateTime: at,
    time,
    request: {
      method,
      url: address?.href ?? sent,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: nameValues(Object.entries(request?.headers ?? {})),
      queryString: nameValues([...(address?.searchParams ?? [])]),
      headersSize: -1,
      bodySize: -1,
      ...postData(request),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: nameValues(Object.entries(response?.headers ?? {})),
      content: content(response),
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: `journal entry ${seq}`,
  };
}

function nameValues(pairs: readonly (readonly [string, string])[]): HarPart[] {
  return pairs.map(([name, value]) => ({ name, value }));
}

function postData(exchange: JournalExchange | undefined): HarPart {
  const text = textOf(exchange);
  return text === '' ? {} : { postData: { mimeType: mediaTypeOf(exchange), text } };
}

function content(exchange: JournalExchange | undefined): HarPart {
  const text = textOf(exchange);
  return { size: new TextEncoder().encode(text).length, mimeType: mediaTypeOf(exchange), text };
}

function mediaTypeOf(exchange: JournalExchange | undefined): string {
  return exchange?.headers['content-type'] ?? 'application/octet-stream';
}

function textOf(exchange: JournalExchange | undefined): string {
  const body = exchange?.body ?? '';
  if (typeof body === 'string') return body;
  const isForm = mediaTypeOf(exchange).startsWith('application/x-www-form-urlencoded');
  if (!isForm || !Array.isArray(body)) return stringifyJson(body);
  return new URLSearchParams(body.filter(isPair)).toString().replaceAll(encodeURIComponent(redactedText), redactedText);
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}
