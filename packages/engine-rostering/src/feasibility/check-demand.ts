import { createStartRoster } from '../score/score-roster.js';
import { computeStaffing } from '../score/staffing.js';
import { toCellLocation, toDayLocation } from './cell-location.js';
import type { CheckResult } from './feasibility-types.js';
import type { LaborSupply } from './supply.js';

/** Runs the Demand-covered-by-shift-templates-check: finds demand that no shift covers, regardless of employee. */
export function checkDemandCovered({ coverers, instance }: LaborSupply): CheckResult[] {
  const { cells } = instance;
  return coverers.flatMap((covering, cell): CheckResult[] => {
    const min = cells.min[cell] ?? 0;
    const ideal = cells.ideal[cell] ?? 0;
    if (covering.length > 0 || ideal === 0) return [];
    const wanted = min > 0 ? min : ideal;
    const violation = {
      ...toCellLocation(instance, cell),
      requiredEmployees: wanted,
      missingEmployees: wanted,
      violatedProperties: [min > 0 ? 'MIN' : 'IDEAL'],
    };
    return [
      { level: min > 0 ? 'infeasibility' : 'warning', title: 'Demand-covered-by-shift-templates-check', violation },
    ];
  });
}

/** Finds sent shifts without demand. With time demand, these are shifts that contain no demanded slot. */
export function checkShiftsWanted({ instance }: LaborSupply): CheckResult[] {
  const { cells, coverCell, coverFrom, days, job, shifts } = instance;
  return job.shifts.flatMap(({ generated, id }, shift): CheckResult[] => {
    if (generated) return [];
    for (let day = 0; day < days; day += 1) {
      const at = day * shifts + shift;
      const covered = coverCell.subarray(coverFrom[at], coverFrom[at + 1]);
      if (covered.some((cell) => (cells.max[cell] ?? 0) > 0)) return [];
    }
    const title =
      job.demandType === 'SHIFT_DEMAND'
        ? ('Shift-is-covered-by-demand-check' as const)
        : ('Shift-Templates-are-demand-relevant-check' as const);
    return [{ level: 'warning', title, violation: { shift: { name: id } } }];
  });
}

/** Runs the Employee-assigned-to-shift-covers-demand-check: finds locked work without demand or above max. */
export function checkLockedWanted({ instance }: LaborSupply): CheckResult[] {
  const { cells, coverCell, coverFrom, job, shifts } = instance;
  const { present } = computeStaffing(instance, createStartRoster(instance));
  const title = 'Employee-assigned-to-shift-covers-demand-check' as const;
  const idle = job.locks.flatMap(({ day, employee, shift }): CheckResult[] => {
    const at = day * shifts + shift;
    const covered = coverCell.subarray(coverFrom[at], coverFrom[at + 1]);
    if (covered.some((cell) => (cells.max[cell] ?? 0) > 0)) return [];
    const employeeId = job.employees[employee]?.id ?? '';
    const violation = { ...toDayLocation(instance, day), employeeId, lockedShiftName: job.shifts[shift]?.id ?? '' };
    return [{ level: 'warning', title, violation }];
  });
  const above: CheckResult[] = [];
  for (let cell = 0; cell < cells.count; cell += 1) {
    const max = cells.max[cell] ?? 0;
    const here = present[cell] ?? 0;
    if (here <= max || max === 0) continue;
    const violation = { ...toCellLocation(instance, cell), numberOfEmployees: here, violatedProperties: ['MAX'] };
    above.push({ level: 'warning', title, violation });
  }
  return [...idle, ...above];
}
