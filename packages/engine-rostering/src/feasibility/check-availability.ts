import { computeRest } from '../model/allowed-mask.js';
import type { RosteringInstance } from '../model/instance.js';
import type { AttributeRequirement } from '../model/job.js';
import { createStartRoster } from '../score/score-roster.js';
import { computeStaffing } from '../score/staffing.js';
import { computeCoveringBound } from './covering-bound.js';
import { personnelGroupId, toCellLocation, toDayLocation } from './describe-violation.js';
import { type CheckResult, type FeasibilityViolation, infeasibility, warning } from './feasibility-types.js';
import { MaxFlow } from './max-flow.js';
import { type LaborSupply, listNeeds, type StaffingNeed } from './supply.js';

const title = 'Employee-availability-check';

/** A shortage: the number of missing employees, and the violation that reports it. */
interface Short {
  missing: number;
  violation: FeasibilityViolation;
}

/**
 * Runs the Employee-availability-check: finds cells with too few available employees, by heads and by competency. Also
 * finds groups of cells that need different employees (one shift a day, strict rest) and have too few for all of them
 * together, by a maximum flow from employees to cells. With time demand, it also computes a bound on the coverage by
 * the shifts of a day without exceeding the max of another slot.
 */
export function checkAvailability(supply: LaborSupply): CheckResult[] {
  const { cells } = supply.instance;
  const results: CheckResult[] = [];
  const shortOf = new Int32Array(cells.count);
  for (let cell = 0; cell < cells.count; cell += 1) {
    if ((supply.coverers[cell] ?? []).length === 0) continue;
    const short = shortOfCell(supply, cell, 'min');
    if (short !== undefined) {
      shortOf[cell] = short.missing;
      results.push(infeasibility(title, short.violation));
      continue;
    }
    const ideal = shortOfCell(supply, cell, 'ideal');
    if (ideal !== undefined) results.push(warning(title, ideal.violation));
  }
  const shortByDay = new Map<number, Short>();
  for (const group of findExclusiveGroups(supply)) {
    const short = shortOfGroup(supply, group, shortOf);
    const day = cells.day[group[0] ?? 0] ?? 0;
    if (short === undefined || (shortByDay.get(day)?.missing ?? 0) >= short.missing) continue;
    shortByDay.set(day, short);
  }
  const lockedStaff = computeStaffing(supply.instance, createStartRoster(supply.instance)).present;
  for (const [day, own] of slotsByDay(supply)) {
    if (shortByDay.has(day)) continue;
    const caps = own.map((cell) => {
      const most = Math.max(cells.max[cell] ?? 0, lockedStaff[cell] ?? 0);
      return most - (cells.base[cell] ?? 0);
    });
    const { critical, full, missing } = computeCoveringBound(supply, own, caps);
    if (missing === 0) continue;
    const requiredEmployees = Math.max(...critical.map((cell) => cells.min[cell] ?? 0));
    const violatedProperties = full.length > 0 ? ['MIN', 'MAX'] : ['MIN'];
    const amounts = { requiredEmployees, missingEmployees: missing, violatedProperties };
    shortByDay.set(day, { missing, violation: { ...segmentOf(supply, critical), ...amounts } });
  }
  for (const [day, { violation }] of shortByDay) {
    results.push(infeasibility(title, { ...toDayLocation(supply.instance, day), ...violation }));
  }
  return results;
}

/**
 * Returns the demanded slots of each day by start. Only for time demand, in which one assignment serves several cells.
 */
function slotsByDay({ coverers, instance }: LaborSupply): Map<number, number[]> {
  const { cells, job } = instance;
  const byDay = new Map<number, number[]>();
  for (let cell = 0; cell < cells.count && job.demandType === 'TIME_DEMAND'; cell += 1) {
    if ((coverers[cell] ?? []).length === 0) continue;
    const day = cells.day[cell] ?? 0;
    byDay.set(day, [...(byDay.get(day) ?? []), cell]);
  }
  for (const own of byDay.values()) own.sort((a, b) => (cells.start[a] ?? 0) - (cells.start[b] ?? 0));
  return byDay;
}

