import { listWeekends, type RosteringInstance } from '../model/instance.js';
import { toDayLocation } from './describe-violation.js';
import { type CheckResult, infeasibility } from './feasibility-types.js';
import { MaxFlow } from './max-flow.js';
import type { LaborSupply } from './supply.js';

/** Compares the employees needed on weekends with the weekends that strict constraints leave, by a maximum flow. */
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
  const network = new MaxFlow();
  const needed = weekends.map((days) => Math.max(...days.map((day) => headsOn(supply, day))));
  const sinks = needed.map((count) => {
    const node = network.addNode();
    return { node, edge: network.addEdge(node, 1, count) };
  });
  for (let employee = 0; employee < instance.employees; employee += 1) {
    const node = network.addNode();
    network.addEdge(0, node, weekendsLeft(instance, employee, from, to) ?? weekends.length);
    weekends.forEach((days, index) => {
      if (days.some((day) => supply.canWorkOn(employee, day))) network.addEdge(node, sinks[index]?.node ?? 1, 1);
    });
    supply.budget.spend(weekends.length * instance.shifts * 2);
  }
  network.run();
  return weekends.flatMap((days, index): CheckResult[] => {
    const requiredEmployees = needed[index] ?? 0;
    const missing = requiredEmployees - network.flowOf(sinks[index]?.edge ?? 0);
    if (missing === 0) return [];
    const day = days[0] ?? 0;
    const violation = {
      ...toDayLocation(instance, day),
      weekendNumber: (instance.weekend[day] ?? 0) + 1,
      requiredEmployees,
      missingEmployeesDueToWeekendDistribution: missing,
      violatedProperties: ['MIN'],
    };
    return [infeasibility('Demand-weekend-covered-by-employees-check', violation)];
  });
}

/**
 * Returns the number of weekends that the employee can work in exactly this period, or more if locked work uses more.
 */
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

/** Returns the minimum number of different employees that a day needs: for all its shifts, or for its fullest slot. */
function headsOn({ coverers, instance }: LaborSupply, day: number): number {
  const { cells, job, shifts } = instance;
  let sum = 0;
  let most = 0;
  for (let cell = 0; cell < cells.count; cell += 1) {
    const own = coverers[cell] ?? [];
    // Only demand that no shift of another day covers.
    if (own.length === 0 || own.some((at) => Math.floor(at / shifts) !== day)) continue;
    const wanted = Math.max(0, (cells.min[cell] ?? 0) - (cells.base[cell] ?? 0));
    sum += wanted;
    most = Math.max(most, wanted);
  }
  return job.demandType === 'SHIFT_DEMAND' ? sum : most;
}
