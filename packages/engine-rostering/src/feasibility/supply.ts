import { freeShift, type RosteringInstance } from '../model/instance.js';
import type { CheckBudget } from './feasibility-types.js';

/** The cells that each employee could serve, regardless of other work. */
export interface LaborSupply {
  readonly instance: RosteringInstance;
  /** Per cell: the assignments `day * shifts + shift` that cover it. */
  readonly coverers: readonly (readonly number[])[];
  /** True if the employee could take, or is locked to, the assignment. */
  canWork(employee: number, at: number): boolean;
  canServe(employee: number, cell: number): boolean;
  canWorkOn(employee: number, day: number): boolean;
  /** Maximum number of employees per cell, including second locked shifts of a day. */
  readonly able: Int32Array;
  readonly budget: CheckBudget;
}

/** Prepares the lookups of the checks, and charges their cost to the budget. */
export function computeSupply(instance: RosteringInstance, budget: CheckBudget): LaborSupply {
  const { allowed, cells, coverCell, coverFrom, days, locked, shifts } = instance;
  const coverers: number[][] = Array.from({ length: cells.count }, () => []);
  for (let at = 0; at < days * shifts; at += 1) {
    for (let next = coverFrom[at] ?? 0; next < (coverFrom[at + 1] ?? 0); next += 1) {
      coverers[coverCell[next] ?? 0]?.push(at);
    }
  }
  const second = new Set(instance.doubleLocks.map(({ employee, day, shift }) => `${employee}/${day * shifts + shift}`));
  const canWork = (employee: number, at: number): boolean => {
    const lock = locked[employee * days + Math.floor(at / shifts)] ?? freeShift;
    if (lock !== freeShift) return lock === at % shifts || second.has(`${employee}/${at}`);
    return allowed[employee * days * shifts + at] === 1;
  };
  const canServe = (employee: number, cell: number): boolean =>
    (coverers[cell] ?? []).some((at) => canWork(employee, at));
  const canWorkOn = (employee: number, day: number): boolean => {
    for (let at = day * shifts; at < (day + 1) * shifts; at += 1) if (canWork(employee, at)) return true;
    return false;
  };
  const able = Int32Array.from(cells.base);
  for (let cell = 0; cell < cells.count; cell += 1) {
    budget.spend(instance.employees * (coverers[cell] ?? []).length);
    for (let employee = 0; employee < instance.employees; employee += 1) {
      if (canServe(employee, cell)) able[cell] = (able[cell] ?? 0) + 1;
    }
  }
  return { instance, coverers, able, budget, canWork, canServe, canWorkOn };
}

/** A part of a cell's demand: any employees, or employees with a competency. */
export interface StaffingNeed {
  cell: number;
  count: number;
  /** Index into `instance.competent`, -1 for anyone. */
  competency: number;
  /** Index of the requirement in the demand, -1 for anyone. */
  requirement: number;
}

/**
 * Lists the parts of a cell's demand that need different employees: requirements that no employee shares, then the
 * rest.
 */
export function listNeeds(instance: RosteringInstance, cell: number, level: 'min' | 'ideal'): StaffingNeed[] {
  const { cells, competent, employees } = instance;
  const wanted = cells[level][cell] ?? 0;
  const needs: StaffingNeed[] = [];
  let parts = 0;
  const from = cells.requirementFrom[cell] ?? 0;
  const to = wanted === 0 ? from : (cells.requirementFrom[cell + 1] ?? 0);
  for (let own = from; own < to; own += 1) {
    const count = cells.requirementMin[own] ?? 0;
    const competency = cells.requirementCompetency[own] ?? 0;
    const able = competent.subarray(competency * employees, (competency + 1) * employees);
    const shared = needs.some((need) =>
      able.some((is, employee) => is === 1 && competent[need.competency * employees + employee] !== 0),
    );
    if (count === 0 || shared) continue;
    needs.push({ cell, count, competency, requirement: own - from });
    parts += count;
  }
  if (wanted > parts) needs.push({ cell, count: wanted - parts, competency: -1, requirement: -1 });
  return needs;
}
