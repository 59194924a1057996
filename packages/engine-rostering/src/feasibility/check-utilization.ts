import type { UtilizationConstraint } from '../model/constraint.js';
import type { RosteringInstance } from '../model/instance.js';
import { toDayLocation } from './describe-violation.js';
import { type CheckResult, infeasibility } from './feasibility-types.js';
import type { LaborSupply } from './supply.js';
import { computeMaxMinutes, countWorkableDays } from './work-limits.js';

/**
 * Finds strict lower bounds of employeeUtilization that an employee cannot reach. The weekly or the entire roster check
 * reports hours, and the Shift-utilization-minimum-occurrence-check reports shifts. The latter also reports lower
 * bounds that all employees together cannot reach because the demand's max leaves too little work.
 */
export function checkUtilization(supply: LaborSupply): CheckResult[] {
  const { constraints } = supply.instance;
  return constraints.flatMap((constraint) => {
    if (constraint.family !== 'employeeUtilization' || !constraint.strict) return [];
    if (constraint.minMinutes === null && constraint.minShifts === null) return [];
    return constraint.periods
      .filter(({ whole }) => whole)
      .flatMap(({ from, to }) => [
        ...constraint.employees.flatMap((employee) => checkEmployee(supply, constraint, employee, from, to)),
        ...checkTogether(supply.instance, constraint, from, to),
      ]);
  });
}

function checkEmployee(
  supply: LaborSupply,
  constraint: UtilizationConstraint,
  employee: number,
  from: number,
  to: number,
): CheckResult[] {
  const { instance } = supply;
  const { shiftMinutes, shifts } = instance;
  supply.budget.spend((to - from) * shifts);
  // Minutes of the longest of the constraint's shifts that the employee can work on each day, or -1 if there is none.
  const longest = Array.from({ length: to - from }, (_, index) =>
    shiftMinutes.reduce((most, minutes, shift) => {
      const isOption = constraint.shifts[shift] === 1 && supply.canWork(employee, (from + index) * shifts + shift);
      return isOption ? Math.max(most, minutes) : most;
    }, -1),
  );
  const days = Math.min(
    countWorkableDays(supply, employee, from, to),
    longest.filter((minutes) => minutes >= 0).length,
  );
  const place = { ...toDayLocation(instance, from), employeeId: instance.job.employees[employee]?.id ?? '' };
  const results: CheckResult[] = [];
  const best = Int32Array.from(longest, (minutes) => Math.max(0, minutes));
  const achievableMinutes = computeMaxMinutes(supply, employee, from, best, 1);
  const requiredMinutes = constraint.minMinutes ?? 0;
  if (achievableMinutes < requiredMinutes) {
    const title = to - from <= 7 ? 'Employee-minutes-weekly-check' : 'Employee-minutes-entire-roster-check';
    const missingMinutes = requiredMinutes - achievableMinutes;
    const amounts = { requiredMinutes, achievableMinutes, missingMinutes, totalMinutes: requiredMinutes };
    results.push(infeasibility(title, { ...place, ...amounts, constraintId: constraint.id }));
  }
  if (days < (constraint.minShifts ?? 0)) {
    const violation = { ...place, constraintId: constraint.id, violatedProperties: ['MIN'] };
    results.push(infeasibility('Shift-utilization-minimum-occurrence-check', violation));
  }
  return results;
}

/**
 * Checks what all employees can reach together. With shift demand, the max of the demanded shifts limits their work.
 */
function checkTogether(
  instance: RosteringInstance,
  constraint: UtilizationConstraint,
  from: number,
  to: number,
): CheckResult[] {
  const { cells, job, shiftMinutes } = instance;
  if (job.demandType === 'TIME_DEMAND') return [];
  let shifts = 0;
  let minutes = 0;
  const add = (day: number, shift: number, count: number): void => {
    if (day < from || day >= to || constraint.shifts[shift] !== 1) return;
    shifts += count;
    minutes += count * (shiftMinutes[shift] ?? 0);
  };
  for (const [cell, max] of cells.max.entries()) add(cells.day[cell] ?? 0, cells.target[cell] ?? 0, max);
  for (const { day, shift } of job.locks) add(day, shift, 1);
  const heads = constraint.employees.length;
  const requiredMinutes = heads * (constraint.minMinutes ?? 0);
  if (heads * (constraint.minShifts ?? 0) <= shifts && requiredMinutes <= minutes) return [];
  const violation = {
    ...toDayLocation(instance, from),
    constraintId: constraint.id,
    numberOfEmployees: heads,
    ...(requiredMinutes > minutes
      ? { requiredMinutes, achievableMinutes: minutes, missingMinutes: requiredMinutes - minutes }
      : {}),
    violatedProperties: ['MIN'],
  };
  return [infeasibility('Shift-utilization-minimum-occurrence-check', violation)];
}
