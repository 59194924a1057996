import { toWeekday } from '../calendar.js';
import type { TimeRow } from '../time-row.js';

/** Days with registrations: per employee, ascending, and which of them someone called a public holiday. */
export interface WorkingDays {
  /** First and last day that count. */
  first: number;
  last: number;
  byEmployee: Map<string, number[]>;
  holidays: Set<number>;
}

/** A gap in the dates after which what lies beyond is taken for a slip of the pen, in days. */
const longestGap = 180;
/** Days that attendance looks back at most. */
const memory = 1100;

/** Collects the days with registrations, without far-off dates such as a wrong year. */
export function collectWorkingDays(rows: readonly TimeRow[]): WorkingDays {
  const days = Int32Array.from(new Set(rows.map(({ day }) => day))).sort();
  const middle =
    rows.length === 0 ? 0 : days.indexOf(Int32Array.from(rows, ({ day }) => day).sort()[rows.length >> 1] ?? 0);
  let from = middle;
  let to = middle;
  while (from > 0 && (days[from] ?? 0) - (days[from - 1] ?? 0) <= longestGap) from -= 1;
  while (to < days.length - 1 && (days[to + 1] ?? 0) - (days[to] ?? 0) <= longestGap) to += 1;
  const last = days[to] ?? 0;
  const first = Math.max(days[from] ?? 0, last - memory);
  const sets = new Map<string, Set<number>>();
  const holidays = new Set<number>();
  for (const { employee, day, holiday } of rows) {
    if (day < first || day > last) continue;
    if (holiday) holidays.add(day);
    const known = sets.get(employee);
    if (known === undefined) sets.set(employee, new Set([day]));
    else known.add(day);
  }
  const byEmployee = new Map([...sets].map(([employee, set]) => [employee, [...set].sort((a, b) => a - b)]));
  return { first, last, byEmployee, holidays };
}

/** Extends a span of days that ends on a Friday or Saturday to the end of the week, including days off. */
export function extendToWeekEnd(last: number): number {
  const weekday = toWeekday(last);
  return weekday >= 4 ? last + 6 - weekday : last;
}
