import type { JobShift } from './job.js';

const dayMinutes = 1440;

/**
 * Returns the days, relative to an assignment, that its work can overlap, including past midnight
 * (rostering.gap.day-indicator).
 */
export function computeDayOffsets(shifts: readonly JobShift[]): number[] {
  const intervals = shifts.flatMap((shift) => shift.intervals);
  const first = intervals.reduce((least, { start }) => Math.min(least, start), 0);
  const last = intervals.reduce((most, { end }) => Math.max(most, end), 0);
  const from = Math.floor(first / dayMinutes) - 2;
  return Array.from({ length: Math.ceil(last / dayMinutes) - from + 1 }, (_, index) => from + index);
}
