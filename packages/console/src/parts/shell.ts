import type { DescribedApi } from '../api/types.js';

/** Quotes a text as a single POSIX shell word. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a shell expression that gets a token. */
export function tokenExpression({ url, form }: NonNullable<DescribedApi['token']>): string {
  const fields = Object.entries(form).map(([name, value]) => ` -d ${quoted(`${name}=${value}`)}`);
  return `$(curl -s ${quoted(url)}${fields.join('')} | sed 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/')`;
}
