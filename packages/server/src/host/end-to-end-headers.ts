/** Headers about one connection (RFC 9110, section 7.6.1), which a proxy does not pass on. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'upgrade',
]);

interface Hop {
  /** Whether the message can have chunks, and thus trailers. */
  readonly chunked: boolean;
  /** Replaces the header `host`. */
  readonly host?: string;
}

/** Selects the headers that a proxy passes on, in order and with their case. */
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
    // The framing is passed on, so that trailers are.
    if ((name === 'transfer-encoding' || name === 'trailer') && !isChunked) continue;
    if (named.has(name) && !framing.has(name)) continue;
    kept.push(original, name === 'host' ? (host ?? value) : name === 'te' ? 'trailers' : value);
  }
  return kept;
}

const framing = new Set(['te', 'transfer-encoding', 'content-length', 'host']);
