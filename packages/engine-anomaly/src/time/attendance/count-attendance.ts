import { weekdayOf, weekOf } from '../calendar.js';
import { type EmployeeAttendance, placeOf } from './attendance-model.js';
import { endOfSpan } from './working-days.js';

/** Most weeks without any registration, as a share, that still count as leave and not as a habit. */
const mostLeave = 0.25;

/** Counts one employee's days from the first to the last registration, without weeks of leave and closed days. */
export function countAttendance(
  employee: string,
  days: readonly number[],
  closed: ReadonlySet<number>,
): EmployeeAttendance {
  const first = days[0] ?? 0;
  const last = endOfSpan(days.at(-1) ?? 0);
  const present = new Set(days);
  const activeWeeks = new Set(days.map(weekOf));
  const weeks = weekOf(last) - weekOf(first) + 1;
  const hasLeave = (weeks - activeWeeks.size) / weeks < mostLeave;
  const worked = new Array<number>(14).fill(0);
  const exposed = new Array<number>(14).fill(0);
  for (let day = first; day <= last; day += 1) {
    if (closed.has(day) || (hasLeave && !activeWeeks.has(weekOf(day)))) continue;
    const place = placeOf(day, weekdayOf(day));
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

/** Share of similar days, by weekday, with registered work of the employee. Not smoothed. */
export function ownRate({ worked, exposed }: EmployeeAttendance, day: number): number {
  const weekday = weekdayOf(day);
  const times = (worked[weekday] ?? 0) + (worked[weekday + 7] ?? 0);
  return times / Math.max(1, (exposed[weekday] ?? 0) + (exposed[weekday + 7] ?? 0));
}
