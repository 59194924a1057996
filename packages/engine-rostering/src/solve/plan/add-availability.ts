import { countsForDay } from '../../model/allowed-mask.js';
import type { AvailabilityConstraint } from '../../model/constraint.js';
import { costUnits } from '../../model/instance.js';
import { listDaysFrom, type PlanDraft } from './plan-draft.js';

/** Adds the soft constraints. Strict ones need no rule, because the cells exclude their shifts. */
export function addAvailability(draft: PlanDraft, constraint: AvailabilityConstraint): void {
  if (constraint.strict) return;
  if (constraint.window === null) addWholeDays(draft, constraint);
  else addWindows(draft, constraint);
}

function addWholeDays(draft: PlanDraft, constraint: AvailabilityConstraint): void {
  const cost = costUnits * constraint.weight;
  const members = draft.members(constraint.shifts);
  for (const employee of constraint.employees) {
    for (const { from, to } of constraint.periods) {
      for (let day = from; day < to; day += 1) {
        members.forEach((member, shift) => {
          if ((member === 1) !== constraint.isDesired) draft.wish(employee, day, shift, cost);
        });
      }
    }
  }
}

/** A day counts as worked when an assignment of this or a neighbouring day works in its window. */
function addWindows(draft: PlanDraft, constraint: AvailabilityConstraint): void {
  const { lead } = draft;
  const offsets = draft.instance.offsets.map((offset) => -offset).reverse();
  const memberAt = offsets.map((offset) => {
    const members = draft.members(constraint.shifts);
    return members.map((member, shift) =>
      member === 1 && countsForDay(draft.instance, constraint, shift - 1, -offset) ? 1 : 0,
    );
  });
  const used = offsets.map((_, index) => index).filter((index) => memberAt[index]?.includes(1));
  for (const employee of constraint.employees) {
    for (const { from, to } of constraint.periods) {
      const weight = costUnits * constraint.weight;
      const counter = draft.count(
        constraint.isDesired
          ? { employee, days: [], low: to - from, lowWeight: weight }
          : { employee, days: [], high: 0, highWeight: weight },
      );
      for (const day of listDaysFrom(lead + from, lead + to)) {
        const places = used.filter((index) => {
          const at = day + (offsets[index] ?? 0);
          return at >= lead && at < draft.days;
        });
        draft.blocks.push({
          employee,
          counter,
          days: places.map((index) => day + (offsets[index] ?? 0)),
          members: places.map((index) => memberAt[index] ?? new Uint8Array(draft.width)),
        });
      }
    }
  }
}
