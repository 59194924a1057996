/**
 * Headers of which only the first one counts, as in Node. Repeated `host` headers are joined instead, so that the
 * request is rejected.
 */
const onlyFirst = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
]);

const mostNames = 1000;
const lowerNames = new Map<string, string>();

/** Headers that usually have the same value in all requests of a client. */
const repeated = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'host',
  'tenantid',
  'user-agent',
]);
const mostValues = 1000;
const knownValues = new Map<string, string>();

/** The latest headers received on a connection. */
interface Latest {
  readonly raw: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

const latest = new WeakMap<object, Latest>();

/** Connection-specific headers (RFC 9110, section 7.6.1), which a proxy does not forward. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'upgrade',
]);

interface Hop {
  /** True if the message can use chunked encoding, and therefore trailers. */
  readonly chunked: boolean;
  /** Value that replaces the `host` header. */
  readonly host?: string;
}

/**
 * Returns headers by lower-case name. `message.headers` would create an additional object per request.
 * @param connection identical requests on this connection share the result
 */
export function readHeaders(raw: readonly string[], connection: object): Readonly<Record<string, string>> {
  const before = latest.get(connection);
  if (before !== undefined && areEqual(before.raw, raw)) return before.headers;
  const headers = Object.freeze(joinHeaders(raw));
  latest.set(connection, { raw, headers });
  return headers;
}

function areEqual(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) if (left[index] !== right[index]) return false;
  return true;
}

/** Returns headers by lower-case name. Repeated headers are joined. */
export function joinHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = lowerName(rawHeaders[index] ?? '');
    const sent = rawHeaders[index + 1] ?? '';
    const value = repeated.has(name) ? sharedValue(sent) : sent;
    if (!Object.hasOwn(headers, name)) headers[name] = value;
    else if (!onlyFirst.has(name)) headers[name] += `${name === 'cookie' ? '; ' : ', '}${value}`;
  }
  return headers;
}

/** Converts a header name to lower case. Cached, because names repeat. */
function lowerName(name: string): string {
  const known = lowerNames.get(name);
  if (known !== undefined) return known;
  const lower = name.toLowerCase();
  if (lowerNames.size < mostNames) lowerNames.set(name, lower);
  return lower;
}

/** Returns a shared copy of equal strings, because the journal stores thousands of requests, and tokens are long. */
function sharedValue(value: string): string {
  const known = knownValues.get(value);
  if (known !== undefined) return known;
  if (knownValues.size >= mostValues) knownValues.clear();
  knownValues.set(value, value);
  return value;
}

/** Selects the headers that a proxy forwards, in their original order and case. */
export function selectEndToEndHeaders(raw: readonly string[], { chunked, host }: Hop): string[] {
  const named = new Set<string>();
  let isChunked = false;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase();
    if (name === 'connection')
      for (const part of (raw[index + 1] ?? '').split(',')) named.add(part.trim().toLowerCase());
    if (name === 'transfer-encoding') isChunked = chunked;
  }
  const kept: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const [original = '', value = ''] = [raw[index], raw[index + 1]];
    const name = original.toLowerCase();
    if (hopByHop.has(name)) continue;
    if (name === 'te' && !/\btrailers\b/i.test(value)) continue;
    // Forwards the framing headers, so that trailers are forwarded, too.
    if ((name === 'transfer-encoding' || name === 'trailer') && !isChunked) continue;
    if (named.has(name) && !framing.has(name)) continue;
    kept.push(original, name === 'host' ? (host ?? value) : name === 'te' ? 'trailers' : value);
  }
  return kept;
}

const framing = new Set(['te', 'transfer-encoding', 'content-length', 'host']);
