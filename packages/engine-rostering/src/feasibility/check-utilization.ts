import type { UtilizationConstraint } from '../model/constraint.js';
import type { RosteringInstance } from '../model/instance.js';
import { toDayLocation } from './cell-location.js';
import type { CheckResult } from './feasibility-types.js';
import { computeMaxMinutes } from './max-minutes.js';
import type { LaborSupply } from './supply.js';
import { countWorkableDays } from './work-limits.js';

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
  const longest = longestPerDay(supply, constraint, employee, from, to);
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
    const title =
      to - from <= 7 ? ('Employee-minutes-weekly-check' as const) : ('Employee-minutes-entire-roster-check' as const);
    const missingMinutes = requiredMinutes - achievableMinutes;
    const amounts = { requiredMinutes, achievableMinutes, missingMinutes, totalMinutes: requiredMinutes };
    results.push({ level: 'infeasibility', title, violation: { ...place, ...amounts, constraintId: constraint.id } });
  }
  if (days < (constraint.minShifts ?? 0)) {
    const title = 'Shift-utilization-minimum-occurrence-check' as const;
    const violation = { ...place, constraintId: constraint.id, violatedProperties: ['MIN'] };
    results.push({ level: 'infeasibility', title, violation });
  }
  return results;
}

/** Per day: minutes of the longest of the constraint's shifts the employee can take, -1 when there is none. */
function longestPerDay(
  supply: LaborSupply,
  constraint: UtilizationConstraint,
  employee: number,
  from: number,
  to: number,
): number[] {
  const { shiftMinutes, shifts } = supply.instance;
  const longest: number[] = [];
  supply.budget.spend((to - from) * shifts);
  for (let day = from; day < to; day += 1) {
    let most = -1;
    for (let shift = 0; shift < shifts; shift += 1) {
      if (constraint.shifts[shift] !== 1 || !supply.canWork(employee, day * shifts + shift)) continue;
      most = Math.max(most, shiftMinutes[shift] ?? 0);
    }
    longest.push(most);
  }
  return longest;
}

/** With shift demand only demanded shifts are worked: their max bounds what all employees together can reach. */
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
  for (let cell = 0; cell < cells.count; cell += 1) {
    const day = cells.day[cell] ?? 0;
    const shift = cells.target[cell] ?? 0;
    if (day < from || day >= to || constraint.shifts[shift] !== 1) continue;
    shifts += cells.max[cell] ?? 0;
    minutes += (cells.max[cell] ?? 0) * (shiftMinutes[shift] ?? 0);
  }
  for (const { day, shift } of job.locks) {
    if (day < from || day >= to || constraint.shifts[shift] !== 1) continue;
    shifts += 1;
    minutes += shiftMinutes[shift] ?? 0;
  }
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
  return [{ level: 'infeasibility', title: 'Shift-utilization-minimum-occurrence-check', violation }];
}
