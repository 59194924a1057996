import type { Frequency } from '@understudy/engine-forecasting';
import { type Family, family, type Prepare, weekOf, yearOf } from './family.ts';

/** `naive`: the model that the errors are compared with. */
export type ShortFamily = Family<{
  readonly kind: string;
  readonly frequency: Frequency;
  readonly length: number;
  readonly horizon: number;
  readonly season: number;
  readonly naive: string;
}>;

/**
 * Families of short histories: 20 to 60 days, or 52 to 99 weeks. Each shape comes in four lengths. The rules for short
 * histories were tuned by `shortFamilies`, seeds 1 to 60; `heldBackShortFamilies` have other shapes and noise.
 */
export const shortFamilies: readonly ShortFamily[] = [
  ...days('week', (r) => {
    const week = weekOf(r, 0.3);
    const level = r.between(30, 300);
    const noise = r.between(0.08, 0.3);
    return (day) => level * week(day) * Math.exp(noise * r.normal());
  }),
  ...days('level', (r) => {
    const level = r.between(30, 300);
    const noise = r.between(0.05, 0.35);
    return () => level * (1 + noise * r.normal());
  }),
  ...days('counts', (r) => {
    const week = weekOf(r, 0.25);
    const level = r.between(3, 15);
    return (day) => r.poisson(level * week(day));
  }),
  ...days('wandering', (r) => {
    const week = weekOf(r, 0.2);
    const level = r.between(30, 300);
    const pace = r.between(0.02, 0.06);
    let drift = 0;
    return (day) => {
      drift += pace * r.normal();
      return level * week(day) * Math.exp(drift + 0.12 * r.normal());
    };
  }),
  ...days('launch', (r) => {
    const week = weekOf(r, 0.2);
    const level = r.between(20, 200);
    const pace = r.between(10, 40);
    return (day) => r.negativeBinomial(level * week(day) * (1 - Math.exp(-(day + 3) / pace)), 20);
  }),
  ...days('slow', (r) => {
    const level = r.between(0.3, 1.2);
    return () => r.poisson(level);
  }),
  ...weeks('wandering', (r) => {
    const level = r.between(100, 1000);
    const pace = r.between(0.02, 0.06);
    let drift = 0;
    return () => {
      drift += pace * r.normal();
      return level * Math.exp(drift + 0.04 * r.normal());
    };
  }),
  ...weeks('random walk', (r) => {
    let value = r.between(1000, 5000);
    const step = value * r.between(0.01, 0.05);
    return () => {
      value += step * r.normal();
      return value;
    };
  }),
  ...weeks('year', (r) => {
    const year = yearOf(r, 0.25);
    const level = r.between(100, 1000);
    let drift = 0;
    return (week) => {
      drift += 0.02 * r.normal();
      return level * year(week * 7) * Math.exp(drift + 0.08 * r.normal());
    };
  }),
  ...weeks('trending', (r) => {
    const level = r.between(100, 1000);
    let slope = r.between(-0.004, 0.008);
    let drift = 0;
    return () => {
      slope = 0.98 * slope + 0.0015 * r.normal();
      drift += slope + 0.015 * r.normal();
      return level * Math.exp(drift + 0.03 * r.normal());
    };
  }),
  ...weeks('counts', (r) => {
    const level = r.between(5, 60);
    return () => r.negativeBinomial(level, 15);
  }),
];

/** Shapes that nothing was tuned by. */
export const heldBackShortFamilies: readonly ShortFamily[] = [
  ...days('unseen heavy tails', (r) => {
    const week = weekOf(r, 0.25);
    const level = r.between(30, 300);
    return (day) => level * week(day) * (1 + (0.12 * r.normal()) / Math.sqrt(r.gamma(2) / 2));
  }),
  ...days('unseen closed Sundays', (r) => {
    const week = weekOf(r, 0.2);
    const level = r.between(8, 80);
    return (day) => (day % 7 === 6 ? 0 : r.negativeBinomial(level * week(day), 12));
  }),
  ...days('unseen correlated noise', (r) => {
    const week = weekOf(r, 0.35);
    const level = r.between(15, 150);
    let memory = 0;
    return (day) => {
      memory = 0.7 * memory + 0.12 * r.normal();
      return level * week(day) * Math.exp(memory + 0.06 * r.normal());
    };
  }),
  ...days('unseen fading', (r) => {
    const week = weekOf(r, 0.3);
    const level = r.between(40, 400);
    const pace = r.between(30, 120);
    return (day) => level * week(day) * (0.3 + Math.exp(-day / pace)) * (1 + 0.15 * r.normal());
  }),
  ...days('unseen clusters', (r) => {
    let busy = false;
    return () => {
      busy = r.uniform() < (busy ? 0.7 : 0.3);
      return busy ? Math.ceil(5 * r.gamma(1.5)) : 0;
    };
  }),
  ...weeks('unseen momentum', (r) => {
    const level = r.between(50, 5000);
    let change = 0;
    let position = 0;
    return () => {
      change = 0.5 * change + 0.025 * r.normal();
      position += change;
      return level * Math.exp(position + 0.02 * r.normal());
    };
  }),
  ...weeks('unseen level shifts', (r) => {
    let level = r.between(50, 500);
    return () => {
      if (r.uniform() < 0.04) level *= Math.exp(0.3 * r.normal());
      return level * (1 + 0.06 * r.normal());
    };
  }),
  ...weeks('unseen reverting', (r) => {
    const level = r.between(200, 4000);
    let distance = 0;
    return () => {
      distance = 0.9 * distance + 0.05 * r.normal();
      return level * Math.exp(distance);
    };
  }),
  ...weeks('unseen year with counts', (r) => {
    const year = yearOf(r, 0.35);
    const level = r.between(10, 60);
    return (week) => r.negativeBinomial(level * year(week * 7), 15);
  }),
];

function days(name: string, prepare: Prepare): ShortFamily[] {
  const shape = { kind: 'days', frequency: 'D', horizon: 14, season: 7, naive: 'seasonal-naive-7' } as const;
  return [20, 30, 45, 60].map((length) => family(`${name}, ${length} days`, { ...shape, length }, prepare, 1));
}

function weeks(name: string, prepare: Prepare): ShortFamily[] {
  const shape = { kind: 'weeks', frequency: 'W', horizon: 13, season: 1, naive: 'naive' } as const;
  return [52, 65, 80, 99].map((length) => family(`${name}, ${length} weeks`, { ...shape, length }, prepare, 1));
}
