import { exceeds, hoursOf, type Rule } from './rule.js';

/** Work of more than `value` hours with `publicHoliday` true, each record by itself (`time.gap.rule-types`). */
export const notOnPublicHoliday: Rule = {
  ruleType: 'not_on_public_holiday',
  check: (records, value) =>
    records
      .filter((record) => record.record.publicHoliday === true && exceeds(hoursOf(record), value))
      .map((record) => ({ records: [record], fields: ['workDuration', 'publicHoliday'] })),
};
