import { weekOf } from '../calendar.js';
import { groupRecords, type Rule, sumsAbove } from './rule.js';

/** Hours of work per employee and ISO week, Monday to Sunday, above `value` (`time.gap.rule-types`). */
export const maxHoursPerWeek: Rule = {
  ruleType: 'max_hours_per_week',
  check: (records, value) =>
    sumsAbove(
      groupRecords(records, ({ day }) => weekOf(day)),
      value,
    ),
};
