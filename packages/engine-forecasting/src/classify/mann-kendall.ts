/**
 * The Mann-Kendall test for a trend. S is the number of pairs with a higher later value minus the number of pairs with
 * a lower one. Its variance without a trend has the tie term: Var S = (n(n-1)(2n+5) - sum over ties t(t-1)(2t+5)) / 18
 * (Mann 1945, Kendall 1975).
 */
export function runMannKendallTest(values: readonly number[]): { score: number; variance: number } {
  let score = 0;
  values.forEach((later, index) => {
    for (let earlier = 0; earlier < index; earlier += 1) score += Math.sign(later - (values[earlier] ?? 0));
  });
  const ties = new Map<number, number>();
  for (const value of values) ties.set(value, (ties.get(value) ?? 0) + 1);
  let sum = term(values.length) + 0;
  for (const size of ties.values()) sum -= term(size);
  return { score, variance: sum / 18 };
}

function term(size: number): number {
  return size * (size - 1) * (2 * size + 5);
}
