import type { Constraint } from '../model/constraint.js';
import { freeShift, type Roster, type RosteringInstance } from '../model/instance.js';
import { computeEmployeeViolation } from '../score/compute-employee-violation.js';
import { countConcurrentShifts } from '../score/concurrent-shifts.js';
import { implicitRules } from '../score/list-violations.js';
import { createStartRoster } from '../score/score-roster.js';
import { toDayLocation } from './cell-location.js';
import type { CheckResult } from './feasibility-types.js';

const title = 'Locked-shift-task-requirements-check' as const;

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
    results.push({ level: 'infeasibility', title, violation });
  };
  for (const { day, employee, shift } of instance.doubleLocks) report(employee, day, shift, implicitRules.shiftsPerDay);
  for (let employee = 0; employee < instance.employees; employee += 1) {
    const locked = lockedDays(instance, employee);
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

function lockedDays({ days, locked }: RosteringInstance, employee: number): { day: number; shift: number }[] {
  return Array.from(locked.subarray(employee * days, (employee + 1) * days), (shift, day) => ({ day, shift })).filter(
    ({ shift }) => shift >= 0,
  );
}

type PerEmployee = Exclude<Constraint, { family: 'periodDistribution' }>;

/** Returns the constraint without what further work may mend; undefined when nothing remains. */
function lastingPart(constraint: Constraint): PerEmployee | undefined {
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
