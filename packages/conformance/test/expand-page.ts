import { inflateRawSync } from 'node:zlib';

/** The page with the content of all its closed entries in place, as when each was opened. */
export function expandPage(html: string): string {
  const [script = '', held = ''] = /<script id="parts"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  const kept: [string, number][] = JSON.parse(inflateRawSync(Buffer.from(held, 'base64')).toString());
  const parts = new Map(kept.map(([text, place]) => [String(place), text]));
  const expand = (text: string): string =>
    text.replace(/<div data-part="(\d+)"><\/div>/g, (_, place: string) => expand(parts.get(place) ?? 'lost'));
  return expand(html.replace(script, ''));
}
