import { remember } from '@understudy/model';

export function countValues<Value>(values: Iterable<Value>): [value: Value, count: number][] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) remember(groups, keyOf(item), () => []).push(item);
  return groups;
}
