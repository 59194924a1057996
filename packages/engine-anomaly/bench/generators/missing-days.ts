import { toDate, toDay } from './calendar.ts';
import type { Random } from './random.ts';
import type { Absence, Registration } from './time-walk.ts';

interface Forgetting {
  readonly registrations: readonly Registration[];
  readonly absences: readonly Absence[];
  readonly staff: readonly { readonly employeeId: string; readonly joined?: number }[];
  /** The first Monday. */
  readonly from: string;
  readonly weeks: number;
  readonly r: Random;
  /** Of the days worked, how many are forgotten. */
  readonly share?: number;
}

export interface AskedWeek {
  readonly dates: string[];
  readonly employeeIds: string[];
  /** The forgotten days as `employeeId|date`. */
  readonly missing: ReadonlySet<string>;
  readonly registrations: Registration[];
}

/** Removes days on which an employee worked. Employees on leave are not asked about. */
export function forgetDays({ registrations, absences, staff, from, weeks, r, share = 0.06 }: Forgetting): AskedWeek[] {
  return Array.from({ length: weeks }, (_, week) => {
    const monday = toDay(from) + 7 * week;
    const dates = Array.from({ length: 7 }, (_, index) => toDate(monday + index));
    const away = new Set(
      absences
        .filter((absence) => absence.from <= monday + 6 && absence.to >= monday)
        .map(({ employeeId }) => employeeId),
    );
    const employeeIds = staff
      .filter(({ employeeId, joined = 0 }) => !away.has(employeeId) && joined < monday - 28)
      .map(({ employeeId }) => employeeId);
    const asked = new Set(employeeIds);
    const ofWeek = registrations.filter(({ employeeId, date }) => asked.has(employeeId) && dates.includes(date));
    const worked = [...new Set(ofWeek.map(({ employeeId, date }) => `${employeeId}|${date}`))];
    const missing = new Set(worked.filter(() => r.chance(share)));
    return {
      dates,
      employeeIds,
      missing,
      registrations: ofWeek.filter(({ employeeId, date }) => !missing.has(`${employeeId}|${date}`)),
    };
  });
}
