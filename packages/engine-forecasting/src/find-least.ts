/** Returns the first item with the lowest cost, or `otherwise` if no cost is finite. */
export function findLeast<Item>(items: readonly Item[], costOf: (item: Item) => number, otherwise: Item): Item {
  let best = otherwise;
  let least = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const cost = costOf(item);
    if (cost < least) {
      least = cost;
      best = item;
    }
  }
  return best;
}
