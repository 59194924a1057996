import { FREE, type Instance, type Roster, UNITS } from '../model/instance.js';
import type { PublishedScore, Score } from '../model/score.js';
import { cellShortage } from './cell-shortage.js';
import { concurrentShifts } from './concurrent-shifts.js';
import { distributionBreaches } from './distribution-breaches.js';
import { employeeBreach } from './employee-breach.js';
import { type Staffing, staffing } from './staffing.js';

/** The exact score of a roster in 1/60 units (rostering.gap.score-sign). Less is better. */
export function scoreRoster(instance: Instance, roster: Roster): Score {
  const staff = staffing(instance, roster);
  let missing = 0;
  for (let cell = 0; cell < instance.cells.count; cell += 1) {
    missing += cellShortage(instance, staff, cell).missing * UNITS;
  }
  let soft = demandCost(instance, staff);
  let strict = instance.doubleLocks.length * UNITS;
  let shortage = 0;
  for (let employee = 0; employee < instance.employees; employee += 1) {
    strict += concurrentShifts(instance, roster, employee) * UNITS;
  }
  for (const constraint of instance.constraints) {
    if (constraint.family === 'periodDistribution') {
      const amount = distributionBreaches(instance, constraint, roster).reduce((sum, breach) => sum + breach, 0);
      if (constraint.strict) strict += amount;
      else soft += amount * constraint.weight;
      continue;
    }
    for (const employee of constraint.employees) {
      const breach = employeeBreach(instance, constraint, roster, employee);
      if (constraint.strict) {
        strict += breach.amount - breach.shortage;
        shortage += breach.shortage;
      } else soft += breach.amount * constraint.weight;
    }
  }
  return { hard: strict + shortage + missing, soft, strict, shortage, missing };
}

/** Gap to min and ideal, employees above ideal and above max, each with its weight and the demand's priority. */
function demandCost({ cells, demandWeights }: Instance, { present }: Staffing): number {
  let cost = 0;
  for (let cell = 0; cell < cells.count; cell += 1) {
    const here = present[cell] ?? 0;
    const below = Math.max(0, (cells.min[cell] ?? 0) - here);
    const toIdeal = Math.max(0, (cells.ideal[cell] ?? 0) - here);
    const above = Math.max(0, here - (cells.ideal[cell] ?? 0));
    const beyond = Math.max(0, here - (cells.max[cell] ?? 0));
    const { min, ideal, max } = demandWeights;
    cost += (cells.priority[cell] ?? 1) * UNITS * (min * (below + beyond) + ideal * toIdeal + max * above);
  }
  return cost;
}

/** The published score: 0 or less, one unit is one employee, day, shift or hour. */
export function publishedScore({ hard, soft }: Pick<Score, 'hard' | 'soft'>): PublishedScore {
  return { hard: hard === 0 ? 0 : -hard / UNITS, soft: soft === 0 ? 0 : -soft / UNITS };
}

/** The roster with only the locked work: the result before a first solution (rostering.gap.result-before-first). */
export function startRoster(instance: Instance): Roster {
  return instance.locked.map((shift) => (shift >= 0 ? shift : FREE));
}