function shortOfCell(supply: LaborSupply, cell: number, level: 'min' | 'ideal'): Short | undefined {
  const { cells, competent, employees, job } = supply.instance;
  const wanted = cells[level][cell] ?? 0;
  if (wanted === 0) return undefined;
  const present = [...job.employees.keys()].filter((employee) => supply.canServe(employee, cell));
  supply.budget.spend(employees);
  const base = cells.base[cell] ?? 0;
  const heads = Math.max(0, wanted - present.length - base);
  const violatedProperties = [level === 'min' ? 'MIN' : 'IDEAL'];
  let worst: Short | undefined;
  if (heads > 0) {
    const violation = { requiredEmployees: wanted, missingEmployees: heads, violatedProperties };
    worst = { missing: heads, violation: { ...toCellLocation(supply.instance, cell), ...violation } };
  }
  const from = cells.requirementFrom[cell] ?? 0;
  for (let own = from; level === 'min' && own < (cells.requirementFrom[cell + 1] ?? 0); own += 1) {
    const competency = cells.requirementCompetency[own] ?? 0;
    const count = cells.requirementMin[own] ?? 0;
    const able = present.filter((employee) => competent[competency * employees + employee] === 1).length;
    const missing = count - able - base;
    if (missing <= (worst?.missing ?? 0)) continue;
    const required = competenciesOf([job.demands[cell]?.requirements[own - from]]);
    const violation = { requiredEmployees: count, missingEmployees: missing, ...required, violatedProperties };
    worst = { missing, violation: { ...toCellLocation(supply.instance, cell), ...violation } };
  }
  return worst;
}

/**
 * Computes the flow of employees to the group's needs. Returns the shortage in addition to those of the single cells.
 */
function shortOfGroup(supply: LaborSupply, group: readonly number[], shortOf: Int32Array): Short | undefined {
  const { cells, employees, job } = supply.instance;
  const needs = group.flatMap((cell) => listNeeds(supply.instance, cell, 'min'));
  const base = group.reduce((sum, cell) => sum + (cells.base[cell] ?? 0), 0);
  const wanted = needs.reduce((sum, need) => sum + need.count, 0);
  const { flow, unmet } = servedBy(supply, needs, employees);
  const missing = wanted - flow - base - group.reduce((sum, cell) => sum + (shortOf[cell] ?? 0), 0);
  if (missing <= 0) return undefined;
  const lacking = unmet.filter(({ competency }) => competency >= 0);
  const required = lacking.map(({ cell, requirement }) => job.demands[cell]?.requirements[requirement]);
  return {
    missing,
    violation: {
      ...segmentOf(supply, group),
      requiredEmployees: wanted,
      missingEmployees: missing,
      ...competenciesOf(required),
      violatedProperties: ['MIN'],
    },
  };
}

function servedBy(
  supply: LaborSupply,
  needs: readonly StaffingNeed[],
  employees: number,
): { flow: number; unmet: StaffingNeed[] } {
  const { competent } = supply.instance;
  const network = new MaxFlow();
  const sinks = needs.map(({ count }) => {
    const node = network.addNode();
    return { node, edge: network.addEdge(node, 1, count) };
  });
  for (let employee = 0; employee < employees; employee += 1) {
    const node = network.addNode();
    network.addEdge(0, node, 1);
    needs.forEach(({ cell, competency }, index) => {
      if (competency >= 0 && competent[competency * employees + employee] === 0) return;
      if (supply.canServe(employee, cell)) network.addEdge(node, sinks[index]?.node ?? 1, 1);
    });
  }
  supply.budget.spend(employees * needs.length * 4);
  const flow = network.run();
  return { flow, unmet: needs.filter(({ count }, index) => network.flowOf(sinks[index]?.edge ?? 0) < count) };
}

/** Returns the required values and, if the missing competency is a personnel group, that group. */
function competenciesOf(
  requirements: readonly (AttributeRequirement | undefined)[],
): Pick<FeasibilityViolation, 'competencies' | 'personnelGroup'> {
  const lacking = requirements.filter((requirement) => requirement !== undefined);
  const group = lacking.find(({ id, matchType }) => id === personnelGroupId && matchType !== 'NONE');
  return {
    ...(lacking.length > 0 ? { competencies: [...new Set(lacking.flatMap(({ values }) => values))] } : {}),
    ...(group === undefined ? {} : { personnelGroup: group.values.join(', ') }),
  };
}

