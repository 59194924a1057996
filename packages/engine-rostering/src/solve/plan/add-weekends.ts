import type { WeekendConstraint } from '../../model/constraint.js';
import { UNITS } from '../../model/instance.js';
import { tier } from '../plan.js';
import type { PlanDraft } from './plan-draft.js';

export function addWeekends(draft: PlanDraft, constraint: WeekendConstraint): void {
  const { instance, lead } = draft;
  const member = draft.members(constraint.shifts);
  const weekends = new Map<number, number[]>();
  instance.weekend.forEach((weekend, day) => {
    if (weekend < 0) return;
    const days = weekends.get(weekend) ?? [];
    days.push(day);
    weekends.set(weekend, days);
  });
  for (const employee of constraint.employees) {
    for (const { from, to } of constraint.periods) {
      const counter = draft.count({
        employee,
        days: [],
        high: constraint.maxWorkedWeekends,
        highWeight: UNITS * constraint.weight,
        highTier: constraint.strict ? tier.breach : tier.soft,
      });
      for (const days of weekends.values()) {
        const first = days[0] ?? -1;
        if (first < from || first >= to) continue;
        draft.blocks.push({ employee, counter, days: days.map((day) => lead + day), members: days.map(() => member) });
      }
    }
  }
}
