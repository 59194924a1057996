import type { Constraint } from '../model/constraint.js';
import type { JobEmployee } from '../model/job.js';

/** Employees' `workTime.maxHoursPerWeek` as strict upper bounds of each 7 days (rostering.gap.employee-fields). */
export function workTimeMaxima(employees: readonly JobEmployee[], shifts: number, days: number): Constraint[] {
  const all = new Uint8Array(shifts).fill(1);
  const periods = Array.from({ length: Math.ceil(days / 7) }, (_, week) => ({
    from: week * 7,
    to: Math.min(week * 7 + 7, days),
    whole: week * 7 + 7 <= days,
  }));
  return employees.flatMap(({ id, maxHoursPerWeek }, index) =>
    maxHoursPerWeek === null
      ? []
      : {
          family: 'employeeUtilization' as const,
          id: `workTime.maxHoursPerWeek:${id}`,
          strict: true,
          weight: 1,
          employees: [index],
          shifts: all,
          pointer: '',
          periods,
          minMinutes: null,
          maxMinutes: Math.round(maxHoursPerWeek * 60),
          minShifts: null,
          maxShifts: null,
        },
  );
}
