import { type Family, family, type Prepare, weekOf, yearOf } from './family.ts';

const shapes = {
  daily: { frequency: 'D', horizon: 28, season: 7 },
  weekly: { frequency: 'W', horizon: 8, season: 1 },
  intermittent: { frequency: 'D', horizon: 21, season: 1 },
  monthly: { frequency: 'M', horizon: 12, season: 12 },
} as const;

/**
 * Families that no model was tuned by: other shapes, other noise, other lengths. Their figures say what the engine does
 * on sales it has not seen.
 */
export const heldBackFamilies: readonly Family[] = [
  held('daily', 'unseen square-root season', 800, (r) => {
    const week = weekOf(r, 0.45);
    const year = yearOf(r, 0.45);
    const level = r.between(20, 2000);
    return (day) => level * Math.sqrt(week(day) * Math.max(0.05, year(day))) * (1 + 0.18 * r.normal());
  }),
  held('daily', 'unseen saw-tooth year', 1000, (r) => {
    const week = weekOf(r, 0.2);
    const peak = r.between(60, 300);
    const level = r.between(30, 500);
    const height = r.between(0.5, 1.2);
    return (day) => {
      const distance = Math.abs(((((day - peak) % 365.25) + 365.25 + 182.6) % 365.25) - 182.6);
      return level * week(day) * (1 + height * Math.max(0, 1 - distance / 90)) * Math.exp(0.16 * r.normal());
    };
  }),
  held('daily', 'unseen growth and correlated noise', 900, (r) => {
    const week = weekOf(r, 0.35);
    const year = yearOf(r, 0.2);
    const level = r.between(15, 150);
    const growth = r.between(0.1, 0.5);
    let memory = 0;
    return (day) => {
      memory = 0.7 * memory + 0.1 * r.normal();
      return level * Math.exp((growth * day) / 365) * week(day) * year(day) * Math.exp(memory + 0.06 * r.normal());
    };
  }),
  held('daily', 'unseen closed Sundays', 730, (r) => {
    const week = weekOf(r, 0.2);
    const year = yearOf(r, 0.3);
    const level = r.between(8, 80);
    return (day) => (day % 7 === 6 ? 0 : r.negativeBinomial(level * week(day) * year(day), 12));
  }),
  held('daily', 'unseen heavy tails and a late shift', 730, (r) => {
    const week = weekOf(r, 0.3);
    const year = yearOf(r, 0.25);
    const level = r.between(30, 300);
    const factor = Math.exp(0.3 * r.normal());
    return (day) => {
      const tail = r.normal() / Math.sqrt(r.gamma(2) / 2);
      return level * (day > 600 ? factor : 1) * (week(day) + year(day) - 1) * (1 + 0.12 * tail);
    };
  }),
  held('weekly', 'unseen weekly momentum', 130, (r) => {
    const level = r.between(50, 5000);
    let change = 0;
    let position = 0;
    return () => {
      change = 0.6 * change + 0.02 * r.normal();
      position += change;
      return level * Math.exp(position + 0.12 * r.normal());
    };
  }),
  held('weekly', 'unseen weekly counts with a year', 200, (r) => {
    const year = yearOf(r, 0.35);
    const level = r.between(10, 60);
    return (week) => r.negativeBinomial(level * year(week * 7), 15);
  }),
  held('intermittent', 'unseen clustered demand', 700, (r) => {
    let busy = false;
    return () => {
      busy = r.uniform() < (busy ? 0.6 : 0.12);
      return busy ? Math.ceil(5 * r.gamma(1.5)) : 0;
    };
  }),
  held('intermittent', 'unseen rare pieces', 400, (r) => {
    const level = r.between(0.05, 0.4);
    return () => r.poisson(level);
  }),
  held('intermittent', 'unseen rising demand', 600, (r) => {
    const chance = r.between(0.1, 0.25);
    const rise = r.between(1, 2.5);
    return (day) => (r.uniform() < chance * (1 + (rise * day) / 700) ? 1 + r.negativeBinomial(3, 2) : 0);
  }),
  held('monthly', 'unseen monthly additive', 60, (r) => {
    const year = yearOf(r, 0.2);
    const level = r.between(20, 800);
    const growth = r.between(-0.05, 0.15);
    return (month) => level * (year(month * 30.44) + (growth * month) / 12 + 0.08 * r.normal());
  }),
];

function held(kind: keyof typeof shapes, name: string, length: number, prepare: Prepare): Family {
  return family(name, { kind, length, ...shapes[kind] }, prepare, 3);
}
