import { exceeds, groupRecords, intervalOf, type Rule, type Violation } from './rule.js';

/**
 * Hours from the last end of a day to the first start of the employee's next day below `value`
 * (`time.gap.rule-types`). An end before its start lies after midnight. Records without times do not count.
 */
export const minRestHoursBetweenDays: Rule = {
  ruleType: 'min_rest_hours_between_days',
  check(records, value) {
    const timed = records.flatMap((record) => {
      const interval = intervalOf(record);
      return interval === undefined ? [] : [{ record, ...interval }];
    });
    const times = new Map(timed.map((entry) => [entry.record, entry]));
    const days = [
      ...groupRecords(
        timed.map(({ record }) => record),
        ({ day }) => day,
      ),
    ];
    const violations: Violation[] = [];
    for (const [index, [day, today]] of days.entries()) {
      const [nextDay, tomorrow] = days[index + 1] ?? [];
      if (nextDay === undefined || tomorrow === undefined) continue;
      const last = today.reduce((a, b) => ((times.get(b)?.end ?? 0) > (times.get(a)?.end ?? 0) ? b : a));
      const first = tomorrow.reduce((a, b) => ((times.get(b)?.start ?? 0) < (times.get(a)?.start ?? 0) ? b : a));
      const rest = 24 * (nextDay - day) + (times.get(first)?.start ?? 0) - (times.get(last)?.end ?? 0);
      if (exceeds(value, rest)) violations.push({ records: [last, first], fields: ['endTime', 'startTime'] });
    }
    return violations;
  },
};
