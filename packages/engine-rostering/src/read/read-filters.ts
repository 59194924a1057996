import type { JobAttribute, JobEmployee, JobShift } from '../model/job.js';
import { matchesAttribute } from '../model/matches-attribute.js';
import type { JsonField } from './field.js';
import { readAttributeFilter } from './read-attributes.js';
import type { DefinitionIds } from './read-locks.js';

/** Reads the employees and shifts of a constraint: the union of ids and attributes, or all if there is no filter. */
export function readFilters(constraint: JsonField, employees: JobEmployee[], shifts: JobShift[], ids: DefinitionIds) {
  const filters = constraint.at('filters');
  const used = !filters.absent && filters.isObject();
  const chosenEmployees = used
    ? readFilter(filters.at('employees'), 'employeeIds', employees, ids.employees)
    : undefined;
  const chosenShifts = used ? readFilter(filters.at('shifts'), 'shiftIds', shifts, ids.shifts) : undefined;
  return {
    employees: employees.flatMap((_, index) =>
      chosenEmployees === undefined || chosenEmployees.has(index) ? [index] : [],
    ),
    shifts: Uint8Array.from(shifts, (_, index) => Number(chosenShifts === undefined || chosenShifts.has(index))),
  };
}

function readFilter(
  field: JsonField,
  idsKey: string,
  things: readonly { attributes: readonly JobAttribute[] }[],
  registry: DefinitionIds['employees'],
): Set<number> | undefined {
  if (field.absent || !field.isObject()) return undefined;
  const byId = field.at(idsKey);
  const byAttribute = field.at('attributes');
  if (byId.absent && byAttribute.absent) return undefined;
  const chosen = new Set<number>();
  for (const item of byId.absent ? [] : (byId.list('an array of ids') ?? [])) {
    const index = registry.resolve(item);
    if (index !== undefined) chosen.add(index);
  }
  for (const item of byAttribute.absent ? [] : (byAttribute.list('an array of {id, values}') ?? [])) {
    const filter = readAttributeFilter(item);
    if (filter === undefined) continue;
    things.forEach(({ attributes }, index) => {
      if (matchesAttribute(attributes, filter)) chosen.add(index);
    });
  }
  return chosen;
}
