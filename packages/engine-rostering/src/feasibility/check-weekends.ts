import { listWeekends, type RosteringInstance } from '../model/instance.js';
import { toDayLocation } from './describe-violation.js';
import { type CheckResult, infeasibility } from './feasibility-types.js';
import { countHeads, type LaborSupply } from './supply.js';

/** Compares the employees needed on weekends with the weekends that strict constraints leave. */
export function checkWeekends(supply: LaborSupply): CheckResult[] {
  const periods = new Map<string, { from: number; to: number }>();
  for (const constraint of supply.instance.constraints) {
    if (constraint.family !== 'weekendDistribution' || !constraint.strict) continue;
    for (const { from, to } of constraint.periods) periods.set(`${from}-${to}`, { from, to });
  }
  const results = new Map<number, CheckResult>();
  for (const { from, to } of periods.values()) {
    for (const one of checkPeriod(supply, from, to)) results.set(one.violation.weekendNumber ?? 0, one);
  }
  return [...results.values()];
}

function checkPeriod(supply: LaborSupply, from: number, to: number): CheckResult[] {
  const { instance } = supply;
  const weekends = listWeekends(instance, { from, to });
  const needed = weekends.map((days) => Math.max(...days.map((day) => countHeads(supply, day))));
  const able = weekends.map(() => 0);
  let left = 0;
  for (let employee = 0; employee < instance.employees; employee += 1) {
    const open = weekends.map((days) => days.some((day) => supply.canWorkOn(employee, day)));
    open.forEach((is, index) => {
      if (is) able[index] = (able[index] ?? 0) + 1;
    });
    left += Math.min(weekendsLeft(instance, employee, from, to) ?? weekends.length, open.filter(Boolean).length);
    supply.budget.spend(weekends.length * instance.shifts * 2);
  }
  return weekends.flatMap((days, index): CheckResult[] => {
    const requiredEmployees = needed[index] ?? 0;
    const served = Math.min(requiredEmployees, able[index] ?? 0, left);
    left -= served;
    if (served === requiredEmployees) return [];
    const day = days[0] ?? 0;
    const violation = {
      ...toDayLocation(instance, day),
      weekendNumber: (instance.weekend[day] ?? 0) + 1,
      requiredEmployees,
      missingEmployeesDueToWeekendDistribution: requiredEmployees - served,
      violatedProperties: ['MIN'],
    };
    return [infeasibility('Demand-weekend-covered-by-employees-check', violation)];
  });
}

/** Weekends the employee may work in exactly this period; more where locked work takes more. */
function weekendsLeft(instance: RosteringInstance, employee: number, from: number, to: number): number | undefined {
  let least: number | undefined;
  for (const index of instance.constraintsOf[employee] ?? []) {
    const constraint = instance.constraints[index];
    if (constraint?.family !== 'weekendDistribution' || !constraint.strict || constraint.shifts.includes(0)) continue;
    if (!constraint.periods.some((period) => period.from === from && period.to === to)) continue;
    least = Math.min(least ?? constraint.maxWorkedWeekends, constraint.maxWorkedWeekends);
  }
  if (least === undefined) return undefined;
  const locked = (day: number): boolean => (instance.locked[employee * instance.days + day] ?? -1) >= 0;
  return Math.max(least, listWeekends(instance, { from, to }).filter((days) => days.some(locked)).length);
}
