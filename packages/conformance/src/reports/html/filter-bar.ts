import { createElement, type Markup } from './tag.js';

/** Renders a search field and select boxes for a list. @param options select options by attribute */
export function filterBar(list: string, hint: string, options: Readonly<Record<string, readonly string[]>>): Markup {
  return createElement(
    'div',
    { class: 'filter', 'data-filter': list },
    createElement('input', { type: 'search', placeholder: hint, 'aria-label': hint }),
    Object.entries(options).map(([name, values]) =>
      createElement(
        'select',
        { name, 'aria-label': name },
        createElement('option', { value: '' }, `every ${name}`),
        [...new Set(values)].sort().map((value) => createElement('option', { value }, value)),
      ),
    ),
    createElement('span', { class: 'soft', 'data-count': true }),
  );
}
