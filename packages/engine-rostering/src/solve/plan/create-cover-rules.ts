import { costUnits, listCoveredCells, type RosteringInstance } from '../../model/instance.js';
import { createStartRoster } from '../../score/score-roster.js';
import { computeStaffing } from '../../score/staffing.js';
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
  const locked = computeStaffing(instance, createStartRoster(instance)).present;
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
      ({ employee, day, shift }) => members[employee] === 1 && listCoveredCells(instance, day, shift).includes(cell),
    ).length;
    needs.push({ low: cells.requirementMin[at] ?? 0, members, base });
  }
  return needs;
}
