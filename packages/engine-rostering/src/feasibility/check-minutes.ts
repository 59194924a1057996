import type { RosteringInstance } from '../model/instance.js';
import { toDayLocation } from './describe-violation.js';
import { type CheckResult, infeasibility, warning } from './feasibility-types.js';
import { MaxFlow } from './max-flow.js';
import { type LaborSupply, listNeeds } from './supply.js';
import { computeMaxMinutes, countWorkableDays } from './work-limits.js';

interface Window {
  from: number;
  to: number;
}

type Level = 'min' | 'ideal';

/**
 * Runs the Employee-minutes-weekly-check and the Employee-minutes-entire-roster-check: compares the demand in a window
 * with the maximum work of all employees together under strict limits and availability. The windows are 7 days from day
 * 0 on, the periods of strict limits, and the whole roster, which is reported only if its shortage exceeds that of its
 * weeks.
 */
export function checkMinutes(supply: LaborSupply): CheckResult[] {
  const { instance } = supply;
  const results: CheckResult[] = [];
  const lacking = { min: { minutes: 0, heads: 0 }, ideal: { minutes: 0, heads: 0 } };
  for (const window of windowsOf(instance)) {
    for (const level of ['min', 'ideal'] as const) {
      const short = shortOf(supply, window, level);
      if (short === undefined) continue;
      const weekly = window.to - window.from <= 7 && window.from % 7 === 0;
      if (weekly) {
        lacking[level].minutes += short.minutes;
        lacking[level].heads += short.heads;
      } else if (short.minutes <= lacking[level].minutes && short.heads <= lacking[level].heads) continue;
      const entire = window.from === 0 && window.to === instance.days && !weekly;
      const title = entire ? 'Employee-minutes-entire-roster-check' : 'Employee-minutes-weekly-check';
      results.push((level === 'min' ? infeasibility : warning)(title, short.violation));
      break;
    }
  }
  return results;
}

/** Lists the windows: weeks first, then other periods, then the whole roster. */
function windowsOf(instance: RosteringInstance): Window[] {
  const { constraints, days } = instance;
  const windows = new Map<string, Window>();
  const add = (from: number, to: number): void => {
    windows.set(`${from}-${to}`, windows.get(`${from}-${to}`) ?? { from, to });
  };
  for (let from = 0; from < days; from += 7) add(from, Math.min(from + 7, days));
  for (const constraint of constraints) {
    if (constraint.family !== 'employeeUtilization' || !constraint.strict) continue;
    for (const { from, to } of constraint.periods) if (windows.size < 200) add(from, to);
  }
  windows.delete(`0-${days}`);
  return [...windows.values(), { from: 0, to: days }];
}

function shortOf(supply: LaborSupply, window: Window, level: Level) {
  const minutes = computeMinutesInWindow(supply, window, level);
  const heads = countHeadsInWindow(supply, window, level);
  if (minutes.missing <= 0 && heads.missing <= 0) return undefined;
  return {
    minutes: minutes.missing,
    heads: heads.missing,
    violation: {
      ...toDayLocation(supply.instance, window.from),
      requiredMinutes: minutes.required,
      achievableMinutes: Math.min(minutes.achievable, minutes.required - heads.missing * heads.shortestMinutes),
      missingMinutes: Math.max(minutes.missing, heads.missing * heads.shortestMinutes),
      totalMinutes: minutes.total,
      ...(heads.missing > 0 ? { requiredEmployees: heads.required, missingEmployees: heads.missing } : {}),
      violatedProperties: [level === 'min' ? 'MIN' : 'IDEAL'],
    },
  };
}

/** Compares minutes of demand at a level on days [from, to) with an upper bound of the employees' coverage. */
function computeMinutesInWindow(supply: LaborSupply, { from, to }: Window, level: Level) {
  const { able, coverers, instance } = supply;
  const { cells, employees, shifts } = instance;
  const inside = new Uint8Array(cells.count);
  let required = 0;
  let total = 0;
  for (let cell = 0; cell < cells.count; cell += 1) {
    const wanted = cells[level][cell] ?? 0;
    const day = cells.day[cell] ?? 0;
    if (day >= from && day < to) total += wanted * (cells.minutes[cell] ?? 0);
    const own = coverers[cell] ?? [];
    if (wanted === 0 || own.length === 0 || own.some((at) => at < from * shifts || at >= to * shifts)) continue;
    inside[cell] = 1;
    // A shortage in a single cell is reported for that cell.
    const reachable = Math.min(wanted, able[cell] ?? 0);
    required += Math.max(0, reachable - (cells.base[cell] ?? 0)) * (cells.minutes[cell] ?? 0);
  }
  if (required === 0) return { required, achievable: 0, missing: 0, total };

  // Per assignment of the window: minutes of the chosen cells that it covers.
  const { coverCell, coverFrom } = instance;
  const covered = Int32Array.from({ length: (to - from) * shifts }, (_, index) => {
    const at = from * shifts + index;
    const own = coverCell.subarray(coverFrom[at], coverFrom[at + 1]);
    return own.reduce((sum, cell) => sum + (inside[cell] === 1 ? (cells.minutes[cell] ?? 0) : 0), 0);
  });
  let achievable = 0;
  for (let employee = 0; employee < employees; employee += 1) {
    achievable += reachOf(supply, employee, from, to, covered);
    if (achievable >= required) break;
  }
  return { required, achievable: Math.min(achievable, required), missing: Math.max(0, required - achievable), total };
}

