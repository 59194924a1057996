export function itemOf<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no item ${index} of ${items.length}.`);
  return item;
}

/** 0, 1, ... up to and without the length, rounded down. */
export const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
