import type { SolverPlan } from './plan.js';

/** Calls `price` with the costs of links, and the weights of runs, patterns, rows and spreads. */
function priceRules(
  { links, runs, patterns, rows, spreads }: SolverPlan,
  price: (tier: number, amount: number) => void,
) {
  for (const { tier, cost } of links) for (const amount of cost) price(tier, amount);
  for (const rules of [runs, patterns, rows, spreads]) for (const { tier, weight } of rules) price(tier, weight);
}

/** Returns the smallest cost that a worsening change can have, in score units: the smallest soft price in the plan. */
export function computeMinPenalty(plan: SolverPlan): number {
  const { wishes, shifts, covers, counters } = plan;
  let least = Number.POSITIVE_INFINITY;
  const price = (tier: number, amount: number): void => {
    const size = Math.abs(amount);
    if (tier === 2 && size > 0 && size < least) least = size;
  };
  wishes.forEach((wish, at) => {
    price(2, wish - (wishes[at - (at % (shifts + 1))] as number));
  });
  for (const { toIdeal, above, ideal, min, max, limit } of covers) {
    if (ideal > min) price(2, toIdeal);
    if (Math.min(max, limit) > ideal) price(2, above);
  }
  priceRules(plan, price);
  for (const { amount, lowTier, lowWeight, highTier, highWeight } of counters) {
    // Hours are counted in minutes, but change by whole shifts.
    const step = amount.reduce((smallest, value) => (value > 0 ? Math.min(smallest, value) : smallest), Infinity);
    const steps = Number.isFinite(step) ? step : 1;
    price(lowTier, lowWeight * steps);
    price(highTier, highWeight * steps);
  }
  return least;
}

/** The greatest common divisor. */
export function divisor(one: number, other: number): number {
  return other < 1e-9 ? one : divisor(other, one % other);
}
