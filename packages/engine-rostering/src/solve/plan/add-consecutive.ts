import type { ConsecutiveConstraint } from '../../model/constraint.js';
import { UNITS } from '../../model/instance.js';
import { tier } from '../plan.js';
import type { PlanDraft } from './plan-draft.js';

export function addConsecutive(draft: PlanDraft, constraint: ConsecutiveConstraint): void {
  draft.runs.push({
    employees: constraint.employees,
    member: draft.members(constraint.shifts),
    min: constraint.minDays ?? 0,
    max: constraint.maxDays ?? Number.POSITIVE_INFINITY,
    weight: UNITS * constraint.weight,
    tier: constraint.strict ? tier.breach : tier.soft,
  });
}
