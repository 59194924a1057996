import { clockTime } from '../model/clock-time.js';
import type { Instance } from '../model/instance.js';
import { cellShortage } from '../score/cell-shortage.js';
import type { Staffing } from '../score/staffing.js';
import type { MissingDemand } from './result-types.js';

type Demand = MissingDemand['demands'][number];

/** Demand missing below min, by day, time and missing requirements. Adds up to the missing employees of the score. */
export function missingDemands(instance: Instance, staff: Staffing): MissingDemand[] {
  const found = new Map<string, MissingDemand>();
  const { cells } = instance;
  for (let cell = 0; cell < cells.count; cell += 1) {
    const demands = demandsOf(instance, staff, cell);
    if (demands.length === 0) continue;
    const key = `${cells.start[cell]}-${cells.end[cell]}`;
    const item = found.get(key) ?? {
      scheduleDay: { dayIndex: cells.day[cell] ?? 0 },
      startTime: clockTime(cells.start[cell] ?? 0),
      endTime: clockTime(cells.end[cell] ?? 0),
      demands: [],
    };
    item.demands.push(...demands);
    found.set(key, item);
  }
  return [...found.values()];
}

function demandsOf(instance: Instance, staff: Staffing, cell: number): Demand[] {
  const { missing, requirements } = cellShortage(instance, staff, cell);
  const sent = instance.job.demands[cell]?.requirements ?? [];
  // The nth missing employee must meet every requirement that still lacks n employees: one item for each step.
  const steps = [...new Set([...requirements.map((requirement) => requirement.missing), missing])]
    .filter((step) => step > 0)
    .sort((a, b) => a - b);
  return steps.map((step, index) => ({
    nbrOfMissingEmployees: step - (steps[index - 1] ?? 0),
    assignmentId: null,
    taskId: null,
    attributeRequirements: requirements
      .filter((requirement) => requirement.missing >= step)
      .flatMap((requirement) => sent[requirement.index] ?? [])
      .map(({ id, values, matchType }) => ({ category: id, values, matchType, id })),
  }));
}
