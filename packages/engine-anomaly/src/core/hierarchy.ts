import type { NumericSummary, ValueMode } from './robust-summary.js';

/** One habit of a group, shrunk toward its parent. `scale` is a standard deviation. */
export interface HabitMode {
  share: number;
  location: number;
  scale: number;
}

/** The expected behavior of a group: the probability of a zero, and the habits of the other values. */
export interface Habit {
  zero: number;
  modes: HabitMode[];
}

/** The minimum scale, and the typical scale within groups of the level (0 if unknown). */
interface Spread {
  floor: number;
  within: number;
  /**
   * Number of observations after which the parent's other habits, which belong to other groups, are no longer expected.
   */
  alone?: number;
}

/** For a standard normal distribution: the MAD, and the deviation that 85 % of values do not exceed. */
const normal = { mad: 0.6745, reach: 1.4395 };
/** Weight of the parent, in observations, for scales, and for locations that are common to the groups of a level. */
const parentStrength = 20;
/** Weight of the parent's other habits and of its share of zeros, in observations. */
const rareStrength = 4;
/** Subtracted from the rarer count, zeros or other values, because an event seen once may be the anomaly itself. */
const discount = 0.75;

/** Computes the weight of a group's own data relative to its parent's: n / (n + strength). */
function computeShrinkWeight(n: number, strength = parentStrength): number {
  return n / (n + strength);
}

/** Derives the habit of the group at the top of the hierarchy. Returns an empty habit if there are no values. */
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
 * Derives the habit of a group, shrunk toward its parent. Its own scale has the weight n / (n + 20). The weight of its
 * own location is the ratio of the variance within groups to the variance between them (empirical Bayes), at most n /
 * (n + 20), and more if the group clearly differs (a Student prior). Habits of the parent that the group does not share
 * keep a small share.
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

/** Estimates the standard deviation from the MAD and the reach of a habit. */
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
