import { round } from '../core/round.js';
import { toDayNumber, toWeekday } from './calendar.js';
import type { TimeRecord } from './types.js';

/** A registration, or all registrations of a day, prepared for learning and scoring. NaN and '' mean "missing". */
export interface TimeRow {
  /** Days from 1970-01-01. */
  day: number;
  /** 0 Monday to 6 Sunday. */
  weekday: number;
  employee: string;
  department: string;
  category: string;
  project: string;
  holiday: boolean;
  start: number;
  end: number;
  duration: number;
  pause: number;
  /** endTime - startTime - breakDuration - workDuration, in -12..12; NaN if any of them except the break is missing. */
  misfit: number;
  numericals: readonly { name: string; value: number }[];
  categoricals: readonly { name: string; value: string }[];
}

/** All registrations of an employee on a date as one row: first start, last end, and sums of work and breaks. */
interface DayRow {
  row: TimeRow;
  /** Indexes of its registrations in the given rows. */
  members: number[];
}

/** Converts a registration to a row. @throws RangeError if its date does not exist */
export function toTimeRow(record: TimeRecord): TimeRow {
  const day = toDayNumber(record.date);
  const start = timeOfDay(record.startTime);
  const end = timeOfDay(record.endTime);
  const pause = clampNumber(record.breakDuration ?? Number.NaN);
  const duration = clampNumber(computeWorkHours(record) ?? Number.NaN);
  const misfit = record.workDuration == null ? Number.NaN : end - start - (pause || 0) - duration;
  return {
    day,
    weekday: toWeekday(day),
    employee: record.employeeId,
    department: record.departmentId ?? '',
    category: record.workCategory ?? '',
    project: record.projectId ?? '',
    holiday: record.publicHoliday === true,
    start,
    end,
    duration,
    pause,
    // Rounded, because minutes in decimal hours do not add up exactly.
    misfit: round(misfit - 24 * Math.round(misfit / 24), 6),
    numericals: record.numericals ?? [],
    categoricals: record.categoricals ?? [],
  };
}

/** Returns a time in hours. NaN if it is missing or -1 (`time.gap.time-units`). */
function timeOfDay(time: number | null | undefined): number {
  return time == null || time < 0 ? Number.NaN : clampNumber(time);
}

/** Limits the magnitude of a number to 10^12, so that squares and sums are finite. */
export function clampNumber(value: number): number {
  return Math.max(-1e12, Math.min(1e12, value));
}

/**
 * Computes the hours of work: `workDuration`, or else the time from start to end without breaks
 * (`time.gap.required-fields`).
 */
export function computeWorkHours({ workDuration, startTime, endTime, breakDuration }: TimeRecord): number | undefined {
  if (workDuration != null) return workDuration;
  if (startTime == null || endTime == null || startTime < 0 || endTime < 0) return undefined;
  const presence = endTime < startTime ? endTime + 24 - startTime : endTime - startTime;
  return presence - (breakDuration ?? 0);
}

/** Groups rows by employee and day, in the order of their first registrations. */
export function toDayRows(rows: readonly TimeRow[]): DayRow[] {
  const days = new Map<string, Map<number, DayRow>>();
  const result: DayRow[] = [];
  for (const [index, row] of rows.entries()) {
    let ofEmployee = days.get(row.employee);
    if (ofEmployee === undefined) {
      ofEmployee = new Map();
      days.set(row.employee, ofEmployee);
    }
    const known = ofEmployee.get(row.day);
    if (known === undefined) {
      const fresh = {
        row: { ...row, category: '', project: '', misfit: Number.NaN, numericals: [], categoricals: [] },
        members: [index],
      };
      ofEmployee.set(row.day, fresh);
      result.push(fresh);
    } else {
      known.members.push(index);
      add(known.row, row);
    }
  }
  return result;
}

function add(day: TimeRow, row: TimeRow): void {
  day.holiday ||= row.holiday;
  day.start = Number.isNaN(day.start) || row.start < day.start ? row.start : day.start;
  day.end = Number.isNaN(day.end) || row.end > day.end ? row.end : day.end;
  day.duration = sum(day.duration, row.duration);
  day.pause = sum(day.pause, row.pause);
}

function sum(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : a + b;
}
