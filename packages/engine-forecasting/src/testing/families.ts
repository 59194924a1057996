import { createFamily, type Family } from './family.js';
import type { RandomNumbers } from './random-numbers.js';

const { exp, sqrt, max, abs, ceil } = Math;
const heavyTail = (r: RandomNumbers) => r.normal() / sqrt(r.gamma(2) / 2);

/** Families whose shapes, noise and lengths were not used to tune any model. */
export const families: readonly Family[] = [
  createFamily(
    'daily',
    'unseen square-root season',
    { length: 800, week: 0.45, year: 0.45, level: [20, 2000] },
    (t, p, r) => p.level * sqrt(p.week(t) * max(0.05, p.year(t))) * (1 + 0.18 * r.normal()),
  ),
  createFamily(
    'daily',
    'unseen saw-tooth year',
    { length: 1000, week: 0.2, pace: [60, 300], level: [30, 500], height: [0.5, 1.2] },
    (t, p, r) => {
      const distance = abs(((((t - p.pace) % 365.25) + 365.25 + 182.6) % 365.25) - 182.6);
      return p.level * p.week(t) * (1 + p.height * max(0, 1 - distance / 90)) * exp(0.16 * r.normal());
    },
  ),
  createFamily(
    'daily',
    'unseen growth and correlated noise',
    { length: 900, week: 0.35, year: 0.2, level: [15, 150], growth: [0.1, 0.5] },
    (t, p, r) => {
      const memory = p.walk(0.1 * r.normal(), 0.7);
      return p.level * exp((p.growth * t) / 365) * p.week(t) * p.year(t) * exp(memory + 0.06 * r.normal());
    },
  ),
  createFamily('daily', 'unseen closed Sundays', { length: 730, week: 0.2, year: 0.3, level: [8, 80] }, (t, p, r) =>
    t % 7 === 6 ? 0 : r.negativeBinomial(p.level * p.week(t) * p.year(t), 12),
  ),
  createFamily(
    'daily',
    'unseen heavy tails and a late shift',
    { length: 730, week: 0.3, year: 0.25, level: [30, 300], factor: (r) => exp(0.3 * r.normal()) },
    (t, p, r) => p.level * (t > 600 ? p.factor : 1) * (p.week(t) + p.year(t) - 1) * (1 + 0.12 * heavyTail(r)),
  ),
  createFamily(
    'weekly',
    'unseen weekly momentum',
    { length: 130, level: [50, 5000] },
    (_, p, r) => p.level * exp(p.walk(p.bend(0.02 * r.normal(), 0.6)) + 0.12 * r.normal()),
  ),
  createFamily('weekly', 'unseen weekly counts with a year', { length: 200, year: 0.35, level: [10, 60] }, (t, p, r) =>
    r.negativeBinomial(p.level * p.year(t * 7), 15),
  ),
  createFamily('intermittent', 'unseen clustered demand', { length: 700 }, (_, p, r) => {
    p.chance = r.uniform() < (p.chance > 0 ? 0.6 : 0.12) ? 1 : 0;
    return p.chance > 0 ? ceil(5 * r.gamma(1.5)) : 0;
  }),
  createFamily('intermittent', 'unseen rare pieces', { length: 400, level: [0.05, 0.4] }, (_, p, r) =>
    r.poisson(p.level),
  ),
  createFamily(
    'intermittent',
    'unseen rising demand',
    { length: 600, chance: [0.1, 0.25], pace: [1, 2.5] },
    (t, p, r) => (r.uniform() < p.chance * (1 + (p.pace * t) / 700) ? 1 + r.negativeBinomial(3, 2) : 0),
  ),
  createFamily(
    'monthly',
    'unseen monthly additive',
    { length: 60, year: 0.2, level: [20, 800], growth: [-0.05, 0.15] },
    (t, p, r) => p.level * (p.year(t * 30.44) + (p.growth * t) / 12 + 0.08 * r.normal()),
  ),
];
