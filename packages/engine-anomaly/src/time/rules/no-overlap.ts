import { exceeds, groupRecords, intervalOf, type Rule, type RuleRecord, type Violation } from './rule.js';

/** Instances that can be told; thousands of records at the same time of one day have millions of pairs. */
const mostPairs = 50_000;

/**
 * Two records of an employee and date whose times overlap by more than `value` hours (`time.gap.rule-types`); each pair is
 * an instance.
 *
 * @throws RangeError from the `check` when an employee has more than 50,000 overlapping pairs
 */
export const noOverlap: Rule = {
  ruleType: 'no_overlap',
  check(records, value) {
    const violations: Violation[] = [];
    for (const today of groupRecords(records, ({ day }) => day).values()) {
      const timed = today.flatMap((record) => {
        const interval = intervalOf(record);
        return interval === undefined ? [] : [{ record, ...interval }];
      });
      for (const [index, one] of timed.entries()) {
        for (const other of timed.slice(index + 1)) {
          const overlap = Math.min(one.end, other.end) - Math.max(one.start, other.start);
          // Ordered by start: all that follow begin later still.
          if (other.start >= one.end) break;
          if (overlap > 0 && exceeds(overlap, value)) {
            if (violations.length === mostPairs) throw tooMany(one.record);
            violations.push({ records: [one.record, other.record], fields: ['startTime', 'endTime'] });
          }
        }
      }
    }
    return violations;
  },
};

function tooMany({ record }: RuleRecord): RangeError {
  const { employeeId, date } = record;
  return new RangeError(
    `Employee ${employeeId} has more than ${mostPairs} overlapping pairs of registrations up to ${date}. Send fewer at once, or leave the rule no_overlap out.`,
  );
}
