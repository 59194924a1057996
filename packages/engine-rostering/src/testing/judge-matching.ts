import type { RawEmployee, RawFilter, RawRule, RawShift, RawValues } from './judge-types.js';

/** rostering.gap.match-type-values */
export function matchesWanted(
  attributes: readonly RawValues[] = [],
  { id, values, matchType = 'ANY' }: RawFilter,
): boolean {
  const has = new Set(attributes.filter((attribute) => attribute.id === id).flatMap((attribute) => attribute.values));
  if (matchType === 'ALL') return values.every((value) => has.has(value));
  const any = values.some((value) => has.has(value));
  return matchType === 'NONE' ? !any : any;
}

/** Returns whether a rule applies to an employee: one of its filters must match, or there are none. */
export function appliesToEmployee(rule: RawRule, employee: RawEmployee): boolean {
  const filter = rule.filters?.employees;
  if (filter === undefined) return true;
  return (
    (filter.employeeIds ?? []).includes(employee.id) ||
    (filter.attributes ?? []).some((wanted) => matchesWanted(employee.attributes, wanted))
  );
}

export function appliesToShift(rule: RawRule, shift: RawShift): boolean {
  const filter = rule.filters?.shifts;
  if (filter === undefined) return true;
  return (
    (filter.shiftIds ?? []).includes(shift.id) ||
    (filter.attributes ?? []).some((wanted) => matchesWanted(shift.attributes, wanted))
  );
}
