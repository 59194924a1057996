import { groupRecords, hoursOf, type Rule, type RuleRecord, type Violation } from './rule.js';

/** Days with work in an unbroken run, more than `value` (`time.gap.rule-types`). A day has work when its hours are above 0. */
export const maxConsecutiveDays: Rule = {
  ruleType: 'max_consecutive_days',
  check(records, value) {
    const violations: Violation[] = [];
    let run: RuleRecord[] = [];
    let length = 0;
    let last = Number.NEGATIVE_INFINITY;
    const close = () => {
      if (length > value) violations.push({ records: run, fields: ['date'] });
    };
    for (const [day, today] of groupRecords(records, (record) => record.day)) {
      const working = today.filter((record) => hoursOf(record) > 0);
      if (today.reduce((sum, record) => sum + hoursOf(record), 0) <= 0 || working.length === 0) continue;
      if (day !== last + 1) {
        close();
        run = [];
        length = 0;
      }
      run.push(...working);
      length += 1;
      last = day;
    }
    close();
    return violations;
  },
};
