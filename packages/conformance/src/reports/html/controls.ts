import { allowLineBreaks, html, type Markup } from './html.js';

/** Renders a word as a badge whose colour depends on the word. */
export function renderBadge(word: string, text = word): Markup {
  return html`<span class="badge ${word}">${text}</span>`;
}

export function renderTile(number: string, name: string): Markup {
  return html`<div class="tile"><b>${number}</b><span class="soft">${name}</span></div>`;
}

/** Renders a search field and select boxes for a list. @param options select options by attribute */
export function renderFilter(list: string, hint: string, options: Readonly<Record<string, readonly string[]>>): Markup {
  return html`
    <div class="filter" data-filter="${list}">
      <input type="search" placeholder="${hint}" aria-label="${hint}"/>
      ${Object.entries(options).map(
        ([name, values]) => html`
          <select name="${name}" aria-label="${name}">
            <option value="">every ${name}</option>
            ${[...new Set(values)].sort().map((value) => html`<option value="${value}">${value}</option>`)}
          </select>`,
      )}
      <span class="soft" data-count="data-count"></span>
    </div>`;
}

/** Renders a table of rows, which are markup or cells. */
export function renderTable(head: readonly string[], rows: readonly (Markup | readonly (string | Markup)[])[]): Markup {
  const cell = (content: string | Markup, column: number) =>
    html`<td data-head="${head[column]}">${typeof content === 'string' ? allowLineBreaks(content) : content}</td>`;
  return html`
    <table>
      <thead><tr>${head.map((name) => html`<th>${name}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => ('markup' in row ? row : html`<tr>${row.map(cell)}</tr>`))}</tbody>
    </table>`;
}
