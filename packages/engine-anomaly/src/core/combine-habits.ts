import type { Habit } from './hierarchy.js';

/** Least probability of a zero: nothing is so regular that it never fails once in 500 times. */
const leastZero = 0.002;

/** Habit of a row in two groups with too little data on both together: both act independently on their odds. */
export function combineHabits(first: Habit, second: Habit, over: Habit): Habit {
  const odds = (odd(first.zero) * odd(second.zero)) / odd(over.zero);
  return { zero: Math.max(leastZero, odds / (1 + odds)), modes: first.modes };
}

function odd(probability: number): number {
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, probability));
  return bounded / (1 - bounded);
}
