import type { RosteringInstance } from '../model/instance.js';
import type { Staffing } from './staffing.js';

/** The shortage of a cell below its min and requirements. `missing` is the largest of the others. */
interface CellShortage {
  missing: number;
  /** Employees missing below min. */
  heads: number;
  /** Index into the cell's own requirements, and how many matching employees are missing. */
  requirements: { index: number; missing: number }[];
}

/** Computes the shortage of a cell. One more employee can fix several shortages, so they are not added up. */
export function computeCellShortage(
  instance: RosteringInstance,
  { present, matching }: Staffing,
  cell: number,
): CellShortage {
  const { min, requirementFrom, requirementMin } = instance.cells;
  const here = present[cell] ?? 0;
  const wanted = min[cell] ?? 0;
  const heads = Math.max(0, wanted - here);
  const requirements: CellShortage['requirements'] = [];
  let missing = heads;
  const from = requirementFrom[cell] ?? 0;
  const to = wanted === 0 && here === 0 ? from : (requirementFrom[cell + 1] ?? 0);
  for (let own = from; own < to; own += 1) {
    const short = (requirementMin[own] ?? 0) - (matching[own] ?? 0);
    if (short <= 0) continue;
    requirements.push({ index: own - from, missing: short });
    missing = Math.max(missing, short);
  }
  return { missing, heads, requirements };
}
