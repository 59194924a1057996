/** The number of occurrences of each value of a category in a group. */
export interface CategoricalCounts {
  n: number;
  values: ReadonlyMap<string, number>;
}

/** Subtracted from each count, because a value seen once in the training data may be the anomaly itself. */
const discount = 0.75;
/** Weight of the parent's probabilities, in observations. */
const parentStrength = 4;

/** The probabilities of a value and of the most frequent value in its group. */
export interface CategoricalProbability {
  p: number;
  usual: number;
}

/** The probability of a value in the top group, with half an observation for each known value and for the rest. */
export function computeRootProbability(counts: CategoricalCounts, value: string): CategoricalProbability {
  const total = counts.n + 0.5 * (counts.values.size + 1);
  return { p: ((counts.values.get(value) ?? 0) + 0.5) / total, usual: (mostOf(counts) + 0.5) / total };
}

/** The probability of a value in a group, smoothed toward its parent by absolute discounting (Ney et al.). */
export function computeChildProbability(
  parent: CategoricalProbability,
  counts: CategoricalCounts | undefined,
  value: string,
): CategoricalProbability {
  if (counts === undefined || counts.n <= 0) return parent;
  let given = 0;
  let most = 0;
  for (const count of counts.values.values()) {
    given += Math.min(count, discount);
    if (count > most) most = count;
  }
  const share = (given + parentStrength) / (counts.n + parentStrength);
  const own = Math.max(0, (counts.values.get(value) ?? 0) - discount) / (counts.n + parentStrength);
  const p = own + share * parent.p;
  return { p, usual: Math.max(p, Math.max(0, most - discount) / (counts.n + parentStrength)) };
}

/** Computes the surprise in nats: -ln of the probability relative to the most frequent value. */
export function computeCategoricalSurprise({ p, usual }: CategoricalProbability): number {
  return Math.max(0, -Math.log(p / Math.max(usual, p)));
}

function mostOf(counts: CategoricalCounts): number {
  let most = 0;
  for (const count of counts.values.values()) if (count > most) most = count;
  return most;
}
