import { listCoveredCells, type Roster, type RosteringInstance } from '../model/instance.js';

/** The number of employees per cell, and of matching employees per requirement. */
export interface Staffing {
  present: Int32Array;
  matching: Int32Array;
}

/** Counts who covers each cell, including second locked shifts of a day. */
export function computeStaffing(instance: RosteringInstance, roster: Roster): Staffing {
  const { cells, competent, days, employees } = instance;
  const present = new Int32Array(cells.count);
  const matching = new Int32Array(cells.requirementMin.length);
  const add = (employee: number, day: number, shift: number): void => {
    for (const cell of listCoveredCells(instance, day, shift)) {
      present[cell] = (present[cell] ?? 0) + 1;
      for (let own = cells.requirementFrom[cell] ?? 0; own < (cells.requirementFrom[cell + 1] ?? 0); own += 1) {
        const competency = cells.requirementCompetency[own] ?? 0;
        if (competent[competency * employees + employee] === 1) matching[own] = (matching[own] ?? 0) + 1;
      }
    }
  };
  roster.forEach((shift, at) => {
    if (shift >= 0) add(Math.floor(at / days), at % days, shift);
  });
  for (const { employee, day, shift } of instance.doubleLocks) add(employee, day, shift);
  return { present, matching };
}

/** Computes the shortage of a cell. One more employee can fix several shortages, so they are not added up. */
export function computeCellShortage(instance: RosteringInstance, { present, matching }: Staffing, cell: number) {
  const { min, requirementFrom, requirementMin } = instance.cells;
  const here = present[cell] ?? 0;
  const wanted = min[cell] ?? 0;
  // Indexes into the cell's own requirements, with the number of missing matching employees.
  const requirements: { index: number; missing: number }[] = [];
  let missing = Math.max(0, wanted - here);
  const from = requirementFrom[cell] ?? 0;
  const to = wanted === 0 && here === 0 ? from : (requirementFrom[cell + 1] ?? 0);
  for (let own = from; own < to; own += 1) {
    const short = (requirementMin[own] ?? 0) - (matching[own] ?? 0);
    if (short <= 0) continue;
    requirements.push({ index: own - from, missing: short });
    missing = Math.max(missing, short);
  }
  return { missing, requirements };
}
