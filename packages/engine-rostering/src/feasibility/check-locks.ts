import type { Constraint } from '../model/constraint.js';
import { freeShift, type RosteringInstance, type RowJudge } from '../model/instance.js';
import { createGrid, createRowJudges, judgeConcurrentShifts, type RowConstraint } from '../model/row-judges.js';
import { createStartRoster, implicitRules } from '../score/score-roster.js';
import { toDayLocation } from './describe-violation.js';
import { type CheckResult, infeasibility } from './feasibility-types.js';

/** Finds locked work that violates a strict rule in every roster. Does not check rules that more work can satisfy. */
export function checkLocks(instance: RosteringInstance): CheckResult[] {
  const { days, historyDays } = instance;
  const roster = createStartRoster(instance);
  const grid = createGrid(instance, roster);
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
    const locked = [...roster.subarray(employee * days, (employee + 1) * days)].flatMap((shift, day) =>
      shift >= 0 ? [{ day, shift }] : [],
    );
    if (locked.length === 0) continue;
    const first = employee * (historyDays + days);
    const rules: { id: string; judge: RowJudge }[] = [
      { id: implicitRules.concurrentShifts, judge: judgeConcurrentShifts(instance) },
    ];
    for (const index of instance.constraintsOf[employee] ?? []) {
      const constraint = instance.constraints[index];
      const lasting = constraint?.strict === true ? lastingPart(constraint) : undefined;
      if (lasting === undefined) continue;
      const judges = createRowJudges(instance, lasting).filter(({ isShortage }) => !isShortage);
      const judge: RowJudge = (trial, at) => judges.reduce((sum, { judge: part }) => sum + part(trial, at), 0);
      rules.push({ id: lasting.id, judge });
    }
    for (const { id, judge } of rules) {
      const whole = judge(grid, first);
      if (whole === 0) continue;
      for (const { day, shift } of locked) {
        const at = first + historyDays + day;
        grid[at] = freeShift;
        if (judge(grid, first) < whole) report(employee, day, shift, id);
        grid[at] = shift;
      }
    }
  }
  return results;
}

/** Returns the part of a constraint whose violations more work cannot fix, if there is one. */
function lastingPart(constraint: Constraint): RowConstraint | undefined {
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
