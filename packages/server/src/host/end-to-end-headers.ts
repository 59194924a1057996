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
    // Forwards the framing, so that trailers are forwarded, too.
    if ((name === 'transfer-encoding' || name === 'trailer') && !isChunked) continue;
    if (named.has(name) && !framing.has(name)) continue;
    kept.push(original, name === 'host' ? (host ?? value) : name === 'te' ? 'trailers' : value);
  }
  return kept;
}

const framing = new Set(['te', 'transfer-encoding', 'content-length', 'host']);
