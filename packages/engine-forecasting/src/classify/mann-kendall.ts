/**
 * Standard score of the Mann-Kendall test with continuity correction and tie term:
 * Var S = (n(n-1)(2n+5) - sum over ties t(t-1)(2t+5)) / 18. With a period above 1 it is the seasonal Kendall test:
 * S and its variance are added up over the positions of the season.
 *
 * @returns Above 0 when values rise, below 0 when they fall; 0 when all are equal.
 */
export function mannKendall(values: readonly number[], period: number): number {
  let score = 0;
  let variance = 0;
  for (let position = 0; position < period; position += 1) {
    const group = values.filter((_, index) => index % period === position);
    score += pairScore(group);
    variance += scoreVariance(group);
  }
  if (score === 0 || variance <= 0) return 0;
  return (score - Math.sign(score)) / Math.sqrt(variance);
}

function pairScore(values: readonly number[]): number {
  let score = 0;
  values.forEach((later, index) => {
    for (let earlier = 0; earlier < index; earlier += 1) score += Math.sign(later - (values[earlier] ?? 0));
  });
  return score;
}

function scoreVariance(values: readonly number[]): number {
  const ties = new Map<number, number>();
  for (const value of values) ties.set(value, (ties.get(value) ?? 0) + 1);
  let sum = term(values.length);
  for (const size of ties.values()) sum -= term(size);
  return sum / 18;
}

function term(size: number): number {
  return size * (size - 1) * (2 * size + 5);
}
