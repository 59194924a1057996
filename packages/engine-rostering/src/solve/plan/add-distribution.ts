import type { DistributionConstraint } from '../../model/constraint.js';
import { UNITS } from '../../model/instance.js';
import { tier } from '../plan.js';
import { daysFrom, type PlanDraft } from './plan-draft.js';

export function addDistribution(draft: PlanDraft, constraint: DistributionConstraint): void {
  const { instance, lead } = draft;
  const hours = constraint.target === 'HOURS';
  const amount = draft.amounts(constraint.shifts, (shift) => (hours ? (instance.shiftMinutes[shift] ?? 0) : 1));
  for (const { from, to } of constraint.periods) {
    const days = daysFrom(lead + from, lead + to);
    draft.spreads.push({
      counters: constraint.employees.map((employee) => draft.count({ employee, days, amount })),
      weight: constraint.weight * (hours ? 1 : UNITS),
      tier: constraint.strict ? tier.breach : tier.soft,
    });
  }
}
