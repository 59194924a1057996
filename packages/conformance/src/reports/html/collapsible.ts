import type { PageStore } from './page-store.js';
import { type Markup, tag } from './tag.js';

/** A long list, closed until someone opens it or a filter finds something in it. */
export function collapsible(
  title: string,
  content: Parameters<typeof tag>[2],
  { store, ...attributes }: { readonly store: PageStore; readonly id?: string },
): Markup {
  return tag(
    'details',
    { class: 'fold', ...attributes },
    tag('summary', {}, title),
    tag('div', { class: 'inside' }, store.keep(content)),
  );
}
