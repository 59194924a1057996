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
  /** Per cell: at most this many can be there, second locked shifts of a day included. */
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

/** Different employees that the day needs at least: all its shifts, or the fullest of its slots. */
export function countHeads({ coverers, instance }: LaborSupply, day: number): number {
  const { cells, job, shifts } = instance;
  let sum = 0;
  let most = 0;
  for (let cell = 0; cell < cells.count; cell += 1) {
    const own = coverers[cell] ?? [];
    // Only demand that no employee can cover but one who works on this day.
    if (own.length === 0 || own.some((at) => Math.floor(at / shifts) !== day)) continue;
    const wanted = Math.max(0, (cells.min[cell] ?? 0) - (cells.base[cell] ?? 0));
    sum += wanted;
    most = Math.max(most, wanted);
  }
  return job.demandType === 'SHIFT_DEMAND' ? sum : most;
}
