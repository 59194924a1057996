import { toDayNumber, toWeekNumber } from '../calendar.js';
import { computeWorkHours } from '../time-row.js';
import type { RuleType, TimePlan, TimeRecord, TimeRegistration } from '../types.js';

/** A registration or plan to check. */
export interface RuleRecord {
  /** `registrationId` or `planId`. */
  readonly id: string;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly record: TimeRecord;
  /** Hours of work, 0 if unknown (`time.gap.required-fields`). */
  readonly hours: number;
  /** Start and end in hours. An end after midnight is 24 or more. Undefined if one of them is missing. */
  readonly span: { readonly start: number; readonly end: number } | undefined;
}

type TimedRecord = RuleRecord & { readonly span: { readonly start: number; readonly end: number } };

/** The records involved in one violation, and the fields that show it. */
interface Violation {
  readonly records: RuleRecord[];
  readonly fields: string[];
}

/** Finds the violations of a rule in the records of one employee, ordered by day and start. */
type Rule = (records: readonly RuleRecord[], value: number) => Violation[];

export function toRuleRecord(id: string, record: TimeRegistration | TimePlan): RuleRecord {
  const { startTime: start, endTime: end } = record;
  const isTimed = start != null && end != null && start >= 0 && end >= 0;
  return {
    ...{ id, record, day: toDayNumber(record.date), hours: computeWorkHours(record) ?? 0 },
    span: isTimed ? { start, end: end < start ? end + 24 : end } : undefined,
  };
}

/** Every type of rule (`time.gap.rule-types`). */
export const rulesByType: Readonly<Record<RuleType, Rule>> = {
  /** `time.rule.max-hours-per-day` */
  max_hours_per_day: (records, value) => sumsAbove(byDay(records), value),
  /** Per ISO week, Monday to Sunday. */
  max_hours_per_week: (records, value) =>
    sumsAbove(
      groupRecords(records, ({ day }) => toWeekNumber(day)),
      value,
    ),
  /** The rest from the last end of a day to the first start of the employee's next day with times. */
  min_rest_hours_between_days: (records, value) => {
    const days = [...byDay(records.filter(isTimed))];
    return days.flatMap(([day, today], index) => {
      const [nextDay, tomorrow] = days[index + 1] ?? [];
      if (nextDay === undefined || tomorrow === undefined) return [];
      const last = today.reduce((a, b) => (b.span.end > a.span.end ? b : a));
      const first = tomorrow.reduce((a, b) => (b.span.start < a.span.start ? b : a));
      const rest = 24 * (nextDay - day) + first.span.start - last.span.end;
      return exceeds(value, rest) ? [{ records: [last, first], fields: ['endTime', 'startTime'] }] : [];
    });
  },
  /** Consecutive days with more than 0 hours. */
  max_consecutive_days: (records, value) => {
    const runs: { records: RuleRecord[]; length: number; last: number }[] = [];
    for (const [day, today] of byDay(records)) {
      const working = today.filter(({ hours }) => hours > 0);
      if (sumOf(today) <= 0 || working.length === 0) continue;
      const run = runs.at(-1);
      if (run?.last !== day - 1) runs.push({ records: working, length: 1, last: day });
      else {
        run.records.push(...working);
        run.length += 1;
        run.last = day;
      }
    }
    return runs.filter(({ length }) => length > value).map(({ records }) => ({ records, fields: ['date'] }));
  },
  /** Each pair of records of a day whose times overlap. */
  no_overlap: (records, value) => {
    const violations: Violation[] = [];
    for (const today of byDay(records.filter(isTimed)).values()) {
      for (const [index, one] of today.entries()) {
        for (const other of today.slice(index + 1)) {
          // The records are ordered by start, so all others start later.
          if (other.span.start >= one.span.end) break;
          const overlap = Math.min(one.span.end, other.span.end) - Math.max(one.span.start, other.span.start);
          if (overlap <= 0 || !exceeds(overlap, value)) continue;
          if (violations.length === mostPairs) throw tooManyPairs(one.record);
          violations.push({ records: [one, other], fields: ['startTime', 'endTime'] });
        }
      }
    }
    return violations;
  },
  not_on_public_holiday: (records, value) =>
    records
      .filter(({ record, hours }) => record.publicHoliday === true && exceeds(hours, value))
      .map((record) => ({ records: [record], fields: ['workDuration', 'publicHoliday'] })),
};

/** Values of `ruleType`. */
export const ruleTypes: readonly string[] = Object.keys(rulesByType);

/** Returns whether a text is a valid `ruleType`. */
export const isRuleType = (text: string): text is RuleType => Object.hasOwn(rulesByType, text);

/**
 * Tolerance in hours (3.6 seconds), because 20 minutes are 0.3333, and sums of rounded values must not violate a rule.
 */
const tolerance = 0.001;

const exceeds = (hours: number, bound: number): boolean => hours - bound > tolerance;
const sumOf = (records: readonly RuleRecord[]): number => records.reduce((sum, { hours }) => sum + hours, 0);
const isTimed = (record: RuleRecord): record is TimedRecord => record.span !== undefined;

function groupRecords<Item>(records: readonly Item[], by: (record: Item) => number): Map<number, Item[]> {
  const groups = new Map<number, Item[]>();
  for (const record of records) {
    const group = groups.get(by(record));
    if (group === undefined) groups.set(by(record), [record]);
    else group.push(record);
  }
  return groups;
}

const byDay = <Item extends RuleRecord>(records: readonly Item[]) => groupRecords(records, ({ day }) => day);

/** Finds the groups whose sum of hours exceeds a bound. */
const sumsAbove = (groups: ReadonlyMap<number, RuleRecord[]>, value: number): Violation[] =>
  [...groups.values()]
    .filter((records) => exceeds(sumOf(records), value))
    .map((records) => ({ records, fields: ['workDuration'] }));

/** Maximum number of reported pairs, because thousands of overlapping records have millions of pairs. */
const mostPairs = 50_000;

const tooManyPairs = ({ employeeId, date }: TimeRecord): RangeError =>
  new RangeError(
    `Employee ${employeeId} has more than ${mostPairs} overlapping pairs of registrations up to ${date}. Send fewer at once, or leave the rule no_overlap out.`,
  );
