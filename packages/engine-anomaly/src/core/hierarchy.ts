import type { NumericSummary, ValueMode } from './robust-summary.js';

/** One habit of a group after shrinking to its parent. `scale` is a standard deviation. */
export interface HabitMode {
  share: number;
  location: number;
  scale: number;
}

/** Expected behavior of a group: the probability of a zero, and the habits of the other values. */
export interface Habit {
  zero: number;
  modes: HabitMode[];
}

/** Least scale, and the usual scale within groups of the level (0 when there is none to judge from). */
interface Spread {
  floor: number;
  within: number;
  /** Observations from which on the parent's other habits are no longer expected, because they are those of other groups. */
  alone?: number;
}

/** Of a standard normal distribution: the MAD, and the deviation that 85 % stay within. */
const normal = { mad: 0.6745, reach: 1.4395 };
/** Weight of the parent, in observations, for scales and for locations that groups of a level have in common. */
const parentStrength = 20;
/** Weight of the parent's other habits and of its share of zeros, in observations. */
const rareStrength = 4;
/** Taken off the rarer of zero and other: an event seen once in the data that may hold the anomaly itself proves little. */
const discount = 0.75;

/** Computes the weight of a group's own data against its parent's: n / (n + strength). */
function computeShrinkWeight(n: number, strength = parentStrength): number {
  return n / (n + strength);
}

/** Habit of the group at the top of the hierarchy. Without any value nothing is expected: the habit is empty. */
export function deriveRootHabit(summary: NumericSummary, floor: number): Habit {
  const amounts = Math.max(1, summary.n - summary.zeros);
  return {
    zero: (summary.zeros + 0.5) / (summary.n + 1),
    modes: summary.modes.map((mode) => ({
      share: mode.n / amounts,
      location: mode.median,
      scale: Math.max(estimateScale(mode), floor),
    })),
  };
}

/**
 * Habit of a group, shrunk to its parent. Its own scale weighs n / (n + 20). Its own location weighs by the ratio
 * of the variance within groups to the variance between them (empirical Bayes), at most n / (n + 20), and more if the
 * group clearly differs (a Student prior). Habits of the parent that the group does not share stay possible, with a small share.
 */
export function deriveChildHabit(
  parent: Habit,
  own: NumericSummary | undefined,
  { floor, within, alone = Number.POSITIVE_INFINITY }: Spread,
): Habit {
  if (own === undefined || own.n <= 0) return parent;
  const amounts = Math.max(0, own.n - own.zeros);
  const rare = Math.min(own.zeros, amounts);
  const kept = Math.max(0, rare - discount);
  const zeros = own.zeros <= amounts ? kept : own.n - kept;
  const zero = (zeros + rareStrength * parent.zero) / (own.n + rareStrength);
  const matched = new Set<HabitMode>();
  const modes = own.modes.map((mode) => {
    const near = nearest(parent.modes, mode.median);
    if (near !== undefined) matched.add(near);
    return shrinkMode(mode, near, amounts, { floor, within });
  });
  for (const mode of amounts < alone ? parent.modes : []) {
    const apart = modes.every(({ location, scale }) => Math.abs(mode.location - location) > 3 * Math.max(scale, floor));
    if (apart && !matched.has(mode)) {
      modes.push({ ...mode, share: (rareStrength * mode.share) / (amounts + rareStrength) });
    }
  }
  return { zero, modes };
}

/** Estimates the standard deviation that the MAD and the reach of a habit speak for. */
export function estimateScale({ mad, reach }: ValueMode): number {
  return Math.max(mad / normal.mad, reach / normal.reach);
}

function shrinkMode(
  mode: ValueMode,
  parent: HabitMode | undefined,
  amounts: number,
  { floor, within }: Spread,
): HabitMode {
  const spread = estimateScale(mode);
  const share = mode.n / (amounts + rareStrength) || 0;
  if (parent === undefined) return { share, location: mode.median, scale: Math.max(spread, floor) };
  const usual = Math.max(floor, within > 0 ? Math.min(within, parent.scale) : parent.scale);
  const weight = computeShrinkWeight(mode.n);
  const variance = Math.max(floor ** 2, weight * spread ** 2 + (1 - weight) * usual ** 2);
  const between = Math.max(parent.scale ** 2 - usual ** 2, variance / parentStrength);
  const distance = mode.median - parent.location;
  const conflict = distance ** 2 / (between + variance / mode.n);
  const strength = Math.min(parentStrength, Math.max(1, variance / (between * ((3 + conflict) / 4))));
  const trust = computeShrinkWeight(mode.n, strength);
  return {
    share: share + (rareStrength * parent.share) / (amounts + rareStrength),
    location: trust * mode.median + (1 - trust) * parent.location,
    scale: Math.sqrt(variance * (1 + 1 / (mode.n + strength))),
  };
}

function nearest(modes: readonly HabitMode[], value: number): HabitMode | undefined {
  let best: HabitMode | undefined;
  for (const mode of modes) {
    if (best === undefined || Math.abs(mode.location - value) < Math.abs(best.location - value)) best = mode;
  }
  return best;
}
