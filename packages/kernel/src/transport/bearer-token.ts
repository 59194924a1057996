const bearer = /^bearer +(.*)$/i;
const mostBearers = 1000;
const bearers = new Map<string, string>();

/**
 * The token of a header `Authorization`; undefined where it has another form. A client sends the same one again and again:
 * the token is taken out of it once.
 */
export function bearerToken(header: string): string | undefined {
  const known = bearers.get(header);
  if (known !== undefined) return known;
  const token = bearer.exec(header)?.[1]?.trim();
  if (token === undefined) return undefined;
  if (bearers.size >= mostBearers) bearers.clear();
  bearers.set(header, token);
  return token;
}
