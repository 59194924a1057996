import type { Employee, Rule, Shift, Values, Wanted } from './judge-types.js';

/** rostering.gap.match-type-values */
export function matchesWanted(attributes: readonly Values[] = [], { id, values, matchType = 'ANY' }: Wanted): boolean {
  const has = new Set(attributes.filter((attribute) => attribute.id === id).flatMap((attribute) => attribute.values));
  if (matchType === 'ALL') return values.every((value) => has.has(value));
  const any = values.some((value) => has.has(value));
  return matchType === 'NONE' ? !any : any;
}

/** Filters select the employees that fit one of their parts, or all without a filter. */
export function appliesToEmployee(rule: Rule, employee: Employee): boolean {
  const filter = rule.filters?.employees;
  if (filter === undefined) return true;
  return (
    (filter.employeeIds ?? []).includes(employee.id) ||
    (filter.attributes ?? []).some((wanted) => matchesWanted(employee.attributes, wanted))
  );
}

export function appliesToShift(rule: Rule, shift: Shift): boolean {
  const filter = rule.filters?.shifts;
  if (filter === undefined) return true;
  return (
    (filter.shiftIds ?? []).includes(shift.id) ||
    (filter.attributes ?? []).some((wanted) => matchesWanted(shift.attributes, wanted))
  );
}
