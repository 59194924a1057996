/**
 * Area under the ROC curve: the probability that an anomaly scores above a clean row, equal scores counted half
 * (Mann and Whitney). 1 without one of the two.
 */
export function rocAuc(anomalous: readonly number[], clean: readonly number[]): number {
  if (anomalous.length === 0 || clean.length === 0) return 1;
  const sorted = Float64Array.from(clean).sort();
  let above = 0;
  for (const score of anomalous) above += (below(sorted, score) + below(sorted, score, true)) / 2;
  return above / (anomalous.length * clean.length);
}

/** How many of the sorted values are less than `value`, or at most `value`. */
function below(sorted: Float64Array, value: number, orEqual = false): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle] ?? Number.NaN;
    if (found < value || (orEqual && found === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Share of wrong ones among as many of the highest scores as there are wrong ones; ties count by their shares. */
export function precisionAtN(wrong: readonly number[], clean: readonly number[]): number {
  const n = wrong.length;
  const all = [...wrong, ...clean].sort((a, b) => b - a);
  const cut = all[n - 1] ?? Number.NaN;
  const above = wrong.filter((score) => score > cut).length;
  const room = n - all.filter((score) => score > cut).length;
  const tied = all.filter((score) => score === cut).length;
  return (above + (room * wrong.filter((score) => score === cut).length) / tied) / n;
}

/** Harmonic mean of precision and recall of a set that was found against the true one. */
export function f1(found: ReadonlySet<string>, truth: ReadonlySet<string>): number {
  let both = 0;
  for (const item of found) if (truth.has(item)) both += 1;
  return found.size + truth.size === 0 ? 1 : (2 * both) / (found.size + truth.size);
}

/** Share of items for which `test` holds; 1 without items. */
export function share<Item>(items: readonly Item[], test: (item: Item) => boolean): number {
  return items.length === 0 ? 1 : items.filter(test).length / items.length;
}

/** Median milliseconds of a few calls. */
export function milliseconds(call: () => void, times = 3): number {
  const taken = Array.from({ length: times }, () => {
    const start = performance.now();
    call();
    return performance.now() - start;
  });
  return taken.sort((a, b) => a - b)[times >> 1] ?? Number.NaN;
}
