import { toWeekday, toWeekNumber } from '../calendar.js';
import type { TimeRow } from '../time-row.js';
import { type AttendanceModel, type EmployeeAttendance, toCountIndex } from './attendance-model.js';
import { collectWorkingDays, extendToWeekEnd, type WorkingDays } from './working-days.js';

/** Most weeks without any registration, as a share, that still count as leave and not as a habit. */
const mostLeave = 0.25;

/** A day is closed when at least this many registrations were likely and fewer than this share came. */
const fewestLikely = 3;
const openShare = 0.3;
/** Likely days in a row without a registration that make a leave. */
const leaveLength = 3;

/** Learns the days with registered work. With an earlier model, adds the days to it. */
export function trainAttendance(rows: readonly TimeRow[], earlier?: AttendanceModel): AttendanceModel {
  const days = collectWorkingDays(rows);
  const closed = findClosedDays(days);
  const employees = [...days.byEmployee].map(([employee, own]) => countAttendance(employee, own, closed));
  const model: AttendanceModel = {
    employees,
    closed: [...closed].sort((a, b) => a - b),
    ...countLeave(days, employees, closed),
  };
  return earlier === undefined ? model : addAttendance(earlier, model);
}

function findClosedDays(days: WorkingDays): Set<number> {
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

function countLeave(days: WorkingDays, employees: readonly EmployeeAttendance[], closed: ReadonlySet<number>) {
  let likelyDays = 0;
  let leaveDays = 0;
  for (const employee of employees) {
    const present = new Set(days.byEmployee.get(employee.employee));
    let absence = 0;
    for (let day = employee.first; day <= employee.last; day += 1) {
      if (closed.has(day) || ownRate(employee, day) < 0.5) continue;
      likelyDays += 1;
      if (present.has(day)) {
        absence = 0;
        continue;
      }
      absence += 1;
      if (absence === leaveLength) leaveDays += leaveLength;
      else if (absence > leaveLength) leaveDays += 1;
    }
  }
  return { likelyDays, leaveDays };
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
    likelyDays: earlier.likelyDays + fresh.likelyDays,
    leaveDays: earlier.leaveDays + fresh.leaveDays,
  };
}

function addEmployee(known: EmployeeAttendance, added: EmployeeAttendance): EmployeeAttendance {
  // Days that come later into a span that is known already were exposed before: only their work is new.
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
