import type { AvailabilityConstraint } from './constraint.js';
import { freeShift, type RosteringInstance } from './instance.js';

/** Creates the mask of assignments that the solver can use, see Instance.allowed. */
export function createAllowedMask(instance: Omit<RosteringInstance, 'allowed'>): Uint8Array {
  const { employees, days, shifts, cells, coverFrom, coverCell, job, locked } = instance;
  const wanted = Uint8Array.from({ length: days * shifts }, (_, at) =>
    Number(coverCell.subarray(coverFrom[at], coverFrom[at + 1]).some((cell) => (cells.max[cell] ?? 0) > 0)),
  );
  const allowed = new Uint8Array(employees * days * shifts);
  for (const [employee, { readOnly }] of job.employees.entries()) {
    if (readOnly) continue;
    allowed.set(wanted, employee * wanted.length);
    for (let day = 0; day < days; day += 1) {
      const at = employee * days + day;
      if (locked[at] !== freeShift) allowed.fill(0, at * shifts, (at + 1) * shifts);
    }
  }
  for (const constraint of instance.constraints) {
    if (constraint.family !== 'employeeAvailability' || !constraint.strict || constraint.isDesired) continue;
    forbid(allowed, instance, constraint);
  }
  forbidAfterHistory(allowed, instance);
  return allowed;
}

/** Returns whether an assignment of the shift counts for the constraint's day, `apart` days later. */
export function countsForDay(
  instance: Pick<RosteringInstance, 'job'>,
  { window }: AvailabilityConstraint,
  shift: number,
  apart: number,
): boolean {
  if (window === null) return apart === 0;
  const from = window.start + apart * 1440;
  const to = window.end + apart * 1440;
  return (instance.job.shifts[shift]?.intervals ?? []).some(({ start, end }) => start < to && from < end);
}

function forbid(
  allowed: Uint8Array,
  instance: Omit<RosteringInstance, 'allowed'>,
  constraint: AvailabilityConstraint,
): void {
  const { days, shifts } = instance;
  const covered = constraint.periods;
  for (let shift = 0; shift < shifts; shift += 1) {
    if (constraint.shifts[shift] !== 1) continue;
    for (const apart of instance.offsets) {
      if (!countsForDay(instance, constraint, shift, apart)) continue;
      for (const { from, to } of covered) {
        for (let day = Math.max(0, from - apart); day < Math.min(days, to - apart); day += 1) {
          for (const employee of constraint.employees) allowed[(employee * days + day) * shifts + shift] = 0;
        }
      }
    }
  }
}

/** Forbids assignments that overlap the last known work before the horizon or violate a STRICT rest after it. */
function forbidAfterHistory(allowed: Uint8Array, instance: Omit<RosteringInstance, 'allowed'>): void {
  const { employees, days, shifts, history, historyDays, offsets, reach, overlap, constraints } = instance;
  for (let employee = 0; employee < employees; employee += 1) {
    let last = -1;
    while (last >= -historyDays && (history[employee * historyDays + historyDays + last] ?? freeShift) < 0) last -= 1;
    const before =
      last >= -historyDays ? (history[employee * historyDays + historyDays + last] ?? freeShift) : freeShift;
    if (before < 0) continue;
    const rest = constraints.reduce(
      (most, c) =>
        c.family === 'restBetweenShifts' && c.strict && c.shifts[before] === 1 && c.employees.includes(employee)
          ? Math.max(most, c.restMinutes)
          : most,
      0,
    );
    const farthest = reach + Math.ceil(rest / 1440) + (offsets.at(-1) ?? 0) - (offsets[0] ?? 0);
    for (let day = 0; day < days && day - last <= farthest; day += 1) {
      const apart = day - last;
      for (let shift = 0; shift < shifts; shift += 1) {
        const meets = apart <= reach && overlap[((apart - 1) * shifts + before) * shifts + shift] === 1;
        if (meets || computeRest(instance, before, shift, apart) < rest) {
          allowed[(employee * days + day) * shifts + shift] = 0;
        }
      }
    }
  }
}

/** Returns the minutes between shift a and shift b, which starts `apart` days later; 0 if they touch or overlap. */
export function computeRest(
  instance: Pick<RosteringInstance, 'shiftStart' | 'shiftEnd'>,
  a: number,
  b: number,
  apart: number,
): number {
  const { shiftStart, shiftEnd } = instance;
  const offset = apart * 1440;
  const after = (shiftStart[b] ?? 0) + offset - (shiftEnd[a] ?? 0);
  const before = (shiftStart[a] ?? 0) - (shiftEnd[b] ?? 0) - offset;
  return Math.max(after, before, 0);
}
