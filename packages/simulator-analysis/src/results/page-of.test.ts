import { describe, expect, it } from 'vitest';
import { pageOf } from './get-result-page.js';

const items = Array.from({ length: 21 }, (_, index) => index + 1);

describe('pageOf', () => {
  it.each([
    ['the first page', items, 1, { page: 1, pages: 3, items: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }],
    ['the last, shorter page', items, 3, { page: 3, pages: 3, items: [21] }],
    ['a page that is just full', items.slice(0, 20), 2, { page: 2, pages: 2, items: items.slice(10, 20) }],
    ['the one page of an empty list', [], 1, { page: 1, pages: 1, items: [] }],
  ])('cuts out %s', (_what, list, page, expected) => {
    expect(pageOf(list, page, 10)).toEqual(expected);
  });

  it.each([
    [items, 4, 'There is no page 4; the last page is 3'],
    [[], 2, 'There is no page 2; the last page is 1'],
    [items, 1e308, 'There is no page 1e+308; the last page is 3'],
  ])('refuses a page beyond the last', (list, page, message) => {
    expect(pageOf(list, page, 10)).toEqual({ refused: true, status: 404, code: 'NOT_FOUND', message });
  });
});
