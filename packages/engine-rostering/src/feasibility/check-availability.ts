import type { AttributeRequirement } from '../model/job.js';
import { personnelGroupId, toCellLocation, toDayLocation } from './describe-violation.js';
import { type CheckResult, type FeasibilityViolation, infeasibility, warning } from './feasibility-types.js';
import { countHeads, type LaborSupply } from './supply.js';

const title = 'Employee-availability-check';

/**
 * Runs the Employee-availability-check: finds cells with too few available employees, in total and by competency, and
 * days that need more employees than can work on them.
 */
export function checkAvailability(supply: LaborSupply): CheckResult[] {
  const { cells, days, employees, job } = supply.instance;
  const shortDays = new Set<number>();
  const results = supply.coverers.flatMap((covering, cell): CheckResult[] => {
    if (covering.length === 0) return [];
    const short = shortOfCell(supply, cell, 'min');
    if (short !== undefined) {
      shortDays.add(cells.day[cell] ?? 0);
      return [infeasibility(title, short)];
    }
    const ideal = shortOfCell(supply, cell, 'ideal');
    return ideal === undefined ? [] : [warning(title, ideal)];
  });
  for (let day = 0; day < days; day += 1) {
    const requiredEmployees = countHeads(supply, day);
    if (requiredEmployees === 0 || shortDays.has(day)) continue;
    supply.budget.spend(employees * supply.instance.shifts);
    const present = [...job.employees.keys()].filter((employee) => supply.canWorkOn(employee, day)).length;
    const missingEmployees = requiredEmployees - present;
    if (missingEmployees <= 0) continue;
    const amounts = { requiredEmployees, missingEmployees, violatedProperties: ['MIN'] };
    results.push(infeasibility(title, { ...toDayLocation(supply.instance, day), ...amounts }));
  }
  return results;
}

function shortOfCell(supply: LaborSupply, cell: number, level: 'min' | 'ideal'): FeasibilityViolation | undefined {
  const { cells, competent, employees, job } = supply.instance;
  const wanted = cells[level][cell] ?? 0;
  if (wanted === 0) return undefined;
  const present = [...job.employees.keys()].filter((employee) => supply.canServe(employee, cell));
  supply.budget.spend(employees);
  const base = cells.base[cell] ?? 0;
  const heads = Math.max(0, wanted - present.length - base);
  const violatedProperties = [level === 'min' ? 'MIN' : 'IDEAL'];
  let most = heads;
  let worst: FeasibilityViolation | undefined =
    heads === 0 ? undefined : { requiredEmployees: wanted, missingEmployees: heads, violatedProperties };
  const from = cells.requirementFrom[cell] ?? 0;
  for (let own = from; level === 'min' && own < (cells.requirementFrom[cell + 1] ?? 0); own += 1) {
    const competency = cells.requirementCompetency[own] ?? 0;
    const count = cells.requirementMin[own] ?? 0;
    const able = present.filter((employee) => competent[competency * employees + employee] === 1).length;
    const missing = count - able - base;
    if (missing <= most) continue;
    most = missing;
    const requirement = job.demands[cell]?.requirements[own - from];
    const required = requirement === undefined ? {} : competenciesOf(requirement);
    worst = { requiredEmployees: count, missingEmployees: missing, ...required, violatedProperties };
  }
  return worst === undefined ? undefined : { ...toCellLocation(supply.instance, cell), ...worst };
}

/** The values required, and the personnel group if employees of it are required. */
function competenciesOf({ id, matchType, values }: AttributeRequirement): FeasibilityViolation {
  const isGroup = id === personnelGroupId && matchType !== 'NONE';
  return { competencies: [...new Set(values)], ...(isGroup ? { personnelGroup: values.join(', ') } : {}) };
}
