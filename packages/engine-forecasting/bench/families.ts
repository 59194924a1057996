import { type Drawn, type Row, row, toFamily, toShortFamilies } from './family.ts';
import type { RandomNumbers } from './random-numbers.ts';

const heldBackHorizons = { daily: 28, weekly: 8, intermittent: 21, monthly: 12, days: 14, weeks: 13 };

const { exp, sqrt, max, abs, ceil } = Math;
const growing = ({ growth }: Drawn, t: number, year: number) => 1 + (growth * t) / year;
const heavyTail = (r: RandomNumbers) => r.normal() / sqrt(r.gamma(2) / 2);

/** The models were tuned with these families. */
const tuned: readonly Row[] = [
  row(
    'daily',
    'daily multiplicative',
    { week: 0.3, year: 0.3, level: [40, 400], growth: [-0.1, 0.25] },
    (t, p, r) => p.level * growing(p, t, 365) * p.week(t) * p.year(t) * exp(0.12 * r.normal()),
  ),
  row(
    'daily',
    'daily additive',
    { week: 0.25, year: 0.25, level: [50, 300], growth: [-0.1, 0.2] },
    (t, p, r) => p.level * (growing(p, t, 365) + (p.week(t) - 1) + (p.year(t) - 1) + 0.1 * r.normal()),
  ),
  row('daily', 'daily promotions', { week: 0.25, year: 0.25, level: [40, 200] }, (t, p, r) => {
    p.promotion = p.promotion > 0 ? p.promotion - 1 : r.uniform() < 0.012 ? 4 : 0;
    const outlier = r.uniform() < 0.004 ? r.between(2.5, 5) : 1;
    return p.level * p.week(t) * p.year(t) * (p.promotion > 0 ? 1.8 : 1) * outlier * exp(0.15 * r.normal());
  }),
  row(
    'daily',
    'daily level shift',
    {
      week: 0.25,
      year: 0.2,
      level: [40, 200],
      pace: [200, 680],
      factor: (r) => (r.uniform() < 0.5 ? r.between(0.55, 0.75) : r.between(1.35, 1.8)),
    },
    (t, p, r) => p.level * (t < p.pace ? 1 : p.factor) * p.week(t) * p.year(t) * exp(0.12 * r.normal()),
  ),
  row('daily', 'daily holidays', { week: 0.25, year: 0.15, level: [60, 300] }, (t, p, r) => {
    const date = t % 365.25;
    const rush = date > 325 && date < 358 ? 1 + 0.02 * (date - 325) : 1;
    return p.level * p.week(t) * p.year(t) * rush * (date > 358 && date < 361 ? 0.1 : 1) * exp(0.13 * r.normal());
  }),
  row('daily', 'daily counts', { week: 0.3, year: 0.3, level: [4, 15] }, (t, p, r) =>
    r.poisson(p.level * p.week(t) * p.year(t)),
  ),
  row('daily', 'daily overdispersed', { week: 0.3, year: 0.35, level: [10, 60] }, (t, p, r) =>
    r.negativeBinomial(p.level * p.week(t) * p.year(t), 8),
  ),
  row(
    'daily',
    'daily wandering',
    { week: 0.25, year: 0.25, level: [40, 300] },
    (t, p, r) => p.level * p.week(t) * p.year(t) * exp(p.walk(0.012 * r.normal()) + 0.12 * r.normal()),
  ),
  row(
    'weekly',
    'weekly wandering',
    { level: [100, 1000] },
    (_, p, r) => p.level * exp(p.walk(0.03 * r.normal()) + 0.08 * r.normal()),
  ),
  row(
    'weekly',
    'weekly with a year',
    { year: 0.25, level: [100, 1000], growth: [-0.1, 0.2] },
    (t, p, r) => p.level * p.year(t * 7) * growing(p, t, 52) * exp(p.walk(0.015 * r.normal()) + 0.1 * r.normal()),
  ),
  row(
    'weekly',
    'weekly trending',
    { level: [100, 1000], slope: [-0.002, 0.006] },
    (_, p, r) => p.level * exp(p.walk(p.bend(0.0015 * r.normal(), 0.98) + 0.012 * r.normal()) + 0.05 * r.normal()),
  ),
  row('intermittent', 'intermittent', { chance: [0.1, 0.5], size: [1, 4] }, (_, p, r) =>
    r.uniform() < p.chance ? 1 + r.poisson(p.size) : 0,
  ),
  row('intermittent', 'lumpy', { chance: [0.08, 0.4], size: [4, 20] }, (_, p, r) =>
    r.uniform() < p.chance ? 1 + r.negativeBinomial(p.size, 1) : 0,
  ),
  row('intermittent', 'dying out', { chance: [0.2, 0.5], pace: [300, 900] }, (t, p, r) =>
    r.uniform() < p.chance * exp(-t / p.pace) ? 1 + r.poisson(2) : 0,
  ),
  row('intermittent', 'slow with a year', { year: 0.4, level: [0.2, 0.7] }, (t, p, r) =>
    r.poisson(p.level * p.year(t)),
  ),
  row(
    'monthly',
    'monthly multiplicative',
    { year: 0.3, level: [200, 3000], growth: [-0.03, 0.1] },
    (t, p, r) => p.level * growing(p, t, 12) * p.year(t * 30.44) * exp(p.walk(0.02 * r.normal()) + 0.07 * r.normal()),
  ),
  row(
    'monthly',
    'monthly without a year',
    { level: [200, 3000] },
    (_, p, r) => p.level * exp(p.walk(0.05 * r.normal()) + 0.08 * r.normal()),
  ),
];

