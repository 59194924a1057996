import type { RosteringJob } from '../model/job.js';
import type { FeasibilityViolation } from './feasibility-types.js';

/** The employee attribute that names the personnel group (rostering.gap.employee-fields). */
export const personnelGroupId = 'personnel_group';

/** Adds the data of the employee and of the shift's first interval (rostering.gap.feasibility-categories). */
export function createViolationCompleter({
  employees,
  shifts,
}: RosteringJob): (violation: FeasibilityViolation) => FeasibilityViolation {
  const employeesById = new Map(employees.map((employee) => [employee.id, employee]));
  const shiftsById = new Map(shifts.map((shift) => [shift.id, shift]));
  return (violation) => {
    const employee = employeesById.get(violation.employeeId ?? '');
    const intervals = shiftsById.get(violation.lockedShiftName ?? violation.shift?.name ?? '')?.intervals ?? [];
    const first = (name: 'workTypeId' | 'assignmentId' | 'taskId') =>
      intervals.find((interval) => interval[name] !== null)?.[name] ?? undefined;
    const group = employee?.attributes.find(({ id }) => id === personnelGroupId)?.values.join(', ');
    return known({
      ...violation,
      employeeNumber: employee?.employeeNumber ?? undefined,
      personnelGroup: violation.personnelGroup ?? group,
      assignment: first('assignmentId'),
      taskId: first('taskId'),
      workType: first('workTypeId'),
    });
  };
}

type Partly<T> = { [Name in keyof T]: T[Name] | undefined };

/** Leaves out what is not known. */
function known(violation: Partly<FeasibilityViolation>): FeasibilityViolation {
  return Object.fromEntries(Object.entries(violation).filter(([, value]) => value !== undefined));
}
