import { toDate, toDay } from './calendar.ts';
import { randomOf } from './random.ts';
import { injectTimeAnomalies } from './time-anomalies.ts';
import { carePlant } from './time-care-plant.ts';
import type { TimeCompany, TimeCompanyOptions } from './time-company.ts';
import { projectHouse } from './time-project-house.ts';
import { servicesFirm } from './time-services-firm.ts';
import { slipTypes } from './time-slips.ts';
import { type Registration, walkDays } from './time-walk.ts';

const companies = new Map<string, (options: TimeCompanyOptions) => TimeCompany>([
  ['project house', projectHouse],
  ['services firm', servicesFirm],
  ['care plant', carePlant],
]);

export const weeklyCompanies: readonly string[] = [...companies.keys()];

interface WeeksOptions {
  readonly seed: number;
  readonly employees?: number;
  /** Share of rows of the history that are wrong. */
  readonly errors?: number;
  /** Wrong rows of each type per week judged. */
  readonly each?: number;
}

export interface JudgedWeek {
  readonly learned: Registration[];
  readonly scored: Registration[];
  /** From the id of a wrong row to its type. */
  readonly wrong: ReadonlyMap<string, string>;
}

export interface Weeks {
  readonly cleanHistory: Registration[];
  readonly history: Registration[];
  readonly weeks: JudgedWeek[];
  readonly after: JudgedWeek[];
}

/**
 * A company whose registrations come in week by week: nine months to begin with, 13 weeks of updates and four weeks to
 * judge afterwards. What is trained on holds few errors; what is judged holds some of each type.
 *
 * @throws RangeError when there is no company of that name
 */
export function makeWeeks(name: string, { seed, employees = 60, errors = 0.003, each = 4 }: WeeksOptions): Weeks {
  const from = '2025-01-01';
  const start = toDay('2025-09-29');
  const make = companies.get(name);
  if (make === undefined) throw new RangeError(`There is no company ${name}.`);
  const company = make({ seed, employees, from, to: toDate(start + 7 * 17 - 1) });
  const { staff, r } = company;
  const past = walkDays(staff, { from, to: toDate(start - 1), r }).registrations;
  const future = walkDays(staff, { from: toDate(start), to: toDate(start + 7 * 17 - 1), r, prefix: 'n' }).registrations;
  const everything = [...past, ...future];
  // Apart, so that what is judged is the same whatever share of errors is learned.
  const chance = randomOf(seed + 1);
  const judging = randomOf(seed + 2);
  const types = Object.keys(slipTypes);
  const spoil = (rows: readonly Registration[], count: () => number, by = chance) =>
    injectTimeAnomalies(rows, {
      r: by,
      counts: Object.fromEntries(types.map((type) => [type, count()])),
      history: everything,
      types: slipTypes,
    });
  const few = (rows: readonly Registration[]) => () => {
    const expected = (errors * rows.length) / types.length;
    return Math.floor(expected) + (chance.chance(expected % 1) ? 1 : 0);
  };
  const weeks = Array.from({ length: 17 }, (_, week) => {
    const rows = future.filter(({ date }) => Math.floor((toDay(date) - start) / 7) === week);
    const { registrations, anomalies } = spoil(rows, () => each, judging);
    return {
      learned: spoil(rows, few(rows)).registrations,
      scored: registrations,
      wrong: new Map(anomalies.map(({ registrationId, type }) => [registrationId, type])),
    };
  });
  return {
    cleanHistory: past,
    history: spoil(past, few(past)).registrations,
    weeks: weeks.slice(0, 13),
    after: weeks.slice(13),
  };
}
