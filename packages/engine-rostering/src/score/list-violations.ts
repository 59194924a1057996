import { costUnits, type Roster, type RosteringInstance } from '../model/instance.js';
import {
  computeEmployeeViolation,
  countConcurrentShifts,
  findDistributionViolations,
} from './compute-employee-violation.js';
import type { ConstraintViolation } from './score-roster.js';

/** The ids of rules that have no constraint (rostering.gap.implicit-rules). */
export const implicitRules = { concurrentShifts: 'no-concurrent-shifts', shiftsPerDay: 'one-shift-per-day' } as const;

/** Lists every violated constraint and rule, with one entry per employee. The costs add up to `scoreRoster`. */
export function listViolations(instance: RosteringInstance, roster: Roster): ConstraintViolation[] {
  const violations: ConstraintViolation[] = [];
  const implicit = (employee: number, constraint: number, id: string, count: number): void => {
    const breach = count * costUnits;
    if (count > 0) violations.push({ employee, constraint, id, strict: true, breach, cost: breach });
  };
  for (let employee = 0; employee < instance.employees; employee += 1) {
    implicit(employee, -1, implicitRules.concurrentShifts, countConcurrentShifts(instance, roster, employee));
    const second = instance.doubleLocks.filter((lock) => lock.employee === employee).length;
    implicit(employee, -2, implicitRules.shiftsPerDay, second);
  }
  instance.constraints.forEach((constraint, index) => {
    const breaches =
      constraint.family === 'periodDistribution' ? findDistributionViolations(instance, constraint, roster) : [];
    constraint.employees.forEach((employee, position) => {
      const breach =
        constraint.family === 'periodDistribution'
          ? (breaches[position] ?? 0)
          : computeEmployeeViolation(instance, constraint, roster, employee).amount;
      if (breach === 0) return;
      const { id, strict, weight } = constraint;
      violations.push({ employee, constraint: index, id, strict, breach, cost: strict ? breach : breach * weight });
    });
  });
  return violations;
}
