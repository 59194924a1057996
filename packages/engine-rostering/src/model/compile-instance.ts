import { createAllowedMask } from './allowed-mask.js';
import { computeDayOffsets, minutesPerDay } from './calendar.js';
import { compileCells, compileCompetencies, shiftSpan } from './compile-cells.js';
import type { Constraint } from './constraint.js';
import { freeShift, type RosteringInstance, unknownShift } from './instance.js';
import type { JobShift, RosteringJob } from './job.js';
import { createRowJudges } from './row-judges.js';

/** Which shifts on which days apart are worked at the same time; `reach` is the longest distance that can happen. */
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

/** Index of each day's weekend, -1 on weekdays; a horizon that begins on a Sunday begins with half a weekend. */
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
    // From the first day sent on, a day without work is known to be free.
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
