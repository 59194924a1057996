import type { Constraint } from '../model/constraint.js';
import { type JobAttribute, type JobEmployee, type JobShift, matchesAttribute } from '../model/job.js';
import { familyReaders } from './constraint-families.js';
import type { JsonField } from './field.js';
import type { DefinitionHead } from './horizon.js';
import { rosteringLimits } from './limits.js';
import { readAttributeFilter } from './read-attributes.js';
import type { DefinitionIds } from './read-locks.js';

/** Soft weights of importance (rostering.gap.score-sign). */
const weights: Readonly<Record<string, number>> = {
  NONE: 0,
  VERY_LOW: 1,
  LOW: 3,
  MEDIUM: 10,
  HIGH: 30,
  VERY_HIGH: 100,
  STRICT: 1,
};

/** Reads every known family, inactive constraints too. Ignores unknown ones (rostering.gap.unknown-fields). */
export function readConstraints(
  field: JsonField,
  head: DefinitionHead,
  employees: JobEmployee[],
  shifts: JobShift[],
  ids: DefinitionIds,
): Constraint[] {
  const constraints: Constraint[] = [];
  let count = 0;
  for (const [family, readOwn] of familyReaders) {
    const items = field.at(`${family}Constraints`).items();
    const seen = new Map<string, number>();
    count += items.length;
    if (count > rosteringLimits.maxConstraints) {
      field.fail('job/too-many', `"constraints" has more than ${rosteringLimits.maxConstraints} constraints.`);
      return constraints;
    }
    items.forEach((item, index) => {
      const id = readId(item.at('id'), index, seen);
      const { weight, strict, sign } = readImportance(item);
      const filtered = readFilters(item, employees, shifts, ids);
      const own = readOwn({ item, head, sign, shifts: ids.shifts });
      if (own === undefined || weight === 0) return;
      constraints.push({ id, strict, weight, pointer: item.pointer, ...filtered, ...own });
    });
  }
  return constraints;
}

function readId(field: JsonField, index: number, seen: Map<string, number>): string {
  const id = field.string();
  const earlier = seen.get(id);
  if (earlier !== undefined) {
    field.fail(
      'job/duplicate-id',
      `The id "${id}" is given twice: constraint ${earlier} of this family has it as well.`,
    );
  }
  seen.set(id, index);
  return id;
}

/** Reads the importance. Without one, reads the older `weight` of -100 to 100, with its sign. */
function readImportance(item: JsonField): { weight: number; strict: boolean; sign: number } {
  const field = item.at('importance');
  const priority = item.at('weight').optionalNumber(undefined);
  if (field.absent && priority !== undefined)
    return { weight: Math.abs(priority), strict: false, sign: Math.sign(priority) };
  const importance = field.optionalString() ?? 'MEDIUM';
  return { weight: weights[importance] ?? 0, strict: importance === 'STRICT', sign: 0 };
}

/** Reads the employees and shifts of a constraint: the union of ids and attributes, or all if there is no filter. */
function readFilters(constraint: JsonField, employees: JobEmployee[], shifts: JobShift[], ids: DefinitionIds) {
  const filters = constraint.at('filters');
  const chosenEmployees = readFilter(filters.at('employees'), 'employeeIds', employees, ids.employees);
  const chosenShifts = readFilter(filters.at('shifts'), 'shiftIds', shifts, ids.shifts);
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
  const byId = field.at(idsKey);
  const byAttribute = field.at('attributes');
  if (byId.absent && byAttribute.absent) return undefined;
  const chosen = new Set<number>();
  for (const item of byId.items()) {
    const index = registry.resolve(item);
    if (index !== undefined) chosen.add(index);
  }
  for (const item of byAttribute.items()) {
    const filter = readAttributeFilter(item);
    things.forEach(({ attributes }, index) => {
      if (matchesAttribute(attributes, filter)) chosen.add(index);
    });
  }
  return chosen;
}
