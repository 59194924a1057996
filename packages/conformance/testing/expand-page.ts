import { inflateRawSync } from 'node:zlib';

/** Returns the page with all its entries opened. */
export function expandPage(html: string): string {
  const [script = '', held = ''] = /<script id="parts"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  const kept: [string, number][] = JSON.parse(inflateRawSync(Buffer.from(held, 'base64')).toString());
  const parts = new Map(kept.map(([text, place]) => [String(place), text]));
  const expand = (text: string): string =>
    text.replace(/<div data-part="(\d+)"><\/div>/g, (_, place: string) => expand(parts.get(place) ?? 'lost'));
  return expand(html.replace(script, ''));
}
