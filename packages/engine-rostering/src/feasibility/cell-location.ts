import { formatClockTime } from '../model/clock-time.js';
import type { RosteringInstance } from '../model/instance.js';
import { toHorizonDate } from '../result/date-of-day.js';
import type { FeasibilityViolation } from './feasibility-types.js';

/** Returns the day, date and slot or shift of a cell, for violations. */
export function toCellLocation(instance: RosteringInstance, cell: number): FeasibilityViolation {
  const { cells, job } = instance;
  const target = cells.target[cell] ?? 0;
  const startTime = formatClockTime(cells.start[cell] ?? 0);
  const endTime = formatClockTime(cells.end[cell] ?? 0);
  const place = toDayLocation(instance, cells.day[cell] ?? 0);
  if (job.demandType === 'SHIFT_DEMAND') {
    return { ...place, shift: { name: job.shifts[target]?.id ?? '' }, startTime, endTime };
  }
  const timestamp = place.date === undefined ? {} : { timestamp: `${place.date}T${startTime}:00` };
  return { ...place, demandSegment: { startTime, endTime, minDemand: cells.min[cell] ?? 0, ...timestamp } };
}

/** Returns the day index and, if the schedule has dates, the date. */
export function toDayLocation(instance: RosteringInstance, day: number): FeasibilityViolation {
  return { day, ...toHorizonDate(instance.job, day) };
}
