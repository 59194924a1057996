import { formatClockTime, minutesPerDay } from '../model/calendar.js';
import type { JobDemand, JobEmployee, JobInterval, JobShift, JobTimeSlot } from '../model/job.js';
import { IdRegistry, type JsonField, readTime } from './field.js';
import { rosteringLimits } from './limits.js';
import { readAttributes } from './read-attributes.js';

/** Reads the sent shifts. Returns none if the array is absent or empty. */
export function readShifts(field: JsonField): { shifts: JobShift[]; ids: IdRegistry } {
  const ids = new IdRegistry('shift');
  const items = field.items('an array of shifts');
  if (tooMany(field, items, rosteringLimits.maxShifts, 'shifts')) return { shifts: [], ids };
  const shifts = items.map((item, index): JobShift => {
    if (!item.isObject()) return { id: '', intervals: [], shiftTypeIds: [], attributes: [], generated: false };
    const types = item.at('shiftTypeIds');
    return {
      id: ids.read(item, index),
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
  const dayIndicator = item.at('dayIndicator').optionalInteger(0, -1, rosteringLimits.maxDays);
  const span = readSpan(item);
  const pause = item.at('breakMinutes');
  const breakMinutes = pause.optionalInteger(0, 0);
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
  const items = field.items('an array of time slots');
  if (tooMany(field, items, rosteringLimits.maxTimeSlots, 'time slots')) return { timeSlots: [], ids };
  const timeSlots = items.map((item, index): JobTimeSlot => {
    if (!item.isObject()) return { id: '', start: 0, end: 0 };
    return { id: ids.read(item, index), ...(readSpan(item) ?? { start: 0, end: 0 }) };
  });
  return { timeSlots, ids };
}

function tooMany(field: JsonField, items: readonly unknown[], max: number, what: string): boolean {
  if (items.length <= max) return false;
  field.fail('job/too-many', `"${field.name}" has ${items.length} ${what}; at most ${max} are allowed in one job.`);
  return true;
}

/** The longest run of slots that is joined to one shift. A single longer slot stays a shift. */
const longestRun = 8 * 60;

/** Generates a shift for each demanded slot and each run of adjacent slots up to 8 hours (rostering.gap.no-shifts). */
export function generateShifts(slots: readonly JobTimeSlot[], demands: readonly JobDemand[]): JobShift[] {
  const used = [...new Set(demands.filter(({ max }) => max > 0).map(({ target }) => target))];
  const wanted = used.flatMap((target) => slots[target] ?? []);
  const byStart = new Map<number, JobTimeSlot[]>();
  for (const slot of wanted) byStart.set(slot.start, [...(byStart.get(slot.start) ?? []), slot]);

  const spans = new Map<string, { start: number; end: number; single: boolean }>();
  const extend = (start: number, end: number, single: boolean): void => {
    const key = `${start}-${end}`;
    if (spans.get(key)?.single === true || (spans.has(key) && !single)) return;
    spans.set(key, { start, end, single });
    for (const next of byStart.get(end % minutesPerDay) ?? []) {
      const reached = end + next.end - next.start;
      if (reached - start <= longestRun) extend(start, reached, false);
    }
  };
  for (const slot of wanted) extend(slot.start, slot.end, true);

  const length = (span: { start: number; end: number }): number => span.end - span.start;
  const kept = [...spans.values()]
    .sort((a, b) => Number(b.single) - Number(a.single) || length(b) - length(a) || a.start - b.start)
    .slice(0, rosteringLimits.maxGeneratedShifts)
    .sort((a, b) => a.start - b.start || length(a) - length(b));
  return kept.map(({ start, end }, index) => ({
    id: `gen-${index + 1}`,
    intervals: [{ start, end, breakMinutes: 0, workTypeId: null, assignmentId: null, taskId: null }],
    shiftTypeIds: [],
    attributes: [],
    generated: true,
  }));
}

/** Reads the employees (rostering.gap.employee-fields). Their scheduled shifts are read with the locks. */
export function readEmployees(field: JsonField): { employees: JobEmployee[]; ids: IdRegistry } {
  const ids = new IdRegistry('employee');
  const items = field.list('an array of employees');
  if (items === undefined) return { employees: [], ids };
  const { maxEmployees } = rosteringLimits;
  if (items.length === 0) field.fail('job/no-employees', '"employees" must have at least one employee, but is empty.');
  if (items.length > maxEmployees) {
    field.fail(
      'job/too-many-employees',
      `"employees" has ${items.length} employees; at most ${maxEmployees} are allowed in one job.`,
    );
    return { employees: [], ids };
  }
  const employees = items.map((item, index) => readEmployee(item, index, ids));
  return { employees, ids };
}

function readEmployee(item: JsonField, index: number, ids: IdRegistry): JobEmployee {
  const blank = {
    id: '',
    employeeNumber: null,
    attributes: [],
    roleIds: [],
    maxHoursPerWeek: null,
    targetHoursPerWeek: null,
    readOnly: false,
  };
  if (!item.isObject()) return blank;
  const id = ids.read(item, index);
  const workTime = item.at('workTime');
  const hours = (key: string): number | null => {
    if (workTime.absent || !workTime.isObject() || workTime.at(key).absent) return null;
    return workTime.at(key).number(0, 168) ?? null;
  };
  return {
    id,
    employeeNumber: item.at('employeeNumber').optionalString(),
    attributes: readAttributes(item.at('attributes')),
    roleIds: readRoles(item.at('roles')),
    maxHoursPerWeek: hours('maxHoursPerWeek'),
    targetHoursPerWeek: hours('targetHoursPerWeek'),
    readOnly: item.at('readOnly').optionalBoolean(false),
  };
}

function readRoles(field: JsonField): string[] {
  return field.items('an array of {id}').flatMap((item) => {
    const id = item.isObject() ? item.at('id').id() : undefined;
    return id === undefined ? [] : [id];
  });
}
