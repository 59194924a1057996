const bearer = /^bearer +(.*)$/i;
const mostBearers = 1000;
const bearers = new Map<string, string>();

/**
 * Returns the bearer token of an `Authorization` header; undefined for any other scheme. Cached, because clients repeat
 * the header.
 */
export function parseBearerToken(header: string): string | undefined {
  const known = bearers.get(header);
  if (known !== undefined) return known;
  const token = bearer.exec(header)?.[1]?.trim();
  if (token === undefined) return undefined;
  if (bearers.size >= mostBearers) bearers.clear();
  bearers.set(header, token);
  return token;
}
