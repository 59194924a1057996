import type { PageStore } from './page-store.js';
import { createElement, type Markup } from './tag.js';

/** Renders a long list that is collapsed until the user opens it or a filter matches an item. */
export function renderCollapsible(
  title: string,
  content: Parameters<typeof createElement>[2],
  { store, ...attributes }: { readonly store: PageStore; readonly id?: string },
): Markup {
  return createElement(
    'details',
    { class: 'fold', ...attributes },
    createElement('summary', {}, title),
    createElement('div', { class: 'inside' }, store.keep(content)),
  );
}
