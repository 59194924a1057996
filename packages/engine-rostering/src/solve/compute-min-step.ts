import type { SolverPlan } from './plan.js';

/**
 * Returns the largest common unit of the soft costs of a plan, for rounding up a bound. Returns 0 if costs are not
 * integers.
 */
export function computeMinStep({ wishes, covers, links, runs, patterns, counters, rows, spreads }: SolverPlan): number {
  let step = 0;
  const price = (tier: number, amount: number): void => {
    if (tier === 2) step = divisor(Math.abs(amount), step);
  };
  for (const amount of wishes) price(2, amount);
  for (const { toIdeal, above, below, tooMany } of covers) {
    for (const amount of [toIdeal, above, below, tooMany]) price(2, amount);
  }
  for (const { tier, cost } of links) for (const amount of cost) price(tier, amount);
  for (const rules of [runs, patterns, rows, spreads]) for (const { tier, weight } of rules) price(tier, weight);
  for (const { amount, base, low, high, lowTier, lowWeight, highTier, highWeight } of counters) {
    // Bounds and counted values may lie between two whole steps.
    let unit = divisor(
      Number.isFinite(low) ? Math.abs(low - base) : 0,
      Number.isFinite(high) ? Math.abs(high - base) : 0,
    );
    for (const value of amount) unit = divisor(Math.abs(value), unit);
    price(lowTier, lowWeight * unit);
    price(highTier, highWeight * unit);
  }
  return Number.isInteger(step) ? step : 0;
}

function divisor(one: number, other: number): number {
  return other < 1e-9 ? one : divisor(other, one % other);
}
