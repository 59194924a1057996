import { deflateRawSync } from 'node:zlib';
import { type Markup, tag } from './tag.js';

/**
 * The content of closed entries, compressed and each content once. The page's script turns it into elements when an entry is
 * opened: a run has more of them than a browser loads, or a report should weigh.
 */
export class PageStore {
  /** Places by their content. */
  readonly #contents = new Map<string, number>();

  /** The place of some content. */
  keep(...children: Parameters<typeof tag>[2][]): Markup {
    const { markup } = tag('div', {}, ...children);
    const place = this.#contents.get(markup) ?? this.#contents.size;
    this.#contents.set(markup, place);
    return tag('div', { 'data-part': place });
  }

  /** Everything that is kept, for the end of the page. */
  toMarkup(): Markup {
    // Similar content side by side takes up a third less.
    const sorted = [...this.#contents].sort(([one], [other]) => (one < other ? -1 : 1));
    const bytes = deflateRawSync(JSON.stringify(sorted), { level: 9 });
    return tag('script', { id: 'parts', type: 'text/plain' }, bytes.toString('base64'));
  }
}
