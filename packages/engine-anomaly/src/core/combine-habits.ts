import type { Habit } from './hierarchy.js';

/** Minimum probability of a zero: no habit is so regular that it fails less than once in 500 times. */
const leastZero = 0.002;

/**
 * Combines the habits of two groups for a row if there is too little data on both together: their odds act
 * independently.
 */
export function combineHabits(first: Habit, second: Habit, over: Habit): Habit {
  const odds = (odd(first.zero) * odd(second.zero)) / odd(over.zero);
  return { zero: Math.max(leastZero, odds / (1 + odds)), modes: first.modes };
}

function odd(probability: number): number {
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, probability));
  return bounded / (1 - bounded);
}
