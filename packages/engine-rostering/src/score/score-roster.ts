import type { DistributionConstraint } from '../model/constraint.js';
import { costUnits, freeShift, type Roster, type RosteringInstance } from '../model/instance.js';
import { createGrid, judgeConcurrentShifts } from '../model/row-judges.js';
import { computeCellShortage, computeStaffing, type Staffing } from './staffing.js';

/** Computes the exact score of a roster in 1/60 units (rostering.gap.score-sign). Lower is better. */
export function scoreRoster(instance: RosteringInstance, roster: Roster): RosterScore {
  const staff = computeStaffing(instance, roster);
  let missing = 0;
  for (let cell = 0; cell < instance.cells.count; cell += 1) {
    missing += computeCellShortage(instance, staff, cell).missing * costUnits;
  }
  let soft = demandCost(instance, staff);
  let strict = instance.doubleLocks.length * costUnits;
  let shortage = 0;
  forEachViolation(instance, roster, (violation, isShortage) => {
    if (!violation.strict) soft += violation.cost;
    else if (isShortage) shortage += violation.breach;
    else strict += violation.breach;
  });
  return { hard: strict + shortage + missing, soft, strict, shortage, missing };
}

/**
 * Computes the weighted cost of a demand, by its priority: gaps to min and ideal, and employees above ideal and max.
 */
function demandCost({ cells, demandWeights }: RosteringInstance, { present }: Staffing): number {
  let cost = 0;
  for (let cell = 0; cell < cells.count; cell += 1) {
    const here = present[cell] ?? 0;
    const below = Math.max(0, (cells.min[cell] ?? 0) - here);
    const toIdeal = Math.max(0, (cells.ideal[cell] ?? 0) - here);
    const above = Math.max(0, here - (cells.ideal[cell] ?? 0));
    const beyond = Math.max(0, here - (cells.max[cell] ?? 0));
    const { min, ideal, max } = demandWeights;
    cost += (cells.priority[cell] ?? 1) * costUnits * (min * (below + beyond) + ideal * toIdeal + max * above);
  }
  return cost;
}

/** Converts a score to the published form: at most 0, where one unit is one employee, day, shift or hour. */
export function toPublishedScore({ hard, soft }: Pick<RosterScore, 'hard' | 'soft'>): PublishedScore {
  return { hard: hard === 0 ? 0 : -hard / costUnits, soft: soft === 0 ? 0 : -soft / costUnits };
}

/** Creates the roster with only the locked work (rostering.gap.result-before-first). */
export function createStartRoster(instance: RosteringInstance): Roster {
  return instance.locked.map((shift) => (shift >= 0 ? shift : freeShift));
}

/** A published score. Both parts are at most 0, 0 is perfect, and `hard` has priority (rostering.gap.score-sign). */
export interface PublishedScore {
  hard: number;
  soft: number;
}

/** A score in units of 1/60; lower is better. `hard` = strict + shortage + missing. Published scores are negated. */
export interface RosterScore {
  hard: number;
  soft: number;
  /** Violations that only work can cause. The solver's own assignments must never add to these. */
  strict: number;
  /** Missing hours or shifts below the STRICT lower bounds of employeeUtilization. */
  shortage: number;
  /** Employees missing below min, or missing a required competency. */
  missing: number;
}

/** The violation of one constraint by one employee, summed over all days. */
export interface ConstraintViolation {
  employee: number;
  /** Index into `instance.constraints`; -1 for concurrent shifts, -2 for two shifts on a day. */
  constraint: number;
  id: string;
  strict: boolean;
  /** Size of the violation in 1/60 units, unweighted. */
  breach: number;
  /** Cost in 1/60 units: violation x weight (x 1 for a strict one). */
  cost: number;
}

/** The ids of rules that have no constraint (rostering.gap.implicit-rules). */
export const implicitRules = { concurrentShifts: 'no-concurrent-shifts', shiftsPerDay: 'one-shift-per-day' } as const;

/** Lists every violated constraint and rule, with one entry per employee. The costs add up to `scoreRoster`. */
export function listViolations(instance: RosteringInstance, roster: Roster): ConstraintViolation[] {
  const violations = new Map<string, ConstraintViolation>();
  const add = (violation: ConstraintViolation): void => {
    const key = `${violation.constraint}/${violation.employee}`;
    const { breach = 0, cost = 0 } = violations.get(key) ?? {};
    violations.set(key, { ...violation, breach: breach + violation.breach, cost: cost + violation.cost });
  };
  const rule = { constraint: -2, id: implicitRules.shiftsPerDay, strict: true, breach: costUnits, cost: costUnits };
  forEachViolation(instance, roster, add);
  for (const { employee } of instance.doubleLocks) add({ employee, ...rule });
  return [...violations.values()].sort((a, b) => orderOf(a) - orderOf(b));
}

/** Implicit rules come first, by employee, then the constraints. */
const orderOf = ({ constraint, employee }: ConstraintViolation): number =>
  (constraint < 0 ? -1 : constraint) * 1e6 + employee;

/**
 * Calls `add` with each violation except second locked shifts. A constraint can have two: for too much and too little
 * work.
 */
function forEachViolation(
  instance: RosteringInstance,
  roster: Roster,
  add: (violation: ConstraintViolation, isShortage: boolean) => void,
): void {
  const { constraints, employees, judges } = instance;
  const grid = createGrid(instance, roster);
  const width = instance.historyDays + instance.days;
  const concurrent = judgeConcurrentShifts(instance);
  for (let employee = 0; employee < employees; employee += 1) {
    const breach = concurrent(grid, employee * width);
    const rule = { constraint: -1, id: implicitRules.concurrentShifts, strict: true };
    if (breach > 0) add({ employee, ...rule, breach, cost: breach }, false);
  }
  constraints.forEach((constraint, index) => {
    const { id, strict, weight } = constraint;
    const report = (employee: number, breach: number, isShortage: boolean): void => {
      if (breach === 0) return;
      add({ employee, constraint: index, id, strict, breach, cost: breach * (strict ? 1 : weight) }, isShortage);
    };
    if (constraint.family === 'periodDistribution') {
      const breaches = findDistributionViolations(instance, constraint, roster);
      constraint.employees.forEach((employee, position) => {
        report(employee, breaches[position] ?? 0, false);
      });
      return;
    }
    for (const { judge, isShortage } of judges[index] ?? []) {
      for (const employee of constraint.employees) report(employee, judge(grid, employee * width), isShortage);
    }
  });
}

/** Computes how far each of the constraint's employees is outside floor(mean)..ceil(mean), per period. */
function findDistributionViolations(
  { days, shiftMinutes }: RosteringInstance,
  { employees, shifts, periods, target }: DistributionConstraint,
  roster: Roster,
): Float64Array {
  const breaches = new Float64Array(employees.length);
  const unit = target === 'HOURS' ? 1 : costUnits;
  for (const { from, to } of periods) {
    const sums = employees.map((employee) => {
      let sum = 0;
      for (const shift of roster.subarray(employee * days + from, employee * days + to)) {
        if (shifts[shift] === 1) sum += target === 'HOURS' ? (shiftMinutes[shift] ?? 0) : 1;
      }
      return sum;
    });
    const mean = sums.reduce((total, sum) => total + sum, 0) / Math.max(1, sums.length);
    sums.forEach((sum, index) => {
      const away = Math.max(0, sum - Math.ceil(mean), Math.floor(mean) - sum);
      breaches[index] = (breaches[index] ?? 0) + away * unit;
    });
  }
  return breaches;
}
