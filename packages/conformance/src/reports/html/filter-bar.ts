import { type Markup, tag } from './tag.js';

/** A search field and selections for a list. @param options by attribute */
export function filterBar(list: string, hint: string, options: Readonly<Record<string, readonly string[]>>): Markup {
  return tag(
    'div',
    { class: 'filter', 'data-filter': list },
    tag('input', { type: 'search', placeholder: hint, 'aria-label': hint }),
    Object.entries(options).map(([name, values]) =>
      tag(
        'select',
        { name, 'aria-label': name },
        tag('option', { value: '' }, `every ${name}`),
        [...new Set(values)].sort().map((value) => tag('option', { value }, value)),
      ),
    ),
    tag('span', { class: 'soft', 'data-count': true }),
  );
}
