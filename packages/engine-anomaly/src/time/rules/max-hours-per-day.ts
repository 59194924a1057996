import { groupRecords, type Rule, sumsAbove } from './rule.js';

/** Hours of work per employee and date above `value` (`time.rule.max-hours-per-day`). */
export const maxHoursPerDay: Rule = {
  ruleType: 'max_hours_per_day',
  check: (records, value) =>
    sumsAbove(
      groupRecords(records, ({ day }) => day),
      value,
    ),
};
