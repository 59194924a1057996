import { toDate, toWeekday } from '../calendar.js';
import type { PreparedTimeModel } from '../prepare-time.js';
import type { TimeRow } from '../time-row.js';
import { toCountIndex } from './train-attendance.js';

/** A day is taken for closed when this many registrations were likely and fewer than this share came. */
const fewestLikely = 3;
const openShare = 0.3;
/** Likely days in a row without a registration that look like leave, and the share of leave from which a dataset has it. */
const leaveLength = 3;
const usualLeave = 0.01;
/** What is left of the probability on days that look like leave. */
const leftOnLeave = 0.3;
/** Days looked at to both sides for an absence. */
const horizon = 14;

/** Reads who was there: by weekday, known holidays, the absence of others, and longer absences. */
export function readRequestAttendance(prepared: PreparedTimeModel, rows: readonly TimeRow[]) {
  const { attendance, model } = prepared;
  const present = new Map<string, Set<number>>();
  const departments = new Map<string, string>();
  const holidays = new Set(model.attendance.closed);
  const yearly = new Set(model.attendance.closed.map((day) => toDate(day).slice(5)));
  const seen = new Map<number, number>();
  for (const { employee, department, day, holiday } of rows) {
    const days = present.get(employee) ?? new Set();
    present.set(employee, days);
    if (!days.has(day)) seen.set(day, (seen.get(day) ?? 0) + 1);
    days.add(day);
    if (!departments.has(employee)) departments.set(employee, department);
    if (holiday) holidays.add(day);
  }
  const departmentOf = (employee: string) => departments.get(employee) ?? '';
  const plain = (employee: string, day: number) =>
    attendance.place(employee, departmentOf(employee), toCountIndex(day, toWeekday(day)));

  const covered = [...seen.keys()];
  const firstCovered = covered.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY);
  const lastCovered = covered.reduce((most, day) => Math.max(most, day), Number.NEGATIVE_INFINITY);
  const closedDays = new Map<number, boolean>();
  const isClosed = (day: number): boolean => {
    const known = closedDays.get(day);
    if (known !== undefined) return known;
    let likely = 0;
    for (const employee of present.keys()) {
      const probability = plain(employee, day);
      if (probability >= 0.5) likely += probability;
    }
    const came = seen.get(day) ?? 0;
    const othersStayedAway =
      likely >= fewestLikely && came < openShare * likely && day >= firstCovered && day <= lastCovered;
    // Of a day without any registration in the request, the history of that date has to do.
    const closed = holidays.has(day) || othersStayedAway || (came === 0 && yearly.has(toDate(day).slice(5)));
    closedDays.set(day, closed);
    return closed;
  };
  const { likelyDays, leaveDays } = model.attendance;
  const hasLeave = leaveDays > usualLeave * Math.max(1, likelyDays);
  const absence = (employee: string, day: number, step: -1 | 1): number => {
    let length = 0;
    for (let at = day + step; Math.abs(at - day) <= horizon; at += step) {
      if (at < firstCovered || at > lastCovered) break;
      if (isClosed(at) || plain(employee, at) < 0.5) continue;
      if (present.get(employee)?.has(at) || !seen.has(at)) break;
      length += 1;
    }
    return length;
  };
  return {
    isPresent: (employee: string, day: number) => present.get(employee)?.has(day) === true,
    departmentOf,
    /** Probability that a registration of the employee is missing on the day. */
    probability(employee: string, day: number): number {
      const probability = plain(employee, day);
      if (isClosed(day)) return Math.min(probability, attendance.closed(employee, departmentOf(employee)));
      if (!hasLeave || probability < 0.5) return probability;
      const length = 1 + absence(employee, day, -1) + absence(employee, day, 1);
      return length >= leaveLength ? probability * leftOnLeave : probability;
    },
  };
}
