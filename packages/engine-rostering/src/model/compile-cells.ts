import { computeDayOffsets, minutesPerDay } from './calendar.js';
import type { RosterCells, RosteringInstance } from './instance.js';
import {
  type AttributeRequirement,
  type JobAttribute,
  type JobShift,
  matchesAttribute,
  type RosteringJob,
} from './job.js';

/** Finds the matching employees of each distinct attribute requirement. */
export function compileCompetencies(job: RosteringJob) {
  const keyOf = ({ id, values, matchType }: AttributeRequirement): string => JSON.stringify([id, matchType, values]);
  const index = new Map<string, number>();
  const distinct: AttributeRequirement[] = [];
  for (const requirement of job.demands.flatMap(({ requirements }) => requirements)) {
    const key = keyOf(requirement);
    if (index.has(key)) continue;
    index.set(key, distinct.length);
    distinct.push(requirement);
  }
  const attributes: readonly (readonly JobAttribute[])[] = job.employees.map((employee) => employee.attributes);
  const competent = Uint8Array.from(
    distinct.flatMap((requirement) => attributes.map((own) => Number(matchesAttribute(own, requirement)))),
  );
  return { competent, competencyOf: (requirement: AttributeRequirement) => index.get(keyOf(requirement)) ?? 0 };
}

/** Returns the demand cells and which of them each shift covers on each day (rostering.gap.time-coverage). */
export function compileCells(
  job: RosteringJob,
  doubleLocks: RosteringInstance['doubleLocks'],
  shiftMinutes: Int32Array,
  competencyOf: (requirement: AttributeRequirement) => number,
): Pick<RosteringInstance, 'cells' | 'coverFrom' | 'coverCell'> {
  const { demands, days, shifts } = job;
  const time = job.demandType === 'TIME_DEMAND';
  const spans = time ? job.timeSlots : shifts.map(shiftSpan);
  const spanOf = (target: number): { start: number; end: number } => spans[target] ?? { start: 0, end: 0 };
  const requirements = demands.flatMap((demand) => demand.requirements);
  const requirementFrom = new Int32Array(demands.length + 1);
  for (const [cell, demand] of demands.entries()) {
    requirementFrom[cell + 1] = (requirementFrom[cell] ?? 0) + demand.requirements.length;
  }
  const cells: RosterCells = {
    count: demands.length,
    day: Int32Array.from(demands, ({ day }) => day),
    target: Int32Array.from(demands, ({ target }) => target),
    start: Int32Array.from(demands, ({ day, target }) => day * minutesPerDay + spanOf(target).start),
    end: Int32Array.from(demands, ({ day, target }) => day * minutesPerDay + spanOf(target).end),
    minutes: Int32Array.from(demands, ({ target }) =>
      time ? spanOf(target).end - spanOf(target).start : (shiftMinutes[target] ?? 0),
    ),
    min: Int32Array.from(demands, ({ min }) => min),
    ideal: Int32Array.from(demands, ({ ideal }) => ideal),
    max: Int32Array.from(demands, ({ max }) => max),
    priority: Int32Array.from(demands, ({ priority }) => priority),
    base: new Int32Array(demands.length),
    requirementFrom,
    requirementMin: Int32Array.from(requirements, ({ min }) => min),
    requirementCompetency: Int32Array.from(requirements, competencyOf),
  };

  const cellAt = new Map(demands.map(({ day, target }, cell) => [day * spans.length + target, cell]));
  const reaches = shifts.map((shift, index) =>
    time ? slotsCovered(shift, job.timeSlots, computeDayOffsets([shift])) : [{ target: index, apart: 0 }],
  );
  const coverFrom = new Int32Array(days * shifts.length + 1);
  const coverCell: number[] = [];
  for (let day = 0; day < days; day += 1) {
    for (const [shift, covered] of reaches.entries()) {
      for (const { target, apart } of covered) {
        const on = day + apart;
        const cell = on < 0 || on >= days ? undefined : cellAt.get(on * spans.length + target);
        if (cell !== undefined) coverCell.push(cell);
      }
      coverFrom[day * shifts.length + shift + 1] = coverCell.length;
    }
  }
  for (const { day, shift } of doubleLocks) {
    const at = day * shifts.length + shift;
    for (const cell of coverCell.slice(coverFrom[at], coverFrom[at + 1]))
      cells.base[cell] = (cells.base[cell] ?? 0) + 1;
  }
  return { cells, coverFrom, coverCell: Int32Array.from(coverCell) };
}

/** From the first start to the last end. */
export function shiftSpan({ intervals }: Pick<JobShift, 'intervals'>): { start: number; end: number } {
  return { start: Math.min(...intervals.map(({ start }) => start)), end: Math.max(...intervals.map(({ end }) => end)) };
}

/** Slots that the shift's intervals contain wholly, with the slot's day relative to the assignment's. */
function slotsCovered(
  shift: JobShift,
  slots: RosteringJob['timeSlots'],
  offsets: readonly number[],
): { target: number; apart: number }[] {
  const work = joined(shift);
  return slots.flatMap(({ start, end }, target) =>
    offsets.flatMap((apart) => {
      const from = start + apart * minutesPerDay;
      const to = end + apart * minutesPerDay;
      return work.some((interval) => interval.start <= from && to <= interval.end) ? [{ target, apart }] : [];
    }),
  );
}

/** Returns the intervals with those that touch made one. */
function joined({ intervals }: JobShift): { start: number; end: number }[] {
  const work: { start: number; end: number }[] = [];
  for (const { start, end } of intervals) {
    const last = work.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else work.push({ start, end });
  }
  return work;
}
