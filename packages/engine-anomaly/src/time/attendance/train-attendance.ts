import { toWeekday, toWeekNumber } from '../calendar.js';
import type { TimeRow } from '../time-row.js';

/** Maximum share of weeks without any registration that counts as leave and not as a habit. */
const mostLeave = 0.25;

/** A day is closed if at least this many registrations were likely, but fewer than this share of them exist. */
const fewestLikely = 3;
const openShare = 0.3;

/** Learns the days with registered work. With an earlier model, adds the days to it. */
export function trainAttendance(rows: readonly TimeRow[], earlier?: AttendanceModel): AttendanceModel {
  const days = collectWorkingDays(rows);
  const closed = findClosedDays(days);
  const employees = [...days.byEmployee].map(([employee, own]) => countAttendance(employee, own, closed));
  const model: AttendanceModel = { employees, closed: [...closed].sort((a, b) => a - b) };
  return earlier === undefined ? model : addAttendance(earlier, model);
}

function findClosedDays(days: ReturnType<typeof collectWorkingDays>): Set<number> {
  const firstLook = [...days.byEmployee].map(([employee, own]) => countAttendance(employee, own, days.holidays));
  const likely = new Map<number, number>();
  const seen = new Map<number, number>();
  for (const [, own] of days.byEmployee) for (const day of own) seen.set(day, (seen.get(day) ?? 0) + 1);
  for (const employee of firstLook) {
    for (let day = employee.first; day <= employee.last; day += 1) {
      const rate = ownRate(employee, day);
      if (rate >= 0.5) likely.set(day, (likely.get(day) ?? 0) + rate);
    }
  }
  const closed = new Set(days.holidays);
  for (const [day, count] of likely) {
    if (count >= fewestLikely && (seen.get(day) ?? 0) < openShare * count) closed.add(day);
  }
  return closed;
}

function addAttendance(earlier: AttendanceModel, fresh: AttendanceModel): AttendanceModel {
  const employees = new Map(earlier.employees.map((employee) => [employee.employee, employee]));
  for (const added of fresh.employees) {
    const known = employees.get(added.employee);
    employees.set(added.employee, known === undefined ? added : addEmployee(known, added));
  }
  return {
    employees: [...employees.values()],
    closed: [...new Set([...earlier.closed, ...fresh.closed])].sort((a, b) => a - b),
  };
}

function addEmployee(known: EmployeeAttendance, added: EmployeeAttendance): EmployeeAttendance {
  // New rows can add work to days that the model already counts as exposed. For those days only the work is new.
  const overlap = Math.max(0, Math.min(known.last, added.last) - Math.max(known.first, added.first) + 1);
  const later = 1 - overlap / Math.max(1, added.last - added.first + 1);
  const exposed = known.exposed.map((count, place) => count + later * (added.exposed[place] ?? 0));
  return {
    employee: known.employee,
    first: Math.min(known.first, added.first),
    last: Math.max(known.last, added.last),
    worked: known.worked.map((count, place) => Math.min(exposed[place] ?? 0, count + (added.worked[place] ?? 0))),
    exposed,
    closedExposed: known.closedExposed + added.closedExposed,
    closedWorked: known.closedWorked + added.closedWorked,
  };
}

/** Counts one employee's days from the first to the last registration, without weeks of leave and closed days. */
function countAttendance(employee: string, days: readonly number[], closed: ReadonlySet<number>): EmployeeAttendance {
  const first = days[0] ?? 0;
  const last = extendToWeekEnd(days.at(-1) ?? 0);
  const present = new Set(days);
  const activeWeeks = new Set(days.map(toWeekNumber));
  const weeks = toWeekNumber(last) - toWeekNumber(first) + 1;
  const hasLeave = (weeks - activeWeeks.size) / weeks < mostLeave;
  const worked = new Array<number>(14).fill(0);
  const exposed = new Array<number>(14).fill(0);
  for (let day = first; day <= last; day += 1) {
    if (closed.has(day) || (hasLeave && !activeWeeks.has(toWeekNumber(day)))) continue;
    const place = toCountIndex(day, toWeekday(day));
    exposed[place] = (exposed[place] ?? 0) + 1;
    if (present.has(day)) worked[place] = (worked[place] ?? 0) + 1;
  }
  const result = { employee, first, last, worked, exposed, closedExposed: 0, closedWorked: 0 };
  for (const day of closed) {
    if (day < first || day > last || ownRate(result, day) < 0.5) continue;
    result.closedExposed += 1;
    if (present.has(day)) result.closedWorked += 1;
  }
  return result;
}

/** Returns the share of similar days, by weekday, with registered work of the employee. Not smoothed. */
function ownRate({ worked, exposed }: EmployeeAttendance, day: number): number {
  const weekday = toWeekday(day);
  const times = (worked[weekday] ?? 0) + (worked[weekday + 7] ?? 0);
  return times / Math.max(1, (exposed[weekday] ?? 0) + (exposed[weekday + 7] ?? 0));
}

/** The days on which one employee worked. Counts have 14 entries: weekdays from Monday on, plus 7 in odd weeks. */
export interface EmployeeAttendance {
  employee: string;
  /** The first and last counted day, as days from 1970-01-01. */
  first: number;
  last: number;
  /** Days with a registration. */
  worked: number[];
  /** Days that could have a registration, without closed days and weeks of leave. */
  exposed: number[];
  /** Closed days that would have been working days, and those among them with a registration. */
  closedExposed: number;
  closedWorked: number;
}

/** The days with registered work, from which presence and absence are predicted. */
export interface AttendanceModel {
  employees: EmployeeAttendance[];
  /** Public holidays and other days on which hardly anyone registered, as days from 1970-01-01, ascending. */
  closed: number[];
}

export function toCountIndex(day: number, weekday: number): number {
  const odd = Math.abs(Math.floor((day + 3) / 7)) % 2;
  return weekday + 7 * odd;
}

/** Days without any date after which more distant dates are considered typing errors. */
const longestGap = 180;
/** Maximum number of past days that attendance considers. */
const memory = 1100;

/**
 * Collects the days with registrations per employee, and holidays, without outlying dates such as those with a wrong
 * year.
 */
function collectWorkingDays(rows: readonly TimeRow[]) {
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
  return { byEmployee, holidays };
}

/** Extends a span of days that ends on a Friday or Saturday to the end of the week, including days off. */
function extendToWeekEnd(last: number): number {
  const weekday = toWeekday(last);
  return weekday >= 4 ? last + 6 - weekday : last;
}