/** Other shapes, noise and lengths, with which nothing was tuned. */
const heldBack: readonly Row[] = [
  row(
    'daily',
    'unseen square-root season',
    { length: 800, week: 0.45, year: 0.45, level: [20, 2000] },
    (t, p, r) => p.level * sqrt(p.week(t) * max(0.05, p.year(t))) * (1 + 0.18 * r.normal()),
  ),
  row(
    'daily',
    'unseen saw-tooth year',
    { length: 1000, week: 0.2, pace: [60, 300], level: [30, 500], height: [0.5, 1.2] },
    (t, p, r) => {
      const distance = abs(((((t - p.pace) % 365.25) + 365.25 + 182.6) % 365.25) - 182.6);
      return p.level * p.week(t) * (1 + p.height * max(0, 1 - distance / 90)) * exp(0.16 * r.normal());
    },
  ),
  row(
    'daily',
    'unseen growth and correlated noise',
    { length: 900, week: 0.35, year: 0.2, level: [15, 150], growth: [0.1, 0.5] },
    (t, p, r) => {
      const memory = p.walk(0.1 * r.normal(), 0.7);
      return p.level * exp((p.growth * t) / 365) * p.week(t) * p.year(t) * exp(memory + 0.06 * r.normal());
    },
  ),
  row('daily', 'unseen closed Sundays', { length: 730, week: 0.2, year: 0.3, level: [8, 80] }, (t, p, r) =>
    t % 7 === 6 ? 0 : r.negativeBinomial(p.level * p.week(t) * p.year(t), 12),
  ),
  row(
    'daily',
    'unseen heavy tails and a late shift',
    { length: 730, week: 0.3, year: 0.25, level: [30, 300], factor: (r) => exp(0.3 * r.normal()) },
    (t, p, r) => p.level * (t > 600 ? p.factor : 1) * (p.week(t) + p.year(t) - 1) * (1 + 0.12 * heavyTail(r)),
  ),
  row(
    'weekly',
    'unseen weekly momentum',
    { length: 130, level: [50, 5000] },
    (_, p, r) => p.level * exp(p.walk(p.bend(0.02 * r.normal(), 0.6)) + 0.12 * r.normal()),
  ),
  row('weekly', 'unseen weekly counts with a year', { length: 200, year: 0.35, level: [10, 60] }, (t, p, r) =>
    r.negativeBinomial(p.level * p.year(t * 7), 15),
  ),
  row('intermittent', 'unseen clustered demand', { length: 700 }, (_, p, r) => {
    p.chance = r.uniform() < (p.chance > 0 ? 0.6 : 0.12) ? 1 : 0;
    return p.chance > 0 ? ceil(5 * r.gamma(1.5)) : 0;
  }),
  row('intermittent', 'unseen rare pieces', { length: 400, level: [0.05, 0.4] }, (_, p, r) => r.poisson(p.level)),
  row('intermittent', 'unseen rising demand', { length: 600, chance: [0.1, 0.25], pace: [1, 2.5] }, (t, p, r) =>
    r.uniform() < p.chance * (1 + (p.pace * t) / 700) ? 1 + r.negativeBinomial(3, 2) : 0,
  ),
  row(
    'monthly',
    'unseen monthly additive',
    { length: 60, year: 0.2, level: [20, 800], growth: [-0.05, 0.15] },
    (t, p, r) => p.level * (p.year(t * 30.44) + (p.growth * t) / 12 + 0.08 * r.normal()),
  ),
];

