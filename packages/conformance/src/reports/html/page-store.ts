import { deflateRawSync } from 'node:zlib';
import { stringifyJson } from '@understudy/contract';
import { type Content, html, type Markup } from './html.js';

/**
 * Stores the contents of closed entries, compressed and without duplicates. The script creates their elements when an
 * entry is opened, because a run can have more elements than a browser can load.
 */
export class PageStore {
  /** Indexes by content. */
  readonly #contents = new Map<string, number>();

  /** Stores content and returns its index. */
  keep(content: Content): Markup {
    const { markup } = html`<div>${content}</div>`;
    const place = this.#contents.get(markup) ?? this.#contents.size;
    this.#contents.set(markup, place);
    return html`<div data-part="${place}"></div>`;
  }

  /** Renders a long list that is collapsed until the user opens it or a filter matches an item. */
  collapse(title: string, content: Content, id?: string): Markup {
    return html`
      <details class="fold"${id === undefined ? undefined : html` id="${id}"`}>
        <summary>${title}</summary>
        <div class="inside">${this.keep(content)}</div>
      </details>`;
  }

  /** Returns the stored contents for the end of the page. */
  toMarkup(): Markup {
    // Sorted content compresses a third better.
    const sorted = [...this.#contents].sort(([one], [other]) => (one < other ? -1 : 1));
    const bytes = deflateRawSync(stringifyJson(sorted), { level: 9 });
    return html`<script id="parts" type="text/plain">${bytes.toString('base64')}</script>`;
  }
}
