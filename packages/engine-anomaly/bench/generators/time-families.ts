import { type AskedWeek, forgetDays } from './missing-days.ts';
import { randomOf } from './random.ts';
import { injectTimeAnomalies, type TimeAnomaly, timeAnomalyTypes } from './time-anomalies.ts';
import { carePlant } from './time-care-plant.ts';
import type { TimeCompany, TimeCompanyOptions } from './time-company.ts';
import { servicesFirm } from './time-services-firm.ts';
import { type Absence, type Registration, walkDays } from './time-walk.ts';

interface TimeFamily {
  readonly company: (options: TimeCompanyOptions) => TimeCompany;
  readonly seed: number;
  readonly heldBack: boolean;
}

/** The companies that make up time registrations; `heldBack` ones were not looked at while tuning. */
export const timeFamilies = {
  'services firm': { company: servicesFirm, seed: 20_250_101, heldBack: false },
  'care plant': { company: carePlant, seed: 77_415, heldBack: true },
} as const satisfies Record<string, TimeFamily>;

export type TimeFamilyName = keyof typeof timeFamilies;

interface TimeDataOptions {
  readonly employees?: number;
  readonly seedShift?: number;
  /** Anomalies of each type among what is scored. */
  readonly each?: number;
  readonly from?: string;
  readonly to?: string;
  readonly later?: readonly [from: string, to: string];
}

export interface TimeData extends TimeCompany {
  readonly history: Registration[];
  readonly historyAnomalies: TimeAnomaly[];
  /** The later weeks untouched. */
  readonly clean: Registration[];
  /** The later weeks with `anomalies` injected. */
  readonly scored: Registration[];
  readonly anomalies: TimeAnomaly[];
  readonly absences: Absence[];
  /** Weeks with missing days. */
  readonly weeks: AskedWeek[];
}

/**
 * A company with a history to train on (a few anomalies among it, as in any approved data), and later weeks to score.
 */
export function makeTimeData(
  name: TimeFamilyName,
  {
    employees = 60,
    seedShift = 0,
    each = 50,
    from = '2025-01-01',
    to = '2025-12-31',
    later = ['2026-01-12', '2026-03-29'],
  }: TimeDataOptions = {},
): TimeData {
  const family = timeFamilies[name];
  const seed = family.seed + seedShift;
  const company = family.company({ seed, employees, from, to: later[1] });
  const { staff, r } = company;
  const past = walkDays(staff, { from, to, r });
  const future = walkDays(staff, { from: later[0], to: later[1], r, prefix: 'n' });
  const chance = randomOf(seed + 1);
  const types = Object.keys(timeAnomalyTypes);
  const few = Math.ceil(past.registrations.length / 2000);
  const contaminated = injectTimeAnomalies(past.registrations, {
    r: chance,
    counts: Object.fromEntries(types.map((type) => [type, few])),
    history: past.registrations,
  });
  const injected = injectTimeAnomalies(future.registrations, {
    r: chance,
    counts: Object.fromEntries(types.map((type) => [type, each])),
    history: past.registrations,
  });
  return {
    ...company,
    history: contaminated.registrations,
    historyAnomalies: contaminated.anomalies,
    clean: future.registrations,
    scored: injected.registrations,
    anomalies: injected.anomalies,
    absences: [...past.absences, ...future.absences],
    weeks: forgetDays({ ...future, staff, from: later[0], weeks: 8, r: chance }),
  };
}
