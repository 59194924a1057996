import { deflateRawSync } from 'node:zlib';
import { createElement, type Markup } from './tag.js';

/**
 * Stores the contents of closed entries, compressed and without duplicates. The script creates their elements when an
 * entry is opened, because a run can have more elements than a browser can load.
 */
export class PageStore {
  /** Indexes by content. */
  readonly #contents = new Map<string, number>();

  /** Stores content and returns its index. */
  keep(...children: Parameters<typeof createElement>[2][]): Markup {
    const { markup } = createElement('div', {}, ...children);
    const place = this.#contents.get(markup) ?? this.#contents.size;
    this.#contents.set(markup, place);
    return createElement('div', { 'data-part': place });
  }

  /** Returns the stored contents for the end of the page. */
  toMarkup(): Markup {
    // Sorted content compresses a third better.
    const sorted = [...this.#contents].sort(([one], [other]) => (one < other ? -1 : 1));
    const bytes = deflateRawSync(JSON.stringify(sorted), { level: 9 });
    return createElement('script', { id: 'parts', type: 'text/plain' }, bytes.toString('base64'));
  }
}
