import { costUnits, freeShift, type RosteringInstance } from '../../model/instance.js';
import type { CoverNeed, CoverRule } from '../plan.js';
import type { PlanDraft } from './plan-draft.js';

/** Creates the demand cells as covers, in the same order. */
export function createCoverRules(instance: RosteringInstance, { lead }: PlanDraft): CoverRule[] {
  const { cells, demandWeights, shifts, coverFrom, coverCell } = instance;
  const days = Array.from({ length: cells.count }, (): number[] => []);
  const shiftsOf = Array.from({ length: cells.count }, (): number[] => []);
  for (let key = 0; key < instance.days * shifts; key += 1) {
    for (let at = coverFrom[key] ?? 0; at < (coverFrom[key + 1] ?? 0); at += 1) {
      const cell = coverCell[at] ?? 0;
      days[cell]?.push(lead + Math.floor(key / shifts));
      shiftsOf[cell]?.push((key % shifts) + 1);
    }
  }
  const locked = lockedHeads(instance);
  return days.map((daysOfCell, cell) => {
    const priority = costUnits * (cells.priority[cell] ?? 1);
    const max = cells.max[cell] ?? 0;
    return {
      days: daysOfCell,
      shifts: shiftsOf[cell] ?? [],
      base: cells.base[cell] ?? 0,
      min: cells.min[cell] ?? 0,
      ideal: cells.ideal[cell] ?? 0,
      max,
      limit: Math.max(max, locked[cell] ?? 0),
      missing: costUnits,
      below: priority * demandWeights.min,
      toIdeal: priority * demandWeights.ideal,
      above: priority * demandWeights.max,
      tooMany: priority * demandWeights.min,
      needs: needsOf(instance, cell),
    };
  });
}

function needsOf(instance: RosteringInstance, cell: number): CoverNeed[] {
  const { cells, competent, employees } = instance;
  const needs: CoverNeed[] = [];
  for (let at = cells.requirementFrom[cell] ?? 0; at < (cells.requirementFrom[cell + 1] ?? 0); at += 1) {
    const competency = cells.requirementCompetency[at] ?? 0;
    const members = competent.subarray(competency * employees, (competency + 1) * employees);
    const base = instance.doubleLocks.filter(
      ({ employee, day, shift }) => members[employee] === 1 && covers(instance, day, shift, cell),
    ).length;
    needs.push({ low: cells.requirementMin[at] ?? 0, members, base });
  }
  return needs;
}

function covers(instance: RosteringInstance, day: number, shift: number, cell: number): boolean {
  const key = day * instance.shifts + shift;
  return instance.coverCell.subarray(instance.coverFrom[key], instance.coverFrom[key + 1]).includes(cell);
}

/** Heads that locked work puts into each cell. */
function lockedHeads(instance: RosteringInstance): Int32Array {
  const heads = instance.cells.base.slice();
  instance.locked.forEach((shift, at) => {
    if (shift === freeShift) return;
    const key = (at % instance.days) * instance.shifts + shift;
    for (let place = instance.coverFrom[key] ?? 0; place < (instance.coverFrom[key + 1] ?? 0); place += 1) {
      const cell = instance.coverCell[place] ?? 0;
      heads[cell] = (heads[cell] ?? 0) + 1;
    }
  });
  return heads;
}