/** Describes a group of several cells by its day and the time from its first start to its last end. */
function segmentOf(supply: LaborSupply, group: readonly number[]): FeasibilityViolation {
  const first = toCellLocation(supply.instance, group[0] ?? 0);
  const last = toCellLocation(supply.instance, group.at(-1) ?? 0);
  const startTime = first.startTime ?? first.demandSegment?.startTime;
  const endTime = last.endTime ?? last.demandSegment?.endTime;
  return startTime === undefined || endTime === undefined ? {} : { startTime, endTime };
}

/** Finds groups of demanded cells of which one employee can serve only one. */
function findExclusiveGroups(supply: LaborSupply): number[][] {
  const { instance } = supply;
  const { cells } = instance;
  const excludes = exclusion(supply);
  const byStart = Array.from({ length: cells.count }, (_, cell) => cell)
    .filter((cell) => (cells.min[cell] ?? 0) > 0 && (supply.coverers[cell] ?? []).length > 0)
    .sort((a, b) => (cells.start[a] ?? 0) - (cells.start[b] ?? 0) || (cells.min[b] ?? 0) - (cells.min[a] ?? 0));
  return byStart.flatMap((first, position) => {
    const group = [first];
    for (let next = position + 1; next < byStart.length; next += 1) {
      const cell = byStart[next] ?? 0;
      if ((cells.day[cell] ?? 0) - (cells.day[first] ?? 0) > 1) break;
      if (group.every((taken) => excludes(taken, cell))) group.push(cell);
    }
    return group.length > 1 ? [group] : [];
  });
}

/**
 * Returns whether no employee can serve both cells; the result is cached for equal pairs of targets at the same
 * distance.
 */
function exclusion(supply: LaborSupply): (a: number, b: number) => boolean {
  const { budget, coverers, instance } = supply;
  const { cells } = instance;
  const rest = commonRest(instance);
  const known = new Map<number, boolean>();
  const targets = instance.job.demandType === 'TIME_DEMAND' ? instance.job.timeSlots.length : instance.shifts;
  const widest = Math.max(...instance.offsets.map(Math.abs));
  /** Cells near the edges are covered by fewer days, so they have separate cache keys. */
  const edgeOf = (cell: number): number => {
    const day = cells.day[cell] ?? 0;
    return Math.min(day, widest) * (widest + 1) + Math.min(instance.days - 1 - day, widest);
  };
  return (a, b) => {
    const apart = (cells.day[b] ?? 0) - (cells.day[a] ?? 0);
    const pair = (cells.target[a] ?? 0) * targets + (cells.target[b] ?? 0);
    const edges = (widest + 1) ** 2;
    const key = ((pair * 3 + apart + 1) * edges + edgeOf(a)) * edges + edgeOf(b);
    budget.spend(1);
    const judged = known.get(key);
    if (judged !== undefined) return judged;
    const covering = [coverers[a] ?? [], coverers[b] ?? []] as const;
    budget.spend(covering[0].length * covering[1].length);
    const both = covering[0].some((one) => covering[1].some((other) => compatible(instance, rest, one, other)));
    known.set(key, !both);
    return !both;
  };
}

function compatible(instance: RosteringInstance, rest: Int32Array, one: number, other: number): boolean {
  if (one === other) return true;
  const { overlap, reach, shifts } = instance;
  const apart = Math.floor(other / shifts) - Math.floor(one / shifts);
  if (apart === 0) return false;
  const [a, b] = apart > 0 ? [one % shifts, other % shifts] : [other % shifts, one % shifts];
  const days = Math.abs(apart);
  if (days <= reach && overlap[((days - 1) * shifts + a) * shifts + b] === 1) return false;
  return computeRest(instance, a, b, days) >= (rest[a] ?? 0);
}

/** Returns for each shift the strict rest after it that applies to every employee. */
function commonRest(instance: RosteringInstance): Int32Array {
  const { constraints, employees, shifts } = instance;
  const rest = new Int32Array(shifts);
  for (let shift = 0; shift < shifts; shift += 1) {
    const own = new Int32Array(employees);
    for (const constraint of constraints) {
      if (constraint.family !== 'restBetweenShifts' || !constraint.strict || constraint.shifts[shift] !== 1) continue;
      for (const employee of constraint.employees) {
        own[employee] = Math.max(own[employee] ?? 0, constraint.restMinutes);
      }
    }
    rest[shift] = own.reduce((least, minutes) => Math.min(least, minutes), Number.POSITIVE_INFINITY);
  }
  return rest;
}