/** Histories of 20 to 60 days or 52 to 99 weeks. The rules for short histories were tuned with seeds 1 to 60. */
const short: readonly Row[] = [
  row(
    'days',
    'week',
    { week: 0.3, level: [30, 300], noise: [0.08, 0.3] },
    (t, p, r) => p.level * p.week(t) * exp(p.noise * r.normal()),
  ),
  row('days', 'level', { level: [30, 300], noise: [0.05, 0.35] }, (_, p, r) => p.level * (1 + p.noise * r.normal())),
  row('days', 'counts', { week: 0.25, level: [3, 15] }, (t, p, r) => r.poisson(p.level * p.week(t))),
  row(
    'days',
    'wandering',
    { week: 0.2, level: [30, 300], pace: [0.02, 0.06] },
    (t, p, r) => p.level * p.week(t) * exp(p.walk(p.pace * r.normal()) + 0.12 * r.normal()),
  ),
  row('days', 'launch', { week: 0.2, level: [20, 200], pace: [10, 40] }, (t, p, r) =>
    r.negativeBinomial(p.level * p.week(t) * (1 - exp(-(t + 3) / p.pace)), 20),
  ),
  row('days', 'slow', { level: [0.3, 1.2] }, (_, p, r) => r.poisson(p.level)),
  row(
    'weeks',
    'wandering',
    { level: [100, 1000], pace: [0.02, 0.06] },
    (_, p, r) => p.level * exp(p.walk(p.pace * r.normal()) + 0.04 * r.normal()),
  ),
  row('weeks', 'random walk', { level: [1000, 5000], pace: [0.01, 0.05] }, (t, p, r) => {
    if (t === 0) p.pace *= p.level;
    p.level += p.pace * r.normal();
    return p.level;
  }),
  row(
    'weeks',
    'year',
    { year: 0.25, level: [100, 1000] },
    (t, p, r) => p.level * p.year(t * 7) * exp(p.walk(0.02 * r.normal()) + 0.08 * r.normal()),
  ),
  row(
    'weeks',
    'trending',
    { level: [100, 1000], slope: [-0.004, 0.008] },
    (_, p, r) => p.level * exp(p.walk(p.bend(0.0015 * r.normal(), 0.98) + 0.015 * r.normal()) + 0.03 * r.normal()),
  ),
  row('weeks', 'counts', { level: [5, 60] }, (_, p, r) => r.negativeBinomial(p.level, 15)),
];

const heldBackShort: readonly Row[] = [
  row(
    'days',
    'unseen heavy tails',
    { week: 0.25, level: [30, 300] },
    (t, p, r) => p.level * p.week(t) * (1 + (0.12 * r.normal()) / sqrt(r.gamma(2) / 2)),
  ),
  row('days', 'unseen closed Sundays', { week: 0.2, level: [8, 80] }, (t, p, r) =>
    t % 7 === 6 ? 0 : r.negativeBinomial(p.level * p.week(t), 12),
  ),
  row(
    'days',
    'unseen correlated noise',
    { week: 0.35, level: [15, 150] },
    (t, p, r) => p.level * p.week(t) * exp(p.walk(0.12 * r.normal(), 0.7) + 0.06 * r.normal()),
  ),
  row(
    'days',
    'unseen fading',
    { week: 0.3, level: [40, 400], pace: [30, 120] },
    (t, p, r) => p.level * p.week(t) * (0.3 + exp(-t / p.pace)) * (1 + 0.15 * r.normal()),
  ),
  row('days', 'unseen clusters', {}, (_, p, r) => {
    p.chance = r.uniform() < (p.chance > 0 ? 0.7 : 0.3) ? 1 : 0;
    return p.chance > 0 ? ceil(5 * r.gamma(1.5)) : 0;
  }),
  row(
    'weeks',
    'unseen momentum',
    { level: [50, 5000] },
    (_, p, r) => p.level * exp(p.walk(p.bend(0.025 * r.normal(), 0.5)) + 0.02 * r.normal()),
  ),
  row('weeks', 'unseen level shifts', { level: [50, 500] }, (_, p, r) => {
    if (r.uniform() < 0.04) p.level *= exp(0.3 * r.normal());
    return p.level * (1 + 0.06 * r.normal());
  }),
  row('weeks', 'unseen reverting', { level: [200, 4000] }, (_, p, r) => p.level * exp(p.walk(0.05 * r.normal(), 0.9))),
  row('weeks', 'unseen year with counts', { year: 0.35, level: [10, 60] }, (t, p, r) =>
    r.negativeBinomial(p.level * p.year(t * 7), 15),
  ),
];

export const families = tuned.map((one) => toFamily(one, 4));
export const heldBackFamilies = heldBack.map((one) => toFamily(one, 3, { horizon: heldBackHorizons[one.kind] }));
export const shortFamilies = short.flatMap(toShortFamilies);
export const heldBackShortFamilies = heldBackShort.flatMap(toShortFamilies);
