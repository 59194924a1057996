import { costUnits, freeShift, type Roster, type RosteringInstance } from '../model/instance.js';
import {
  computeEmployeeViolation,
  countConcurrentShifts,
  findDistributionViolations,
} from './compute-employee-violation.js';
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
  for (let employee = 0; employee < instance.employees; employee += 1) {
    strict += countConcurrentShifts(instance, roster, employee) * costUnits;
  }
  for (const constraint of instance.constraints) {
    if (constraint.family === 'periodDistribution') {
      const amount = findDistributionViolations(instance, constraint, roster).reduce((sum, breach) => sum + breach, 0);
      if (constraint.strict) strict += amount;
      else soft += amount * constraint.weight;
      continue;
    }
    for (const employee of constraint.employees) {
      const breach = computeEmployeeViolation(instance, constraint, roster, employee);
      if (constraint.strict) {
        strict += breach.amount - breach.shortage;
        shortage += breach.shortage;
      } else soft += breach.amount * constraint.weight;
    }
  }
  return { hard: strict + shortage + missing, soft, strict, shortage, missing };
}

/** Gap to min and ideal, employees above ideal and above max, each with its weight and the demand's priority. */
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
  /** Breaches that only work can cause: the solver's own assignments must never add to these. */
  strict: number;
  /** STRICT lower bounds (hours or shifts of employeeUtilization) not reached. */
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
  /** Amount of the breach in 1/60 units, unweighted. */
  breach: number;
  /** Cost in 1/60 units: breach x weight (x 1 for a strict one). */
  cost: number;
}
