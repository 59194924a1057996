import type { JobEmployee } from '../model/job.js';
import { IdRegistry, type JsonField } from './field.js';
import { rosteringLimits } from './limits.js';
import { readAttributes } from './read-attributes.js';

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
