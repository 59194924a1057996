import { listCoveredCells, type RosteringInstance } from '../model/instance.js';
import { createStartRoster } from '../score/score-roster.js';
import { computeStaffing } from '../score/staffing.js';
import { toCellLocation, toDayLocation } from './describe-violation.js';
import { type CheckResult, infeasibility, warning } from './feasibility-types.js';
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
    return [(min > 0 ? infeasibility : warning)('Demand-covered-by-shift-templates-check', violation)];
  });
}

/** Finds sent shifts without demand. With time demand, these are shifts that contain no demanded slot. */
export function checkShiftsWanted({ instance }: LaborSupply): CheckResult[] {
  const { days, job } = instance;
  const title =
    job.demandType === 'SHIFT_DEMAND'
      ? 'Shift-is-covered-by-demand-check'
      : 'Shift-Templates-are-demand-relevant-check';
  return job.shifts.flatMap(({ generated, id }, shift): CheckResult[] => {
    const isWantedOn = (_: unknown, day: number) => isWanted(instance, day, shift);
    if (generated || Array.from({ length: days }).some(isWantedOn)) return [];
    return [warning(title, { shift: { name: id } })];
  });
}

/** Runs the Employee-assigned-to-shift-covers-demand-check: finds locked work without demand or above max. */
export function checkLockedWanted({ instance }: LaborSupply): CheckResult[] {
  const { cells, job } = instance;
  const { present } = computeStaffing(instance, createStartRoster(instance));
  const title = 'Employee-assigned-to-shift-covers-demand-check';
  const results = job.locks
    .filter(({ day, shift }) => !isWanted(instance, day, shift))
    .map(({ day, employee, shift }) => {
      const employeeId = job.employees[employee]?.id ?? '';
      const lockedShiftName = job.shifts[shift]?.id ?? '';
      return warning(title, { ...toDayLocation(instance, day), employeeId, lockedShiftName });
    });
  for (const [cell, here] of present.entries()) {
    const max = cells.max[cell] ?? 0;
    if (here <= max || max === 0) continue;
    const excess = { numberOfEmployees: here, violatedProperties: ['MAX'] };
    results.push(warning(title, { ...toCellLocation(instance, cell), ...excess }));
  }
  return results;
}

function isWanted(instance: RosteringInstance, day: number, shift: number): boolean {
  return listCoveredCells(instance, day, shift).some((cell) => (instance.cells.max[cell] ?? 0) > 0);
}
