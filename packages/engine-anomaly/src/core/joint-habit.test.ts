import { expect, it } from 'vitest';
import { jointHabit } from './joint-habit.js';

const habit = (zero: number, location = 1) => ({ zero, modes: [{ share: 1, location, scale: 0.1 }] });

it('takes what two groups say of zeros together, and the amounts of the first', () => {
  // Odds of 1 in 9 and 1 in 4, where all have 1 in 1: 1 in 36.
  const joint = jointHabit(habit(0.1, 0.5), habit(0.2, 2), habit(0.5));
  expect(joint.zero).toBeCloseTo(1 / 37, 10);
  expect(joint.modes).toEqual(habit(0, 0.5).modes);
});

it('leaves the group that says something where the other one says what all say', () => {
  expect(jointHabit(habit(0.05), habit(0.3), habit(0.3)).zero).toBeCloseTo(0.05, 10);
});

it('never rules a zero out', () => {
  expect(jointHabit(habit(0), habit(0), habit(0.5)).zero).toBe(0.002);
  expect(jointHabit(habit(1), habit(1), habit(1)).zero).toBeLessThanOrEqual(1);
});
