import { isObject } from '@understudy/contract';
import { compareAny } from './arithmetic.js';

/** Sorts items by a member: `name`, `-name` or `+name`. @param around the member that contains it */
export function sortedBy(items: readonly unknown[], order: string, around: string): readonly unknown[] {
  const [, sign = '', name = ''] = /^([-+]?)(\w+)/.exec(order) ?? [];
  if (name === '') return items;
  const keyOf = (item: unknown) => memberOf(around === '' ? item : memberOf(item, around), name);
  const way = sign === '-' ? -1 : 1;
  const sorted = [...items].sort((one, other) => way * compareAny(keyOf(one), keyOf(other)));
  return sorted;
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns one page of a list. Without a size, it has at most `most` items. */
export function cutPage(items: readonly unknown[], page: unknown): readonly unknown[] {
  const number = (name: string) => {
    const value = Number(memberOf(page, name) ?? Number.NaN);
    return Number.isInteger(value) && value >= 0 ? value : undefined;
  };
  const length = number('size') ?? number('most') ?? Number.POSITIVE_INFINITY;
  const start = number('offset') ?? (Math.max(1, number('page') ?? 1) - 1) * Math.min(length, 1_000_000);
  return items.slice(start, start + length);
}
