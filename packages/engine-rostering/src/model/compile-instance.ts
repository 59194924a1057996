import { createAllowedMask } from './allowed-mask.js';
import { computeDayOffsets, minutesPerDay } from './calendar.js';
import type { Constraint } from './constraint.js';
import { freeShift, type RosterCells, type RosteringInstance, unknownShift } from './instance.js';
import {
  type AttributeRequirement,
  type JobAttribute,
  type JobShift,
  matchesAttribute,
  type RosteringJob,
} from './job.js';
import { createRowJudges } from './row-judges.js';

/** Compiles which shifts overlap at which distance in days. `reach` is the maximum distance. */
function compileOverlap(shifts: readonly JobShift[]): Pick<RosteringInstance, 'reach' | 'overlap'> {
  const { start: first, end: last } = shiftSpan({ intervals: shifts.flatMap(({ intervals }) => intervals) });
  const reach = shifts.length === 0 ? 1 : Math.max(1, Math.ceil((last - first) / minutesPerDay) - 1);
  const count = shifts.length;
  const overlap = new Uint8Array(reach * count * count);
  for (let apart = 1; apart <= reach; apart += 1) {
    const shift = apart * minutesPerDay;
    for (const [a, { intervals: earlier }] of shifts.entries()) {
      for (const [b, { intervals: later }] of shifts.entries()) {
        const meets = earlier.some(({ start, end }) =>
          later.some((other) => other.start + shift < end && start < other.end + shift),
        );
        overlap[((apart - 1) * count + a) * count + b] = Number(meets);
      }
    }
  }
  return { reach, overlap };
}

/** Compiles a job for scoring and search. */
export function compileInstance(job: RosteringJob): RosteringInstance {
  const employees = job.employees.length;
  const { days } = job;
  const shifts = job.shifts.length;
  const firstWeekday = job.startDate === null ? 0 : (new Date(`${job.startDate}T00:00:00Z`).getUTCDay() + 6) % 7;

  const locked = new Int16Array(employees * days).fill(freeShift);
  const doubleLocks: RosteringInstance['doubleLocks'][number][] = [];
  job.locks.forEach(({ employee, day, shift }, lock) => {
    const at = employee * days + day;
    if (locked[at] === freeShift) locked[at] = shift;
    else doubleLocks.push({ employee, day, shift, lock });
  });

  const shiftMinutes = Int32Array.from(job.shifts, ({ intervals }) =>
    intervals.reduce((sum, { start, end, breakMinutes }) => sum + end - start - breakMinutes, 0),
  );
  const { competent, competencyOf } = compileCompetencies(job);
  const { cells, coverFrom, coverCell } = compileCells(job, doubleLocks, shiftMinutes, competencyOf);
  const base = {
    job,
    employees,
    days,
    shifts,
    firstWeekday,
    weekend: weekends(days, firstWeekday),
    shiftStart: Int32Array.from(job.shifts, (shift) => shiftSpan(shift).start),
    shiftEnd: Int32Array.from(job.shifts, (shift) => shiftSpan(shift).end),
    shiftMinutes,
    offsets: computeDayOffsets(job.shifts),
    ...compileOverlap(job.shifts),
    cells,
    coverFrom,
    coverCell,
    competent,
    competencies: employees === 0 ? 0 : competent.length / employees,
    locked,
    doubleLocks,
    ...compileHistory(job),
    constraints: job.constraints,
    constraintsOf: constraintsOf(employees, job.constraints),
    demandWeights: job.configuration.demandWeights,
  };
  const judges = job.constraints.map((constraint) =>
    constraint.family === 'periodDistribution' ? [] : createRowJudges(base, constraint),
  );
  return { ...base, judges, allowed: createAllowedMask({ ...base, judges }) };
}

/**
 * Returns the index of each day's weekend, -1 on weekdays. A horizon that starts on a Sunday starts with half a
 * weekend.
 */
function weekends(days: number, firstWeekday: number): Int16Array {
  const weekend = new Int16Array(days).fill(-1);
  let index = -1;
  for (let day = 0; day < days; day += 1) {
    const weekday = (firstWeekday + day) % 7;
    if (weekday < 5) continue;
    if (weekday === 5 || day === 0) index += 1;
    weekend[day] = index;
  }
  return weekend;
}

function compileHistory(job: RosteringJob): Pick<RosteringInstance, 'historyDays' | 'history'> {
  const historyDays = job.history.reduce((most, { day }) => Math.max(most, -day), 0);
  const history = new Int16Array(job.employees.length * historyDays).fill(unknownShift);
  for (const { employee, day } of job.history) {
    const row = employee * historyDays;
    // After the first day sent, a day without work is known to be free.
    for (let past = day; past < 0; past += 1) {
      const at = row + historyDays + past;
      if (history[at] === unknownShift) history[at] = freeShift;
    }
  }
  for (const { employee, day, shift } of job.history) history[employee * historyDays + historyDays + day] = shift;
  return { historyDays, history };
}

function constraintsOf(employees: number, constraints: readonly Constraint[]): Int32Array[] {
  const lists: number[][] = Array.from({ length: employees }, () => []);
  constraints.forEach((constraint, index) => {
    if (constraint.family === 'periodDistribution') return;
    for (const employee of constraint.employees) lists[employee]?.push(index);
  });
  return lists.map((list) => Int32Array.from(list));
}

/** Finds the matching employees of each distinct attribute requirement. */
function compileCompetencies(job: RosteringJob) {
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

/** Returns the demand cells, and which of them each shift covers on each day (rostering.gap.time-coverage). */
function compileCells(
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

/** Returns the time from the first start to the last end. */
function shiftSpan({ intervals }: Pick<JobShift, 'intervals'>): { start: number; end: number } {
  return { start: Math.min(...intervals.map(({ start }) => start)), end: Math.max(...intervals.map(({ end }) => end)) };
}

/** Returns the slots that lie completely within the shift's intervals, with their days relative to the assignment's. */
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

/** Merges intervals that touch. */
function joined({ intervals }: JobShift): { start: number; end: number }[] {
  const work: { start: number; end: number }[] = [];
  for (const { start, end } of intervals) {
    const last = work.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else work.push({ start, end });
  }
  return work;
}
