import { type Markup, tag } from './tag.js';

/**
 * What a closed entry holds, as text that the page's script makes elements of when it is opened: hundreds of workflows have
 * more of them than a browser takes up in a second.
 */
export function whenOpened(...children: Parameters<typeof tag>[2][]): Markup {
  return tag('script', { type: 'text/plain' }, tag('div', { class: 'inside' }, ...children).markup);
}
