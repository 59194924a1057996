import { MaxFlow } from './max-flow.js';
import { listNeeds } from './needs.js';
import type { LaborSupply } from './supply.js';
import { countWorkableDays } from './work-limits.js';

/** Shift demand of days [from, to) as a maximum flow: employee, week, day, and the cells' needs by competency. */
export function countHeadsInWindow(supply: LaborSupply, from: number, to: number, level: 'min' | 'ideal') {
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
