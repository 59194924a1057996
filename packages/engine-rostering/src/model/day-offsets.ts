import type { JobShift } from './job.js';

const dayMinutes = 1440;

/**
 * Days, relative to the day of an assignment, that its work may touch: time slots and windows of them, which may pass
 * midnight themselves, are looked for on these (rostering.gap.day-indicator).
 */
export function dayOffsets(shifts: readonly JobShift[]): number[] {
  const intervals = shifts.flatMap((shift) => shift.intervals);
  const first = intervals.reduce((least, { start }) => Math.min(least, start), 0);
  const last = intervals.reduce((most, { end }) => Math.max(most, end), 0);
  const from = Math.floor(first / dayMinutes) - 2;
  return Array.from({ length: Math.ceil(last / dayMinutes) - from + 1 }, (_, index) => from + index);
}
