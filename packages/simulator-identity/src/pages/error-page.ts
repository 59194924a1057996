import { escapeHtml, page } from './page.js';

/** What went wrong, for a person. */
export function errorPage(code: string, message: string): string {
  return page(
    'This did not work',
    `<p class="error">${escapeHtml(message)}</p>\n<p><small>${escapeHtml(code)}</small></p>`,
  );
}
