import { decodePercent } from './decode-percent.js';

/** Reads a `Cookie` header. Values are percent-decoded if possible, because clients encode them. */
export function readCookies(header: string): URLSearchParams {
  const pairs = new URLSearchParams();
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 1) continue;
    const text = pair.slice(equals + 1).trim();
    const bare = /^"(.*)"$/.exec(text)?.[1] ?? text;
    pairs.append(pair.slice(0, equals).trim(), decodePercent(bare) ?? bare);
  }
  return pairs;
}
