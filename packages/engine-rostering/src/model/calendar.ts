import type { JobShift, RosteringJob } from './job.js';

export const minutesPerDay = 1440;

/** Formats the minutes of any day as HH:MM. Midnight is 00:00. */
export function formatClockTime(minutes: number): string {
  const inDay = ((minutes % minutesPerDay) + minutesPerDay) % minutesPerDay;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}

/** Formats a number of days since 1970-01-01 as a date. */
export function formatDate(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the `{date}` of a day index, or an empty object if the schedule has no dates. */
export function toHorizonDate({ startDate }: Pick<RosteringJob, 'startDate'>, day: number): { date?: string } {
  return startDate === null ? {} : { date: formatDate(Date.parse(startDate) / 86_400_000 + day) };
}

/**
 * Computes the days, relative to an assignment, that its work can overlap, including past midnight
 * (rostering.gap.day-indicator).
 */
export function computeDayOffsets(shifts: readonly JobShift[]): number[] {
  const intervals = shifts.flatMap((shift) => shift.intervals);
  const first = intervals.reduce((least, { start }) => Math.min(least, start), 0);
  const last = intervals.reduce((most, { end }) => Math.max(most, end), 0);
  const from = Math.floor(first / minutesPerDay) - 2;
  return Array.from({ length: Math.ceil(last / minutesPerDay) - from + 1 }, (_, index) => from + index);
}
