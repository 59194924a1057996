import { toDate, toDayNumber, toWeekday } from '../time/calendar.js';
import { predictRegistrations } from '../time/predict-registrations.js';
import { prepareTime } from '../time/prepare-time.js';
import type { TimeModel } from '../time/time-model.js';
import type { TimePrediction, TimeRegistration } from '../time/types.js';

/** Creates a plain registration: 8 to 16 with a break of half an hour. `changes` replace fields. */
export function createRegistration(changes: Partial<TimeRegistration> = {}): TimeRegistration {
  return {
    registrationId: 'x',
    date: '2025-07-01',
    employeeId: 'anna',
    departmentId: 'office',
    projectId: 'p1',
    workCategory: 'desk',
    startTime: 8,
    endTime: 16,
    workDuration: 7.5,
    breakDuration: 0.5,
    publicHoliday: false,
    ...changes,
  };
}

/**
 * The properties in which employees differ: first start, hours on Monday to Thursday and on Friday, department,
 * category.
 */
interface Worker {
  employeeId: string;
  departmentId?: string;
  workCategory?: string;
  start?: number;
  hours?: number;
  fridayHours?: number;
}

/**
 * Creates registrations for Monday to Friday, starting on a date. They vary by a quarter of an hour in a fixed pattern.
 */
export function createWorkWeeks(workers: readonly Worker[], from: string, weeks: number): TimeRegistration[] {
  const first = toDayNumber(from);
  const result: TimeRegistration[] = [];
  for (let day = first; day < first + 7 * weeks; day += 1) {
    if (toWeekday(day) > 4) continue;
    for (const [index, worker] of workers.entries()) {
      const { employeeId, departmentId = 'office', workCategory = 'desk', start = 8, hours = 7.5 } = worker;
      const startTime = start + 0.25 * (((day * 5 + index) % 3) - 1);
      const usual = toWeekday(day) === 4 ? (worker.fridayHours ?? hours) : hours;
      const workDuration = usual + 0.25 * (((day * 7 + index) % 5 > 2 ? 1 : 0) - ((day + index) % 4 > 2 ? 1 : 0));
      result.push(
        createRegistration({
          registrationId: `${employeeId}-${day}`,
          date: toDate(day),
          employeeId,
          departmentId,
          workCategory,
          startTime,
          workDuration,
          endTime: startTime + workDuration + 0.5,
        }),
      );
    }
  }
  return result;
}

/** A small company: an office, a workshop that starts early, and an employee with short Fridays. */
export const companyWorkers: Worker[] = [
  { employeeId: 'anna' },
  { employeeId: 'ben', start: 9 },
  { employeeId: 'cleo', fridayHours: 5 },
  { employeeId: 'dora', departmentId: 'workshop', workCategory: 'weld', start: 6 },
  { employeeId: 'emil', departmentId: 'workshop', workCategory: 'paint', start: 6.5 },
];

/** Predicts one registration with a model. */
export function predictOne(model: TimeModel, registration: TimeRegistration): TimePrediction {
  const [prediction] = predictRegistrations(prepareTime(model), [registration]);
  if (prediction === undefined) throw new Error('There must be one prediction per registration.');
  return prediction;
}
