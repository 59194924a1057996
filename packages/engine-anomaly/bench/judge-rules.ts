import type { RuleType, TimeRule } from '@understudy/engine-anomaly';
import { toDay, weekdayOf } from './generators/calendar.ts';
import type { Registration } from './generators/time-walk.ts';

/** A registration with its day as a number, and its minutes where times are given. */
type Judged = Registration & { readonly day: number; readonly hours: number } & Span;

type Span = { readonly timed: false } | Timed;

interface Timed {
  readonly timed: true;
  readonly start: number;
  readonly end: number;
}

type Judge = (own: readonly Judged[], value: number, report: (involved: readonly Judged[]) => void) => void;

/**
 * Another reading of the rules of `time.gap.rule-types`, written apart from the engine: every pair or group of records
 * is looked at by itself, without any order or grouping in between. Slow and plain.
 *
 * @returns the violated instances as `ruleId|id,id,...`, each under every record involved: `recordId -> Set`
 */
export function judgeRules(
  rules: readonly TimeRule[],
  records: readonly Registration[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map(records.map(({ registrationId }) => [registrationId, new Set<string>()]));
  const report = (ruleId: string, involved: readonly Judged[]) => {
    const instance = `${ruleId}|${involved
      .map(({ registrationId }) => registrationId)
      .sort()
      .join()}`;
    for (const { registrationId } of involved) found.get(registrationId)?.add(instance);
  };
  for (const employeeId of new Set(records.map((record) => record.employeeId))) {
    const own = records
      .filter((record) => record.employeeId === employeeId)
      .map((record) => ({ ...record, day: toDay(record.date), hours: record.workDuration, ...span(record) }));
    for (const { ruleId, ruleType, value } of rules)
      judges[ruleType](own, value, (involved) => report(ruleId, involved));
  }
  return found;
}

/** Minutes make whole numbers of all that the generators write, so no rounding error can decide. */
const minutes = (hours: number) => Math.round(hours * 60);

function span({ startTime, endTime }: Registration): Span {
  if (startTime < 0 || endTime < 0) return { timed: false };
  const start = minutes(startTime);
  const end = minutes(endTime);
  return { timed: true, start, end: end < start ? end + 1440 : end };
}

const hoursOf = (records: readonly Judged[]) => records.reduce((sum, { hours }) => sum + minutes(hours), 0);
const groups = <Item>(own: readonly Item[], keyOf: (record: Item) => unknown) =>
  [...new Set(own.map(keyOf))].map((key) => own.filter((record) => keyOf(record) === key));
const isTimed = (record: Judged): record is Judged & Timed => record.timed;

const judges: Readonly<Record<RuleType, Judge>> = {
  max_hours_per_day: (own, value, report) => {
    for (const day of groups(own, ({ day }) => day)) if (hoursOf(day) > minutes(value)) report(day);
  },
  max_hours_per_week: (own, value, report) => {
    for (const week of groups(own, ({ day }) => day - weekdayOf(day))) if (hoursOf(week) > minutes(value)) report(week);
  },
  min_rest_hours_between_days: (own, value, report) => {
    const timed = own.filter(isTimed);
    for (const today of groups(timed, ({ day }) => day)) {
      const later = timed.filter(({ day }) => today.every((record) => day > record.day));
      if (later.length === 0) continue;
      const nextDay = Math.min(...later.map(({ day }) => day));
      const tomorrow = later.filter(({ day }) => day === nextDay);
      const last = today.find(({ end }) => end === Math.max(...today.map((record) => record.end)));
      const first = tomorrow.find(({ start }) => start === Math.min(...tomorrow.map((record) => record.start)));
      if (last === undefined || first === undefined) continue;
      if (1440 * (nextDay - last.day) + first.start - last.end < minutes(value)) report([last, first]);
    }
  },
  max_consecutive_days: (own, value, report) => {
    const worked = new Set(own.filter(({ hours }) => hours > 0).map(({ day }) => day));
    for (const first of worked) {
      if (worked.has(first - 1)) continue;
      let length = 1;
      while (worked.has(first + length)) length += 1;
      if (length > value) report(own.filter(({ day, hours }) => hours > 0 && day >= first && day < first + length));
    }
  },
  no_overlap: (own, value, report) => {
    own.forEach((one, index) => {
      for (const other of own.slice(index + 1)) {
        if (!one.timed || !other.timed || one.day !== other.day) continue;
        const overlap = Math.min(one.end, other.end) - Math.max(one.start, other.start);
        if (overlap > minutes(value)) report([one, other]);
      }
    });
  },
  not_on_public_holiday: (own, value, report) => {
    for (const record of own) if (record.publicHoliday && minutes(record.hours) > minutes(value)) report([record]);
  },
};
