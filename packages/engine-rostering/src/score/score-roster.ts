import { costUnits, freeShift, type Roster, type RosteringInstance } from '../model/instance.js';
import type { PublishedScore, RosterScore } from '../model/score.js';
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
