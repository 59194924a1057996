import type { RuleType, TimeRecord } from '../types.js';
import { workHours } from '../work-hours.js';

/** A registration or plan that rules are checked on. */
export interface RuleRecord {
  /** `registrationId` or `planId`. */
  id: string;
  /** Days from 1970-01-01. */
  day: number;
  record: TimeRecord;
}

/** One way in which a rule is violated: all records involved, and the fields that show it. */
export interface Violation {
  records: RuleRecord[];
  fields: string[];
}

/** A kind of rule. `check` sees the records of one employee, ordered by day and start. */
export interface Rule {
  ruleType: RuleType;
  check(records: readonly RuleRecord[], value: number): Violation[];
}

/** Hours of work of a record, 0 when they are not known (`time.gap.required-fields`). */
export function hoursOf({ record }: RuleRecord): number {
  return workHours(record) ?? 0;
}

/**
 * Hours that count as nothing, 3.6 seconds: minutes as decimal hours are rounded (20 minutes are 0.3333), and the sum of
 * such numbers must not break a rule that the minutes keep.
 */
const tolerance = 0.001;

/** Whether hours are above a bound, by more than the rounding of decimal hours. */
export function exceeds(hours: number, bound: number): boolean {
  return hours - bound > tolerance;
}

/** Records grouped by a number, in their order. */
export function groupRecords(
  records: readonly RuleRecord[],
  by: (record: RuleRecord) => number,
): Map<number, RuleRecord[]> {
  const groups = new Map<number, RuleRecord[]>();
  for (const record of records) {
    const key = by(record);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [record]);
    else group.push(record);
  }
  return groups;
}

/** Violations of a bound on the sum of hours in each group. */
export function sumsAbove(groups: Map<number, RuleRecord[]>, value: number): Violation[] {
  return [...groups.values()].flatMap((records) => {
    const hours = records.reduce((sum, record) => sum + hoursOf(record), 0);
    return exceeds(hours, value) ? [{ records, fields: ['workDuration'] }] : [];
  });
}

/** Start and end in hours, the end after midnight as 24 and more; undefined when one of them is not given. */
export function intervalOf({ record }: RuleRecord): { start: number; end: number } | undefined {
  const { startTime: start, endTime: end } = record;
  if (start == null || end == null || start < 0 || end < 0) return undefined;
  return { start, end: end < start ? end + 24 : end };
}
