import { formatClockTime, minutesPerDay } from '../model/calendar.js';
import type { JobDemand, JobEmployee, JobInterval, JobShift, JobTimeSlot } from '../model/job.js';
import { IdRegistry, type JsonField, readAttributes, readTime } from './field.js';
import { rosteringLimits } from './limits.js';

/** Reads the sent shifts. Returns none if the array is absent or empty. */
export function readShifts(field: JsonField): { shifts: JobShift[]; ids: IdRegistry } {
  const ids = new IdRegistry('shift');
  const shifts = field
    .items()
    .map((item, index) => ({
      id: ids.read(item, index),
      intervals: readIntervals(item.at('intervals')),
      shiftTypeIds: item.at('shiftTypeIds').strings(),
      attributes: readAttributes(item.at('attributes')),
      generated: false,
    }));
  return { shifts, ids };
}

/** Reads intervals, sorted by start (rostering.gap.day-indicator, rostering.gap.shift-interval-extra). */
function readIntervals(field: JsonField): JobInterval[] {
  const read = field
    .items()
    .map((item) => ({ item, interval: readInterval(item) }))
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

function readInterval(item: JsonField): JobInterval {
  const span = readSpan(item);
  const pause = item.at('breakMinutes');
  const breakMinutes = pause.optionalNumber(0);
  if (breakMinutes > span.end - span.start) {
    const length = span.end - span.start;
    pause.fail('job/long-break', `"breakMinutes" is ${breakMinutes}, but the interval has only ${length} minutes.`);
  }
  const offset = item.at('dayIndicator').optionalNumber(0) * minutesPerDay;
  return {
    start: span.start + offset,
    end: span.end + offset,
    breakMinutes,
    workTypeId: item.at('workTypeId').optionalString(),
    assignmentId: item.at('assignmentId').optionalString(),
    taskId: item.at('taskId').optionalString(),
  };
}

/** Reads startTime and endTime as minutes. An end at or before the start is on the next day. */
function readSpan(item: JsonField): { start: number; end: number } {
  const start = readTime(item.at('startTime'));
  const end = readTime(item.at('endTime'));
  return { start, end: end <= start ? end + minutesPerDay : end };
}

/** Reads the sent time slots. Returns none if the array is absent or empty. */
export function readTimeSlots(field: JsonField): { timeSlots: JobTimeSlot[]; ids: IdRegistry } {
  const ids = new IdRegistry('time slot');
  const timeSlots = field.items().map((item, index) => ({ id: ids.read(item, index), ...readSpan(item) }));
  return { timeSlots, ids };
}

/** Maximum length in minutes of a run of slots that is merged into a shift. A longer single slot is also a shift. */
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
  const employees = field.items().map((item, index) => readEmployee(item, index, ids));
  return { employees, ids };
}

function readEmployee(item: JsonField, index: number, ids: IdRegistry): JobEmployee {
  const workTime = item.at('workTime');
  return {
    id: ids.read(item, index),
    employeeNumber: item.at('employeeNumber').optionalString(),
    attributes: readAttributes(item.at('attributes')),
    roleIds: item
      .at('roles')
      .items()
      .map((role) => role.at('id').string()),
    maxHoursPerWeek: workTime.at('maxHoursPerWeek').optionalNumber(null),
    targetHoursPerWeek: workTime.at('targetHoursPerWeek').optionalNumber(null),
    readOnly: item.at('readOnly').boolean(),
  };
}
