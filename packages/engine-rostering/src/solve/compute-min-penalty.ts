import type { SolverPlan } from './plan.js';

/** Returns the smallest cost that a worsening change can have, in score units: the smallest soft price in the plan. */
export function computeMinPenalty({
  wishes,
  shifts,
  covers,
  links,
  runs,
  patterns,
  counters,
  rows,
  spreads,
}: SolverPlan): number {
  let least = Number.POSITIVE_INFINITY;
  const price = (tier: number, amount: number): void => {
    const size = Math.abs(amount);
    if (tier === 2 && size > 0 && size < least) least = size;
  };
  for (let at = 0; at < wishes.length; at += 1)
    price(2, (wishes[at] as number) - (wishes[at - (at % (shifts + 1))] as number));
  for (const { toIdeal, above, ideal, min, max, limit } of covers) {
    if (ideal > min) price(2, toIdeal);
    if (Math.min(max, limit) > ideal) price(2, above);
  }
  for (const { tier, cost } of links) for (const amount of cost) price(tier, amount);
  for (const rules of [runs, patterns, rows, spreads]) for (const { tier, weight } of rules) price(tier, weight);
  for (const { amount, lowTier, lowWeight, highTier, highWeight } of counters) {
    // Hours are counted in minutes, but change by whole shifts.
    const step = amount.reduce((smallest, value) => (value > 0 ? Math.min(smallest, value) : smallest), Infinity);
    const steps = Number.isFinite(step) ? step : 1;
    price(lowTier, lowWeight * steps);
    price(highTier, highWeight * steps);
  }
  return least;
}
