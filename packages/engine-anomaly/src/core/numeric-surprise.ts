import type { Habit, HabitMode } from './hierarchy.js';

/** The sign of a deviation: above, below, or neither (`time.gap.significant-fields`). */
export type DeviationDirection = -1 | 0 | 1;

/** How much rarer a value is than the most frequent one, in nats, and on which side of the nearest habit it lies. */
export interface NumericSurprise {
  nats: number;
  direction: DeviationDirection;
  /** The location of the habit that explains the value best, or 0 if zero is the habit. */
  expected: number;
}

/** Degrees of freedom of the Student distribution around a habit: heavy tails, so that no field dominates the rest. */
const freedom = 4;
const largestZ = 1e9;

/**
 * Surprise of a value: -ln of its likelihood relative to the usual value. The modified z from a habit, 0.6745 (x -
 * median) / MAD (Iglewicz and Hoaglin 1993) with the shrunk median and MAD, is scored with a Student distribution. A
 * rarer habit adds -ln of its share, and zero (or non-zero) adds -ln of its probability.
 *
 * @param period - Length of a circle on which values lie, such as 24 for times of day.
 */
export function computeNumericSurprise(habit: Habit, x: number, period?: number): NumericSurprise {
  const { zero } = habit;
  const usual = Math.max(zero, 1 - zero);
  const main = largest(habit.modes);
  if (main === undefined || !Number.isFinite(x)) {
    return { nats: x === 0 || zero === 0 ? 0 : Math.log(usual / (1 - zero)), direction: sign(x), expected: 0 };
  }
  if (x === 0) return { nats: Math.log(usual / zero), direction: sign(-main.location), expected: main.location };
  let nats = Number.POSITIVE_INFINITY;
  let best = main;
  let isRarer = false;
  for (const mode of habit.modes) {
    const z = Math.min(largestZ, Math.abs(distance(x, mode.location, period)) / mode.scale);
    const distant = 2.5 * Math.log1p((z * z) / freedom);
    const rarer = Math.log(main.share / mode.share);
    if (distant + rarer < nats) {
      nats = distant + rarer;
      best = mode;
      isRarer = rarer > distant;
    }
  }
  const notZero = Math.log(usual / (1 - zero));
  const rare = notZero > nats;
  // A value of a rarer habit is surprising because it does not belong to the main habit.
  const { location } = isRarer ? main : best;
  return {
    nats: nats + notZero,
    direction: rare ? sign(x) : sign(distance(x, location, period)),
    expected: rare ? 0 : location,
  };
}

function largest(modes: readonly HabitMode[]): HabitMode | undefined {
  let main: HabitMode | undefined;
  for (const mode of modes) if (main === undefined || mode.share > main.share) main = mode;
  return main;
}

function distance(x: number, location: number, period: number | undefined): number {
  const direct = x - location;
  return period === undefined ? direct : direct - period * Math.round(direct / period);
}

function sign(value: number): DeviationDirection {
  if (value > 0) return 1;
  return value < 0 ? -1 : 0;
}
