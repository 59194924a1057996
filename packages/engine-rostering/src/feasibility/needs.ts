import type { RosteringInstance } from '../model/instance.js';

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
 * Lists the parts of a cell's demand that need different employees: requirements of which no employee can meet two,
 * then the rest.
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
    const shared = needs.some((need) => {
      for (let employee = 0; employee < employees; employee += 1) {
        if (competent[need.competency * employees + employee] === 0) continue;
        if (competent[competency * employees + employee] === 1) return true;
      }
      return false;
    });
    if (count === 0 || shared) continue;
    needs.push({ cell, count, competency, requirement: own - from });
    parts += count;
  }
  if (wanted > parts) needs.push({ cell, count: wanted - parts, competency: -1, requirement: -1 });
  return needs;
}
