import { type Family, family, type Prepare, weekOf, yearOf } from './family.ts';

/**
 * Families of made-up sales. Each has a kind (which bars it counts for), a frequency, the number of intervals it is
 * trained on at first, a horizon, and `make(seed)`, the values. The models were tuned by these; see the held-back ones.
 */
export const families: readonly Family[] = [
  daily('daily multiplicative', (r) => {
    const week = weekOf(r, 0.3);
    const year = yearOf(r, 0.3);
    const level = r.between(40, 400);
    const growth = r.between(-0.1, 0.25);
    return (day) => level * (1 + (growth * day) / 365) * week(day) * year(day) * Math.exp(0.12 * r.normal());
  }),
  daily('daily additive', (r) => {
    const week = weekOf(r, 0.25);
    const year = yearOf(r, 0.25);
    const level = r.between(50, 300);
    const growth = r.between(-0.1, 0.2);
    return (day) => level * (1 + (growth * day) / 365 + (week(day) - 1) + (year(day) - 1) + 0.1 * r.normal());
  }),
  daily('daily promotions', (r) => {
    const week = weekOf(r, 0.25);
    const year = yearOf(r, 0.25);
    const level = r.between(40, 200);
    let promotion = 0;
    return (day) => {
      promotion = promotion > 0 ? promotion - 1 : r.uniform() < 0.012 ? 4 : 0;
      const outlier = r.uniform() < 0.004 ? r.between(2.5, 5) : 1;
      const lift = promotion > 0 ? 1.8 : 1;
      return level * week(day) * year(day) * lift * outlier * Math.exp(0.15 * r.normal());
    };
  }),
  daily('daily level shift', (r) => {
    const week = weekOf(r, 0.25);
    const year = yearOf(r, 0.2);
    const level = r.between(40, 200);
    const at = r.between(200, 680);
    const factor = r.uniform() < 0.5 ? r.between(0.55, 0.75) : r.between(1.35, 1.8);
    return (day) => level * (day < at ? 1 : factor) * week(day) * year(day) * Math.exp(0.12 * r.normal());
  }),
  daily('daily holidays', (r) => {
    const week = weekOf(r, 0.25);
    const year = yearOf(r, 0.15);
    const level = r.between(60, 300);
    return (day) => {
      const date = day % 365.25;
      const rush = date > 325 && date < 358 ? 1 + 0.02 * (date - 325) : 1;
      const closed = date > 358 && date < 361 ? 0.1 : 1;
      return level * week(day) * year(day) * rush * closed * Math.exp(0.13 * r.normal());
    };
  }),
  daily('daily counts', (r) => {
    const week = weekOf(r, 0.3);
    const year = yearOf(r, 0.3);
    const level = r.between(4, 15);
    return (day) => r.poisson(level * week(day) * year(day));
  }),
  daily('daily overdispersed', (r) => {
    const week = weekOf(r, 0.3);
    const year = yearOf(r, 0.35);
    const level = r.between(10, 60);
    return (day) => r.negativeBinomial(level * week(day) * year(day), 8);
  }),
  daily('daily wandering', (r) => {
    const week = weekOf(r, 0.25);
    const year = yearOf(r, 0.25);
    const level = r.between(40, 300);
    let drift = 0;
    return (day) => {
      drift += 0.012 * r.normal();
      return level * week(day) * year(day) * Math.exp(drift + 0.12 * r.normal());
    };
  }),
  weekly('weekly wandering', (r) => {
    const level = r.between(100, 1000);
    let drift = 0;
    return () => {
      drift += 0.03 * r.normal();
      return level * Math.exp(drift + 0.08 * r.normal());
    };
  }),
  weekly('weekly with a year', (r) => {
    const year = yearOf(r, 0.25);
    const level = r.between(100, 1000);
    const growth = r.between(-0.1, 0.2);
    let drift = 0;
    return (week) => {
      drift += 0.015 * r.normal();
      return level * year(week * 7) * (1 + (growth * week) / 52) * Math.exp(drift + 0.1 * r.normal());
    };
  }),
  weekly('weekly trending', (r) => {
    const level = r.between(100, 1000);
    let slope = r.between(-0.002, 0.006);
    let drift = 0;
    return () => {
      slope = 0.98 * slope + 0.0015 * r.normal();
      drift += slope + 0.012 * r.normal();
      return level * Math.exp(drift + 0.05 * r.normal());
    };
  }),
  intermittent('intermittent', (r) => {
    const chance = r.between(0.1, 0.5);
    const size = r.between(1, 4);
    return () => (r.uniform() < chance ? 1 + r.poisson(size) : 0);
  }),
  intermittent('lumpy', (r) => {
    const chance = r.between(0.08, 0.4);
    const size = r.between(4, 20);
    return () => (r.uniform() < chance ? 1 + r.negativeBinomial(size, 1) : 0);
  }),
  intermittent('dying out', (r) => {
    const chance = r.between(0.2, 0.5);
    const fading = r.between(300, 900);
    return (day) => (r.uniform() < chance * Math.exp(-day / fading) ? 1 + r.poisson(2) : 0);
  }),
  intermittent('slow with a year', (r) => {
    const year = yearOf(r, 0.4);
    const level = r.between(0.2, 0.7);
    return (day) => r.poisson(level * year(day));
  }),
  monthly('monthly multiplicative', (r) => {
    const year = yearOf(r, 0.3);
    const level = r.between(200, 3000);
    const growth = r.between(-0.03, 0.1);
    let drift = 0;
    return (month) => {
      drift += 0.02 * r.normal();
      return level * (1 + (growth * month) / 12) * year(month * 30.44) * Math.exp(drift + 0.07 * r.normal());
    };
  }),
  monthly('monthly without a year', (r) => {
    const level = r.between(200, 3000);
    let drift = 0;
    return () => {
      drift += 0.05 * r.normal();
      return level * Math.exp(drift + 0.08 * r.normal());
    };
  }),
];

function daily(name: string, prepare: Prepare): Family {
  return family(name, { kind: 'daily', frequency: 'D', length: 730, horizon: 28, season: 7 }, prepare);
}

function weekly(name: string, prepare: Prepare): Family {
  return family(name, { kind: 'weekly', frequency: 'W', length: 156, horizon: 13, season: 1 }, prepare);
}

function intermittent(name: string, prepare: Prepare): Family {
  return family(name, { kind: 'intermittent', frequency: 'D', length: 540, horizon: 28, season: 1 }, prepare);
}

function monthly(name: string, prepare: Prepare): Family {
  return family(name, { kind: 'monthly', frequency: 'M', length: 84, horizon: 6, season: 12 }, prepare);
}
