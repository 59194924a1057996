import { listCoveredCells, type RosteringInstance } from '../model/instance.js';
import { createStartRoster } from '../score/score-roster.js';
import { computeStaffing } from '../score/staffing.js';
import { checkAvailability } from './check-availability.js';
import { checkLocks } from './check-locks.js';
import { checkMinutes } from './check-minutes.js';
import { checkUtilization } from './check-utilization.js';
import { checkWeekends } from './check-weekends.js';
import { createViolationCompleter, toCellLocation, toDayLocation } from './describe-violation.js';
import {
  type CheckBudget,
  type CheckResult,
  type CheckTitle,
  checkTitles,
  type FeasibilityFinding,
  type FeasibilityReport,
  type FeasibilityViolation,
  infeasibility,
  OutOfBudgetError,
  warning,
} from './feasibility-types.js';
import { computeSupply, type LaborSupply } from './supply.js';

const sentences: Readonly<Record<CheckTitle, string>> = {
  'Employee-availability-check': 'fewer employees are available than the demand asks for',
  'Demand-weekend-covered-by-employees-check':
    'the weekends that employees may work do not cover the demand of weekends',
  'Employee-minutes-weekly-check': 'the minutes that can be worked in the period are fewer than the minutes required',
  'Employee-minutes-entire-roster-check':
    'the minutes that can be worked in the planning horizon are fewer than the minutes required',
  'Demand-covered-by-shift-templates-check': 'no shift covers the demand',
  'Shift-is-covered-by-demand-check': 'no demand asks for the shift on any day, so it is never planned',
  'Employee-assigned-to-shift-covers-demand-check':
    'locked work is not asked for by the demand, or exceeds its maximum',
  'Shift-Templates-are-demand-relevant-check': 'the shift contains no time slot with demand, so it is never planned',
  'Shift-utilization-minimum-occurrence-check': 'a required minimum of work cannot be reached',
  'Locked-shift-task-requirements-check': 'locked work breaks a strict rule',
};

/** Returns one sentence: the number of violations and what is wrong. */
function describeFinding(
  title: CheckTitle,
  level: CheckResult['level'],
  violations: readonly FeasibilityViolation[],
): string {
  const times = violations.length === 1 ? 'In one case' : `In ${violations.length} cases`;
  const ideal = level === 'warning' && violations.some((one) => one.violatedProperties?.includes('IDEAL') === true);
  return `${times} ${sentences[title]}${ideal ? ' as ideal' : ''}.`;
}

interface FeasibilityOptions {
  /** Maximum steps of work per check; a second is about 10 million. Defaults to 60 million. */
  steps?: number;
  /** Called from time to time during a check. Return true to stop the check as timed out. */
  shouldStop?: (check: string) => boolean;
}

/** Maximum number of violations per check (rostering.gap.feasibility-categories). */
const maxViolations = 1000;

const checks: readonly (readonly [name: CheckTitle, run: (supply: LaborSupply) => CheckResult[]])[] = [
  ['Demand-covered-by-shift-templates-check', checkDemandCovered],
  ['Employee-availability-check', checkAvailability],
  ['Demand-weekend-covered-by-employees-check', checkWeekends],
  ['Employee-minutes-weekly-check', checkMinutes],
  ['Shift-utilization-minimum-occurrence-check', checkUtilization],
  ['Locked-shift-task-requirements-check', ({ instance }) => checkLocks(instance)],
  ['Shift-is-covered-by-demand-check', checkShiftsWanted],
  ['Employee-assigned-to-shift-covers-demand-check', checkLockedWanted],
];

/** Reports proofs by counting that no valid roster exists and, as warnings, that the ideal cannot be reached. */
export function checkFeasibility(instance: RosteringInstance, options: FeasibilityOptions = {}): FeasibilityReport {
  const results: CheckResult[] = [];
  const errors: string[] = [];
  const timeouts: string[] = [];
  let prepared: LaborSupply | undefined;
  for (const [name, run] of checks) {
    try {
      const budget = budgetOf(name, options);
      prepared = prepared === undefined ? computeSupply(instance, budget) : { ...prepared, budget };
      for (const one of run(prepared)) results.push(one);
    } catch (error) {
      if (error instanceof OutOfBudgetError) timeouts.push(`${name}: ${error.message}`);
      else errors.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const complete = createViolationCompleter(instance.job);
  const infeasibilities = findings(results, 'infeasibility', complete);
  const warnings = findings(results, 'warning', complete);
  const status: FeasibilityReport['status'] = [];
  if (warnings.length > 0) status.push('WARNING');
  if (infeasibilities.length > 0) status.push('INFEASIBLE');
  if (errors.length > 0) status.push('ERROR');
  if (timeouts.length > 0) status.push('TIMEOUT');
  if (status.length === 0) status.push('FEASIBLE');
  return { version: '1.0', status, warnings, infeasibilities, errors, timeouts };
}

function budgetOf(name: string, { shouldStop, steps = 60_000_000 }: FeasibilityOptions): CheckBudget {
  let spent = 0;
  let asked = 0;
  return {
    spend(more) {
      spent += more;
      if (spent > steps) throw new OutOfBudgetError(`stopped after ${steps} steps before the check was complete.`);
      if (spent - asked < 100_000) return;
      asked = spent;
      if (shouldStop?.(name) === true) throw new OutOfBudgetError('stopped before the check was complete.');
    },
  };
}

function findings(
  results: readonly CheckResult[],
  level: CheckResult['level'],
  complete: (violation: FeasibilityViolation) => FeasibilityViolation,
): FeasibilityFinding[] {
  return checkTitles.flatMap((title) => {
    const violations = results.filter((one) => one.level === level && one.title === title).map((one) => one.violation);
    if (violations.length === 0) return [];
    const category = level === 'warning' ? 'WARNING' : 'INFEASIBILITY';
    const description = describeFinding(title, level, violations);
    return [{ title, category, description, violations: violations.slice(0, maxViolations).map(complete) }];
  });
}

/** Runs the Demand-covered-by-shift-templates-check: finds demand that no shift covers, regardless of employee. */
function checkDemandCovered({ coverers, instance }: LaborSupply): CheckResult[] {
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
function checkShiftsWanted({ instance }: LaborSupply): CheckResult[] {
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
function checkLockedWanted({ instance }: LaborSupply): CheckResult[] {
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
