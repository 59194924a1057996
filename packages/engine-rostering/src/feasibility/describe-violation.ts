import { formatClockTime, toHorizonDate } from '../model/calendar.js';
import type { RosteringInstance } from '../model/instance.js';
import type { RosteringJob } from '../model/job.js';
import type { FeasibilityViolation } from './feasibility-types.js';

/** Returns the day, date and slot or shift of a cell, for violations. */
export function toCellLocation(instance: RosteringInstance, cell: number): FeasibilityViolation {
  const { cells, job } = instance;
  const target = cells.target[cell] ?? 0;
  const startTime = formatClockTime(cells.start[cell] ?? 0);
  const endTime = formatClockTime(cells.end[cell] ?? 0);
  const place = toDayLocation(instance, cells.day[cell] ?? 0);
  if (job.demandType === 'SHIFT_DEMAND') {
    return { ...place, shift: { name: job.shifts[target]?.id ?? '' }, startTime, endTime };
  }
  const timestamp = place.date === undefined ? {} : { timestamp: `${place.date}T${startTime}:00` };
  return { ...place, demandSegment: { startTime, endTime, minDemand: cells.min[cell] ?? 0, ...timestamp } };
}

/** Returns the day index and, if the schedule has dates, the date. */
export function toDayLocation(instance: RosteringInstance, day: number): FeasibilityViolation {
  return { day, ...toHorizonDate(instance.job, day) };
}

/** The employee attribute that names the personnel group (rostering.gap.employee-fields). */
export const personnelGroupId = 'personnel_group';

/** Adds the data of the employee and the shift's first interval (rostering.gap.feasibility-categories). */
export function createViolationCompleter({ employees, shifts }: RosteringJob) {
  const employeesById = new Map(employees.map((employee) => [employee.id, employee]));
  const shiftsById = new Map(shifts.map((shift) => [shift.id, shift]));
  return (violation: FeasibilityViolation): FeasibilityViolation => {
    const employee = employeesById.get(violation.employeeId ?? '');
    const intervals = shiftsById.get(violation.lockedShiftName ?? violation.shift?.name ?? '')?.intervals ?? [];
    const first = (name: 'workTypeId' | 'assignmentId' | 'taskId') =>
      intervals.find((interval) => interval[name] !== null)?.[name] ?? undefined;
    const group = employee?.attributes.find(({ id }) => id === personnelGroupId)?.values.join(', ');
    const completed = {
      ...violation,
      employeeNumber: employee?.employeeNumber ?? undefined,
      personnelGroup: violation.personnelGroup ?? group,
      assignment: first('assignmentId'),
      taskId: first('taskId'),
      workType: first('workTypeId'),
    };
    return Object.fromEntries(Object.entries(completed).filter(([, value]) => value !== undefined));
  };
}
