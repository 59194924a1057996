import { formatDate } from '../model/calendar.js';
import type { JobHistory, JobLock } from '../model/job.js';
import { type IdRegistry, type JsonField, readDate } from './field.js';
import { type DefinitionHead, readDay, readHorizonDay } from './horizon.js';
import { rosteringLimits } from './limits.js';

export interface DefinitionIds {
  employees: IdRegistry;
  shifts: IdRegistry;
}

/** Reads scheduledShifts and lockedAssignments, without duplicates (rostering.gap.extensions-contents). */
export function readLocks(definition: JsonField, head: DefinitionHead, ids: DefinitionIds): JobLock[] {
  const locks: JobLock[] = [];
  const taken = new Set<string>();
  const add = (item: JsonField, employee: number | undefined): void => {
    const day = readHorizonDay(item.at('day'), head);
    const shift = ids.shifts.resolve(item.at('shiftId'));
    const roleId = item.at('roleId').optionalString();
    if (employee === undefined || day === undefined || shift === undefined) return;
    const key = `${employee}/${day}/${shift}`;
    if (!taken.has(key)) locks.push({ employee, day, shift, roleId, pointer: item.pointer });
    taken.add(key);
  };

  for (const [index, employee] of definition.at('employees').items().entries()) {
    for (const item of employee.at('scheduledShifts').items()) add(item, index);
  }
  for (const item of definition.at('extensions').at('lockedAssignments').items()) {
    add(item, ids.employees.resolve(item.at('employeeId')));
  }
  return locks;
}

/** Reads extensions.history, the work before the horizon, up to the limit. */
export function readHistory(definition: JsonField, head: DefinitionHead, ids: DefinitionIds): JobHistory[] {
  const history = definition.at('extensions').at('history');
  const taken = new Map<string, number>();
  return history.items().flatMap((item) => {
    const employee = ids.employees.resolve(item.at('employeeId'));
    const shift = ids.shifts.resolve(item.at('shiftId'));
    const day = readPastDay(item, head);
    if (employee === undefined || shift === undefined || day === undefined) return [];
    const key = `${employee}/${day}`;
    const earlier = taken.get(key);
    taken.set(key, shift);
    if (earlier !== undefined && earlier !== shift) {
      item.fail('job/duplicate-history', 'The history gives this employee two shifts on the day.');
    }
    return earlier !== undefined || day < -rosteringLimits.maxHistoryDays ? [] : [{ employee, day, shift }];
  });
}

function readPastDay(item: JsonField, head: DefinitionHead): number | undefined {
  const field = item.at('date');
  if (field.absent && !item.at('day').absent) return checkPast(item.at('day'), readDay(item.at('day'), head.start));
  const date = readDate(field);
  if (head.start === null) {
    return field.fail('job/no-start-date', 'History by date needs "startDate" in the planning horizon.');
  }
  if (date < head.start) return date - head.start;
  const first = formatDate(head.start);
  return field.fail('job/history-date', `The history must lie before the horizon, which begins on ${first}.`);
}

function checkPast(field: JsonField, day: number | undefined): number | undefined {
  if (day === undefined || day < 0) return day;
  return field.fail('job/history-date', 'The history must lie before the horizon: a "dayIndex" below 0.');
}