/**
 * Returns the maximum that the employee can cover: the best shift on each of the best days, within strict limits on
 * minutes.
 */
function reachOf(supply: LaborSupply, employee: number, from: number, to: number, covered: Int32Array): number {
  const { instance } = supply;
  const { shiftMinutes, shifts } = instance;
  const best = new Int32Array(to - from);
  let ratio = 1;
  supply.budget.spend(covered.length);
  for (let index = 0; index < covered.length; index += 1) {
    const minutes = covered[index] ?? 0;
    const day = Math.floor(index / shifts);
    const at = from * shifts + index;
    if (minutes === 0 || !supply.canWork(employee, at)) continue;
    best[day] = Math.max(best[day] ?? 0, minutes);
    ratio = Math.max(ratio, minutes / Math.max(1, shiftMinutes[at % shifts] ?? 0));
  }
  return computeMaxMinutes(supply, employee, from, best, ratio);
}

/**
 * Computes the shift demand of days [from, to) as a maximum flow through employees, weeks, days, and needs by
 * competency.
 */
function countHeadsInWindow(supply: LaborSupply, { from, to }: Window, level: Level) {
  const { instance } = supply;
  const { cells, competent, employees, job } = instance;
  const none = { required: 0, missing: 0, shortestMinutes: 0 };
  if (job.demandType === 'TIME_DEMAND') return none;
  const network = new MaxFlow();
  const byDay = new Map<number, { node: number; cell: number; competency: number }[]>();
  let required = 0;
  let shortestMinutes = Number.POSITIVE_INFINITY;
  for (let cell = 0; cell < cells.count; cell += 1) {
    const day = cells.day[cell] ?? 0;
    if (day < from || day >= to) continue;
    let base = cells.base[cell] ?? 0;
    for (const { competency, count } of listNeeds(instance, cell, level)) {
      // A shortage in a single cell is reported for that cell.
      const wanted = Math.max(0, Math.min(count, ableFor(supply, cell, competency)) - base);
      base = Math.max(0, base - count);
      if (wanted === 0) continue;
      const node = network.addNode();
      network.addEdge(node, 1, wanted);
      byDay.set(day, [...(byDay.get(day) ?? []), { node, cell, competency }]);
      required += wanted;
      shortestMinutes = Math.min(shortestMinutes, cells.minutes[cell] ?? 0);
    }
  }
  if (required === 0) return none;
  for (let employee = 0; employee < employees; employee += 1) {
    const own = network.addNode();
    network.addEdge(0, own, countWorkableDays(supply, employee, from, to));
    for (let week = from - (from % 7); week < to; week += 7) {
      const first = Math.max(week, from);
      const last = Math.min(week + 7, to);
      const inWeek = network.addNode();
      network.addEdge(own, inWeek, countWorkableDays(supply, employee, first, last));
      for (let day = first; day < last; day += 1) {
        const onDay = network.addNode();
        network.addEdge(inWeek, onDay, 1);
        const needs = byDay.get(day) ?? [];
        supply.budget.spend(8 + needs.length * 4);
        for (const { cell, competency, node } of needs) {
          if (competency >= 0 && competent[competency * employees + employee] === 0) continue;
          if (supply.canServe(employee, cell)) network.addEdge(onDay, node, 1);
        }
      }
    }
  }
  return { required, missing: required - network.run(), shortestMinutes };
}

function ableFor({ able, budget, canServe, instance }: LaborSupply, cell: number, competency: number): number {
  if (competency < 0) return able[cell] ?? 0;
  const { cells, competent, employees } = instance;
  let count = cells.base[cell] ?? 0;
  budget.spend(employees);
  for (let employee = 0; employee < employees; employee += 1) {
    if (competent[competency * employees + employee] === 1 && canServe(employee, cell)) count += 1;
  }
  return count;
}
