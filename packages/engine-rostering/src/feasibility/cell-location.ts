import { clockTime } from '../model/clock-time.js';
import type { Instance } from '../model/instance.js';
import { dateOfDay } from '../result/date-of-day.js';
import type { FeasibilityViolation } from './feasibility-types.js';

/** Day, date and the slot or shift of a cell, for violations. */
export function cellLocation(instance: Instance, cell: number): FeasibilityViolation {
  const { cells, job } = instance;
  const target = cells.target[cell] ?? 0;
  const startTime = clockTime(cells.start[cell] ?? 0);
  const endTime = clockTime(cells.end[cell] ?? 0);
  const place = dayLocation(instance, cells.day[cell] ?? 0);
  if (job.demandType === 'SHIFT_DEMAND') {
    return { ...place, shift: { name: job.shifts[target]?.id ?? '' }, startTime, endTime };
  }
  const timestamp = place.date === undefined ? {} : { timestamp: `${place.date}T${startTime}:00` };
  return { ...place, demandSegment: { startTime, endTime, minDemand: cells.min[cell] ?? 0, ...timestamp } };
}

/** Day index and, if the schedule has dates, the date. */
export function dayLocation(instance: Instance, day: number): FeasibilityViolation {
  return { day, ...dateOfDay(instance.job, day) };
}
