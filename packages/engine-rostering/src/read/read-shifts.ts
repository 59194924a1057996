import { formatClockTime } from '../model/clock-time.js';
import type { JobInterval, JobShift, JobTimeSlot } from '../model/job.js';
import type { JsonField } from './field.js';
import { rosteringLimits } from './limits.js';
import { readAttributes } from './read-attributes.js';
import { IdRegistry } from './registry.js';
import { minutesPerDay, readTime } from './times.js';

/** Reads the sent shifts. Returns none if the array is absent or empty. */
export function readShifts(field: JsonField): { shifts: JobShift[]; ids: IdRegistry } {
  const ids = new IdRegistry('shift');
  const items = field.absent ? [] : (field.list('an array of shifts') ?? []);
  if (tooMany(field, items, rosteringLimits.maxShifts, 'shifts')) return { shifts: [], ids };
  const shifts = items.map((item, index): JobShift => {
    if (!item.isObject()) return { id: '', intervals: [], shiftTypeIds: [], attributes: [], generated: false };
    const id = item.at('id').id();
    if (id !== undefined) ids.add(item.at('id'), id, index);
    const types = item.at('shiftTypeIds');
    return {
      id: id ?? '',
      intervals: readIntervals(item.at('intervals')),
      shiftTypeIds: types.absent ? [] : (types.strings() ?? []),
      attributes: readAttributes(item.at('attributes')),
      generated: false,
    };
  });
  return { shifts, ids };
}

/** Reads intervals, sorted by start (rostering.gap.day-indicator, rostering.gap.shift-interval-extra). */
function readIntervals(field: JsonField): JobInterval[] {
  const items = field.list('an array of intervals');
  if (items === undefined) return [];
  if (items.length === 0) {
    field.fail('job/no-intervals', '"intervals" must have at least one interval with "startTime" and "endTime".');
  }
  const read = items
    .flatMap((item) => {
      const interval = readInterval(item);
      return interval === undefined ? [] : [{ item, interval }];
    })
    .sort((a, b) => a.interval.start - b.interval.start);
  read.forEach(({ item, interval }, index) => {
    const before = read[index - 1]?.interval;
    if (before === undefined || before.end <= interval.start) return;
    item.fail(
      'job/overlapping-intervals',
      `The interval ${formatClockTime(interval.start)} to ${formatClockTime(interval.end)} overlaps the interval ` +
        `${formatClockTime(before.start)} to ${formatClockTime(before.end)} of the same shift.`,
    );
  });
  return read.map(({ interval }) => interval);
}

function readInterval(item: JsonField): JobInterval | undefined {
  if (!item.isObject()) return undefined;
  const indicator = item.at('dayIndicator');
  const dayIndicator = indicator.absent ? 0 : indicator.integer(-1, rosteringLimits.maxDays);
  const span = readSpan(item);
  const pause = item.at('breakMinutes');
  const breakMinutes = pause.absent ? 0 : pause.integer(0);
  const known = {
    workTypeId: item.at('workTypeId').optionalString(),
    assignmentId: item.at('assignmentId').optionalString(),
    taskId: item.at('taskId').optionalString(),
  };
  if (dayIndicator === undefined || span === undefined || breakMinutes === undefined) return undefined;
  if (breakMinutes > span.end - span.start) {
    const length = span.end - span.start;
    pause.fail('job/long-break', `"breakMinutes" is ${breakMinutes}, but the interval has only ${length} minutes.`);
  }
  const offset = dayIndicator * minutesPerDay;
  return { start: span.start + offset, end: span.end + offset, breakMinutes, ...known };
}

/** startTime and endTime as minutes; an end at or before the start lies on the next day. */
function readSpan(item: JsonField): { start: number; end: number } | undefined {
  const start = readTime(item.at('startTime'));
  const end = readTime(item.at('endTime'));
  if (start === undefined || end === undefined) return undefined;
  return { start, end: end <= start ? end + minutesPerDay : end };
}

/** Reads the sent time slots. Returns none if the array is absent or empty. */
export function readTimeSlots(field: JsonField): { timeSlots: JobTimeSlot[]; ids: IdRegistry } {
  const ids = new IdRegistry('time slot');
  const items = field.absent ? [] : (field.list('an array of time slots') ?? []);
  if (tooMany(field, items, rosteringLimits.maxTimeSlots, 'time slots')) return { timeSlots: [], ids };
  const timeSlots = items.map((item, index): JobTimeSlot => {
    if (!item.isObject()) return { id: '', start: 0, end: 0 };
    const id = item.at('id').id();
    if (id !== undefined) ids.add(item.at('id'), id, index);
    return { id: id ?? '', ...(readSpan(item) ?? { start: 0, end: 0 }) };
  });
  return { timeSlots, ids };
}

function tooMany(field: JsonField, items: readonly unknown[], max: number, what: string): boolean {
  if (items.length <= max) return false;
  field.fail('job/too-many', `"${field.name}" has ${items.length} ${what}; at most ${max} are allowed in one job.`);
  return true;
}
