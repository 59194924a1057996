import type { RuleType } from '../types.js';
import { maxConsecutiveDays } from './max-consecutive-days.js';
import { maxHoursPerDay } from './max-hours-per-day.js';
import { maxHoursPerWeek } from './max-hours-per-week.js';
import { minRestHoursBetweenDays } from './min-rest-hours-between-days.js';
import { noOverlap } from './no-overlap.js';
import { notOnPublicHoliday } from './not-on-public-holiday.js';
import type { Rule } from './rule.js';

/** Every kind of rule (`time.gap.rule-types`); a further one is one file and one entry here. */
export const rules: Record<RuleType, Rule> = {
  max_hours_per_day: maxHoursPerDay,
  max_hours_per_week: maxHoursPerWeek,
  min_rest_hours_between_days: minRestHoursBetweenDays,
  max_consecutive_days: maxConsecutiveDays,
  no_overlap: noOverlap,
  not_on_public_holiday: notOnPublicHoliday,
};

/** Values that `ruleType` may have. */
export const ruleTypes: readonly string[] = Object.keys(rules);

/** Whether a text is a value of `ruleType`; others are to be refused (`time.gap.rule-types`). */
export function isRuleType(text: string): text is RuleType {
  return Object.hasOwn(rules, text);
}
