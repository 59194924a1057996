import { toDate, toDay } from './calendar.ts';
import { type AskedWeek, forgetDays } from './missing-days.ts';
import { randomOf } from './random.ts';
import { injectTimeAnomalies, slipTypes, type TimeAnomaly, timeAnomalyTypes } from './time-anomalies.ts';
import { carePlant } from './time-care-plant.ts';
import { servicesFirm } from './time-services-firm.ts';
import { type Registration, walkDays } from './time-walk.ts';

/** The companies with time registrations. Nobody looked at the held-back company while tuning. */
export const timeFamilies = {
  'services firm': { company: servicesFirm, seed: 20_250_101 },
  'care plant, held back': { company: carePlant, seed: 77_415 },
} as const;

export type TimeFamilyName = keyof typeof timeFamilies;

interface TimeDataOptions {
  readonly employees?: number;
  readonly seedShift?: number;
  /** Anomalies of each type in the scored weeks. */
  readonly each?: number;
}

export interface TimeData {
  readonly history: Registration[];
  /** The later weeks without anomalies. */
  readonly clean: Registration[];
  /** The later weeks with `anomalies`. */
  readonly scored: Registration[];
  readonly anomalies: TimeAnomaly[];
  /** Weeks with missing days. */
  readonly weeks: AskedWeek[];
}

/** A year to train on, with a few anomalies as in any approved data, and later weeks to score. */
export function makeTimeData(
  name: TimeFamilyName,
  { employees = 60, seedShift = 0, each = 50 }: TimeDataOptions = {},
): TimeData {
  const family = timeFamilies[name];
  const seed = family.seed + seedShift;
  const [from, to, laterFrom, laterTo] = ['2025-01-01', '2025-12-31', '2026-01-12', '2026-03-29'];
  const { staff, r } = family.company({ seed, employees, from, to: laterTo });
  const past = walkDays(staff, { from, to, r }).registrations;
  const future = walkDays(staff, { from: laterFrom, to: laterTo, r, prefix: 'n' });
  const chance = randomOf(seed + 1);
  const inject = (rows: readonly Registration[], count: number) =>
    injectTimeAnomalies(rows, {
      r: chance,
      counts: Object.fromEntries(Object.keys(timeAnomalyTypes).map((type) => [type, count])),
      history: past,
    });
  const history = inject(past, Math.ceil(past.length / 2000)).registrations;
  const { registrations: scored, anomalies } = inject(future.registrations, each);
  const weeks = forgetDays({ ...future, staff, from: laterFrom, weeks: 8, r: chance });
  return { history, clean: future.registrations, scored, anomalies, weeks };
}

export interface Weeks {
  readonly history: Registration[];
  readonly weeks: readonly {
    readonly learned: Registration[];
    readonly scored: Registration[];
    /** From the id of a wrong row to its type. */
    readonly wrong: ReadonlyMap<string, string>;
  }[];
}

/**
 * A company whose registrations arrive week by week: nine months of history and 13 weeks of updates. `errors` is the share
 * of wrong rows in the training data. Each scored week has four wrong rows of each type.
 */
export function makeWeeks(name: TimeFamilyName, seed: number, errors = 0.003): Weeks {
  const from = '2025-01-01';
  const start = toDay('2025-09-29');
  const end = toDate(start + 7 * 13 - 1);
  const { staff, r } = timeFamilies[name].company({ seed, employees: 60, from, to: end });
  const past = walkDays(staff, { from, to: toDate(start - 1), r }).registrations;
  const future = walkDays(staff, { from: toDate(start), to: end, r, prefix: 'n' }).registrations;
  const history = [...past, ...future];
  const types = Object.keys(slipTypes);
  const inject = (rows: readonly Registration[], count: () => number, random: typeof r) =>
    injectTimeAnomalies(rows, {
      r: random,
      counts: Object.fromEntries(types.map((type) => [type, count()])),
      history,
      types: slipTypes,
    });
  // Two seeds, so that the scored rows do not depend on the share of errors.
  const [chance, scoring] = [randomOf(seed + 1), randomOf(seed + 2)];
  const withErrors = (rows: readonly Registration[]) => {
    const expected = (errors * rows.length) / types.length;
    return inject(rows, () => Math.floor(expected) + (chance.chance(expected % 1) ? 1 : 0), chance).registrations;
  };
  const weeks = Array.from({ length: 13 }, (_, week) => {
    const rows = future.filter(({ date }) => Math.floor((toDay(date) - start) / 7) === week);
    const { registrations: scored, anomalies } = inject(rows, () => 4, scoring);
    const wrong = new Map(anomalies.map(({ registrationId, type }) => [registrationId, type]));
    return { learned: withErrors(rows), scored, wrong };
  });
  return { history: withErrors(past), weeks };
}
