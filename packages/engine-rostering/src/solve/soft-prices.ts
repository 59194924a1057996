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

/** Returns the largest common unit of the soft costs of a plan, for rounding up a bound, or 0 if they are fractions. */
export function computeMinStep(plan: SolverPlan): number {
  let step = 0;
  const price = (tier: number, amount: number): void => {
    if (tier === 2) step = divisor(Math.abs(amount), step);
  };
  for (const amount of plan.wishes) price(2, amount);
  for (const { toIdeal, above, below, tooMany } of plan.covers) {
    for (const amount of [toIdeal, above, below, tooMany]) price(2, amount);
  }
  priceRules(plan, price);
  for (const { amount, base, low, high, lowTier, lowWeight, highTier, highWeight } of plan.counters) {
    // Bounds and counted values may lie between two whole steps.
    let unit = 0;
    for (const bound of [low, high]) unit = divisor(unit, Number.isFinite(bound) ? Math.abs(bound - base) : 0);
    for (const value of amount) unit = divisor(Math.abs(value), unit);
    price(lowTier, lowWeight * unit);
    price(highTier, highWeight * unit);
  }
  return Number.isInteger(step) ? step : 0;
}

export function divisor(one: number, other: number): number {
  return other < 1e-9 ? one : divisor(other, one % other);
}
