import type { UtilizationConstraint } from '../../model/constraint.js';
import { UNITS } from '../../model/instance.js';
import { type Tier, tier } from '../plan.js';
import { daysFrom, type PlanDraft } from './plan-draft.js';

/** Hours and shifts of a period; a strict lower bound counts as a shortage: work fills it, and no work breaks it. */
export function addUtilization(draft: PlanDraft, constraint: UtilizationConstraint): void {
  const { instance, lead } = draft;
  const { weight, strict, minMinutes, maxMinutes, minShifts, maxShifts } = constraint;
  const minutes = draft.amounts(constraint.shifts, (shift) => instance.shiftMinutes[shift] ?? 0);
  const ones = draft.amounts(constraint.shifts, () => 1);
  const tiers: { lowTier: Tier; highTier: Tier } = strict
    ? { lowTier: tier.shortage, highTier: tier.breach }
    : { lowTier: tier.soft, highTier: tier.soft };
  for (const employee of constraint.employees) {
    for (const { from, to, whole } of constraint.periods) {
      const days = daysFrom(lead + from, lead + to);
      const add = (amount: Float64Array, unit: number, min: number | null, max: number | null): void => {
        const low = whole && min !== null ? min : Number.NEGATIVE_INFINITY;
        const high = max ?? Number.POSITIVE_INFINITY;
        if (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY) return;
        const cost = unit * weight;
        draft.count({ employee, days, amount, low, high, lowWeight: cost, highWeight: cost, ...tiers });
      };
      add(minutes, 1, minMinutes, maxMinutes);
      add(ones, UNITS, minShifts, maxShifts);
    }
  }
}
