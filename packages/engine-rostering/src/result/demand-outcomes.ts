import type { RosteringInstance } from '../model/instance.js';
import type { Staffing } from '../score/staffing.js';

function eachLevel<T>(of: (level: 'min' | 'ideal' | 'max') => T): Record<'min' | 'ideal' | 'max', T> {
  return { min: of('min'), ideal: of('ideal'), max: of('max') };
}

/** Computes demanded and assigned head counts. The other demand type is all zeros (rostering.gap.fulfillment-unit). */
export function computeDemandFulfillment({ cells, job }: RosteringInstance, { present }: Staffing) {
  const used = eachLevel((level) => {
    let demand = 0;
    let assigned = 0;
    for (let cell = 0; cell < cells.count; cell += 1) {
      demand += cells[level][cell] ?? 0;
      assigned += Math.min(present[cell] ?? 0, cells[level][cell] ?? 0);
    }
    return { demand, assigned };
  });
  const unused = eachLevel(() => ({ demand: 0, assigned: 0 }));
  const time = job.demandType === 'TIME_DEMAND';
  return { shiftDemand: time ? unused : used, timeDemand: time ? used : unused };
}

/** Counts the cells by the first outcome that matches, in this order (rostering.gap.wall-outcome-meaning). */
export function computeWallDemandOutcome({ cells }: RosteringInstance, { present }: Staffing) {
  const outcome = { lessThanMin: 0, min: 0, minIdeal: 0, ideal: 0, maxIdeal: 0, max: 0 };
  for (let cell = 0; cell < cells.count; cell += 1) {
    const here = present[cell] ?? 0;
    const min = cells.min[cell] ?? 0;
    const ideal = cells.ideal[cell] ?? 0;
    const max = cells.max[cell] ?? 0;
    if (here < min) outcome.lessThanMin += 1;
    else if (here === ideal) outcome.ideal += 1;
    else if (here === min) outcome.min += 1;
    else if (here < ideal) outcome.minIdeal += 1;
    else if (here < max) outcome.maxIdeal += 1;
    else outcome.max += 1;
  }
  return outcome;
}

/**
 * Computes the demanded and planned hours on the counted days, limited in each cell
 * (rostering.gap.fte-outcome-meaning).
 */
export function computeFteDemandOutcome({ cells, job }: RosteringInstance, { present }: Staffing) {
  return eachLevel((level) => {
    let target = 0;
    let planned = 0;
    for (let cell = 0; cell < cells.count; cell += 1) {
      const day = cells.day[cell] ?? 0;
      if (day < job.fteFrom || day > job.fteTo) continue;
      const wanted = cells[level][cell] ?? 0;
      const minutes = cells.minutes[cell] ?? 0;
      target += wanted * minutes;
      planned += Math.min(present[cell] ?? 0, wanted) * minutes;
    }
    return { target: target / 60, planned: planned / 60 };
  });
}

/** Computes the ideal demand of shifts and their assignments. With time demand, all values are zero. */
export function computeTotalFulfillment({ cells, job }: RosteringInstance, { present }: Staffing) {
  let requestedMinutes = 0;
  let requested = 0;
  let plannedMinutes = 0;
  let planned = 0;
  for (let cell = 0; cell < cells.count && job.demandType === 'SHIFT_DEMAND'; cell += 1) {
    const minutes = cells.minutes[cell] ?? 0;
    requested += cells.ideal[cell] ?? 0;
    requestedMinutes += (cells.ideal[cell] ?? 0) * minutes;
    planned += present[cell] ?? 0;
    plannedMinutes += (present[cell] ?? 0) * minutes;
  }
  return {
    requestedHours: requestedMinutes / 60,
    requestedShiftAssignments: requested,
    plannedHours: plannedMinutes / 60,
    plannedShiftAssignments: planned,
  };
}
