import type { Constraint } from '../model/constraint.js';
import { freeShift, type Roster, type RosteringInstance } from '../model/instance.js';
import {
  computeEmployeeViolation,
  countConcurrentShifts,
  type EmployeeConstraint,
} from '../score/compute-employee-violation.js';
import { implicitRules } from '../score/list-violations.js';
import { createStartRoster } from '../score/score-roster.js';
import { toDayLocation } from './describe-violation.js';
import { type CheckResult, infeasibility } from './feasibility-types.js';

/** Finds locked work that violates a strict rule in every roster. Does not check rules that more work can satisfy. */
export function checkLocks(instance: RosteringInstance): CheckResult[] {
  const roster = createStartRoster(instance);
  const results: CheckResult[] = [];
  const report = (employee: number, day: number, shift: number, constraintId: string): void => {
    const { job } = instance;
    const violation = {
      ...toDayLocation(instance, day),
      employeeId: job.employees[employee]?.id ?? '',
      lockedShiftName: job.shifts[shift]?.id ?? '',
      constraintId,
    };
    results.push(infeasibility('Locked-shift-task-requirements-check', violation));
  };
  for (const { day, employee, shift } of instance.doubleLocks) report(employee, day, shift, implicitRules.shiftsPerDay);
  for (let employee = 0; employee < instance.employees; employee += 1) {
    const { days } = instance;
    const locked = [...roster.subarray(employee * days, (employee + 1) * days)].flatMap((shift, day) =>
      shift >= 0 ? [{ day, shift }] : [],
    );
    if (locked.length === 0) continue;
    const rules: { id: string; breach: (trial: Roster) => number }[] = [
      { id: implicitRules.concurrentShifts, breach: (trial) => countConcurrentShifts(instance, trial, employee) },
    ];
    for (const index of instance.constraintsOf[employee] ?? []) {
      const constraint = instance.constraints[index];
      const lasting = constraint?.strict === true ? lastingPart(constraint) : undefined;
      if (lasting === undefined) continue;
      rules.push({
        id: lasting.id,
        breach: (trial) => {
          const { amount, shortage } = computeEmployeeViolation(instance, lasting, trial, employee);
          return amount - shortage;
        },
      });
    }
    for (const { id, breach } of rules) {
      const whole = breach(roster);
      if (whole === 0) continue;
      for (const { day, shift } of locked) {
        const trial = roster.slice();
        trial[employee * instance.days + day] = freeShift;
        if (breach(trial) < whole) report(employee, day, shift, id);
      }
    }
  }
  return results;
}

/** Returns the constraint without what further work may mend; undefined when nothing remains. */
function lastingPart(constraint: Constraint): EmployeeConstraint | undefined {
  switch (constraint.family) {
    case 'periodDistribution':
      return undefined;
    case 'employeeAvailability':
      return constraint.isDesired ? undefined : constraint;
    case 'consecutiveWorkdays':
      return constraint.maxDays === null ? undefined : { ...constraint, minDays: null };
    case 'pattern':
      return constraint.isDesired || constraint.sequence.includes(freeShift) ? undefined : constraint;
    default:
      return constraint;
  }
}
