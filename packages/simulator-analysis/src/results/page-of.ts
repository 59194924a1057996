import type { Refusal } from '@understudy/kernel';
import { pageBeyondLast } from '../errors.js';

/** One page of a list. */
export interface Page<Item> {
  readonly page: number;
  readonly pages: number;
  readonly items: Item[];
}

/** A page of a list, counted from 1. An empty list has one page (analysis.gap.page-size, page-beyond-last). */
export function pageOf<Item>(items: readonly Item[], page: number, size: number): Page<Item> | Refusal {
  const pages = Math.max(1, Math.ceil(items.length / size));
  if (page > pages) return pageBeyondLast(page, pages);
  return { page, pages, items: items.slice((page - 1) * size, page * size) };
}
