import type { RawJobDefinition, RawShift } from './judge-types.js';

const dayLength = 86_400_000;

/** A time span in minutes since midnight of the first day. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/** Days of a job definition by number: 0 is the first one (rostering.gap.day-index). */
export class JudgeCalendar {
  readonly days: number;
  readonly #first: number | undefined;

  constructor({ jobInfo: { planningHorizon } }: RawJobDefinition) {
    const { startDate, endDate, nrOfWeeks = 0 } = planningHorizon;
    this.#first = startDate === undefined ? undefined : Date.parse(startDate) / dayLength;
    this.days =
      endDate === undefined || this.#first === undefined
        ? nrOfWeeks * 7
        : Date.parse(endDate) / dayLength - this.#first + 1;
  }

  numberOf(date: string): number {
    if (this.#first === undefined) throw new Error('A schedule without dates cannot have one');
    return Date.parse(date) / dayLength - this.#first;
  }

  /** Returns the weekday; 0 is Monday. A schedule without dates starts on a Monday. */
  weekdayOf(day: number): number {
    // 1970-01-01 was a Thursday.
    const weekday = this.#first === undefined ? day : this.#first + day + 3;
    return ((weekday % 7) + 7) % 7;
  }
}

/** Returns the minutes of HH:MM. */
export function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Lists the work intervals of a shift assigned to a day (rostering.gap.day-indicator). */
export function listStretches(shift: RawShift, day: number): TimeSpan[] {
  return shift.intervals
    .map(({ startTime, endTime, dayIndicator = 0 }) => {
      const midnight = (day + dayIndicator) * 1440;
      const start = toMinutes(startTime);
      const end = toMinutes(endTime);
      return { start: midnight + start, end: midnight + (end <= start ? end + 1440 : end) };
    })
    .sort((a, b) => a.start - b.start);
}

/** Computes the paid minutes: the intervals without their breaks. */
export function computePaidMinutes(shift: RawShift): number {
  const breaks = shift.intervals.reduce((sum, { breakMinutes = 0 }) => sum + breakMinutes, 0);
  return listStretches(shift, 0).reduce((sum, { start, end }) => sum + end - start, 0) - breaks;
}

export function computeOverlap(a: TimeSpan, b: TimeSpan): boolean {
  return a.start < b.end && b.start < a.end;
}
