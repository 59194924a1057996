import type { RosteringInstance } from '../model/instance.js';
import { computeMaxMinutes } from './max-minutes.js';
import type { LaborSupply } from './supply.js';

/** Compares minutes of demand at a level on days [from, to) with an upper bound of the employees' coverage. */
export function computeMinutesInWindow(supply: LaborSupply, from: number, to: number, level: 'min' | 'ideal') {
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

  const covered = coveredMinutes(instance, inside, from, to);
  let achievable = 0;
  for (let employee = 0; employee < employees; employee += 1) {
    achievable += reachOf(supply, employee, from, to, covered);
    if (achievable >= required) break;
  }
  return { required, achievable: Math.min(achievable, required), missing: Math.max(0, required - achievable), total };
}

/** Per assignment of the window: minutes of the chosen cells that it covers. */
function coveredMinutes(instance: RosteringInstance, inside: Uint8Array, from: number, to: number): Int32Array {
  const { cells, coverCell, coverFrom, shifts } = instance;
  const covered = new Int32Array((to - from) * shifts);
  for (let at = from * shifts; at < to * shifts; at += 1) {
    let minutes = 0;
    for (let next = coverFrom[at] ?? 0; next < (coverFrom[at + 1] ?? 0); next += 1) {
      const cell = coverCell[next] ?? 0;
      if (inside[cell] === 1) minutes += cells.minutes[cell] ?? 0;
    }
    covered[at - from * shifts] = minutes;
  }
  return covered;
}

/** The most the employee can cover: the best shift of each of the best days, within strict limits on minutes. */
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
