/** Sorts by several fields; `-` before a name reverses the order. Equal entries stay newest first. */
export function sortByFields<Item extends { readonly order: number }>(
  items: readonly Item[],
  by: readonly string[],
  values: Readonly<Record<string, (item: Item) => string | number>>,
): Item[] {
  return items.toSorted((a, b) => {
    for (const name of by) {
      const turn = name.startsWith('-') ? -1 : 1;
      const read = values[name.replace(/^-/, '')];
      if (read === undefined) continue;
      const [left, right] = [read(a), read(b)];
      if (left !== right) return left < right ? -turn : turn;
    }
    return b.order - a.order;
  });
}
