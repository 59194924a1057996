import {
  computeOverlap,
  computePaidMinutes,
  type JudgeCalendar,
  listStretches,
  type TimeSpan,
  toMinutes,
} from './judge-calendar.js';
import type { RawRule, RawShift } from './judge-types.js';

export interface AssignedWork {
  readonly day: number;
  readonly shift: RawShift;
}

/** A rule with its employees and shifts. */
interface RuleCase {
  readonly rule: RawRule;
  readonly calendar: JudgeCalendar;
  /** Ordered by day. Days before the first day are history. */
  readonly works: readonly AssignedWork[];
  readonly concerns: (shift: RawShift) => boolean;
}

interface Span {
  readonly from: number;
  readonly until: number;
  readonly whole: boolean;
}

/** Computes the violation of a rule by one employee, by family (rostering.gap.constraint-families). */
export const judgeRule: Readonly<Record<string, (the: RuleCase) => number>> = {
  employeeAvailabilityConstraints: availability,
  employeeUtilizationConstraints: (the) => utilization(the).above + utilization(the).below,
  periodicRestConstraints: periodicRest,
  restBetweenShiftsConstraints: restBetweenShifts,
  consecutiveWorkdaysConstraints: consecutiveWorkdays,
  patternConstraints: pattern,
  weekendDistributionConstraints: weekends,
};

function availability({ rule, calendar, works, concerns }: RuleCase): number {
  const { startTime, endTime, isDesired } = rule;
  let breach = 0;
  for (const { from, until } of spansOf(rule, calendar)) {
    for (let day = from; day < until; day += 1) {
      const window = windowOf(day, startTime, endTime);
      const present = works.some(
        (work) =>
          // Work before the horizon counts only for rests and sequences (rostering.gap.extensions-contents).
          work.day >= 0 &&
          concerns(work.shift) &&
          (window === undefined
            ? work.day === day
            : listStretches(work.shift, work.day).some((stretch) => computeOverlap(stretch, window))),
      );
      if (present !== isDesired) breach += 1;
    }
  }
  return breach;
}

function windowOf(day: number, startTime: string | undefined, endTime: string | undefined): TimeSpan | undefined {
  if (startTime === undefined && endTime === undefined) return undefined;
  const start = toMinutes(startTime ?? '00:00');
  const end = toMinutes(endTime ?? '00:00');
  return { start: day * 1440 + start, end: day * 1440 + (end <= start ? end + 1440 : end) };
}

/** Returns the violation in hours and shifts. Lower bounds apply only to whole periods. */
function utilization({ rule, calendar, works, concerns }: RuleCase): { above: number; below: number } {
  const { minHours = 0, maxHours = Infinity, minShifts = 0, maxShifts = Infinity } = rule;
  let above = 0;
  let below = 0;
  for (const { from, until, whole } of spansOf(rule, calendar)) {
    const counted = works.filter(({ day, shift }) => day >= from && day < until && concerns(shift));
    const hours = counted.reduce((sum, { shift }) => sum + computePaidMinutes(shift), 0) / 60;
    above += Math.max(0, hours - maxHours) + Math.max(0, counted.length - maxShifts);
    if (whole) below += Math.max(0, minHours - hours) + Math.max(0, minShifts - counted.length);
  }
  return { above, below };
}

function periodicRest({ rule, calendar, works, concerns }: RuleCase): number {
  const wanted = (rule.minimumContinuousRestDuration?.hours ?? 0) * 60;
  const busy = works
    .filter(({ shift }) => concerns(shift))
    .flatMap(({ day, shift }) => listStretches(shift, day))
    .sort((a, b) => a.start - b.start);
  let breach = 0;
  for (const { from, until, whole } of spansOf(rule, calendar)) {
    if (!whole) continue;
    let free = from * 1440;
    let longest = 0;
    for (const { start, end } of [...busy, { start: until * 1440, end: until * 1440 }]) {
      longest = Math.max(longest, Math.min(start, until * 1440) - free);
      free = Math.max(free, end);
    }
    breach += Math.max(0, wanted - longest) / 60;
  }
  return breach;
}

function restBetweenShifts({ rule, works, concerns }: RuleCase): number {
  const wanted = (rule.minRestDuration?.hours ?? 0) * 60;
  let breach = 0;
  for (const [index, before] of works.entries()) {
    const after = works[index + 1];
    if (after === undefined || after.day < 0 || !concerns(before.shift)) continue;
    const [one, other] = [listStretches(before.shift, before.day), listStretches(after.shift, after.day)].map(
      (stretches) => ({
        start: Math.min(...stretches.map(({ start }) => start)),
        end: Math.max(...stretches.map(({ end }) => end)),
      }),
    );
    if (one === undefined || other === undefined) continue;
    // With day indicators, the assignment of the later day can start first.
    breach += Math.max(0, wanted - Math.max(0, other.start - one.end, one.start - other.end)) / 60;
  }
  return breach;
}

/** Returns the first day for which it is known whether the employee worked. The past is sent without gaps. */
function firstKnownDay(works: readonly AssignedWork[]): number {
  return Math.min(0, ...works.map(({ day }) => day));
}

function consecutiveWorkdays({ rule, calendar, works, concerns }: RuleCase): number {
  const { minDays = 0, maxDays = Infinity } = rule;
  const worked = new Set(works.filter(({ shift }) => concerns(shift)).map(({ day }) => day));
  const first = firstKnownDay(works);
  let breach = 0;
  for (let day = first; day < calendar.days; day += 1) {
    if (!worked.has(day) || worked.has(day - 1)) continue;
    let length = 0;
    while (worked.has(day + length)) length += 1;
    if (day + length <= 0) continue; // All of it is past.
    breach += Math.max(0, length - maxDays);
    if (day > first && day + length < calendar.days) breach += Math.max(0, minDays - length);
  }
  return breach;
}

function pattern({ rule, calendar, works }: RuleCase): number {
  const { sequence = [], isDesired } = rule;
  const first = firstKnownDay(works);
  const at = (day: number, wanted: string | undefined) => {
    const shifts = works.filter((work) => work.day === day).map(({ shift }) => shift.id);
    return wanted === 'OFF' ? shifts.length === 0 : shifts.some((id) => id === wanted);
  };
  let breach = 0;
  for (let day = first; day + sequence.length <= calendar.days; day += 1) {
    if (day + sequence.length <= 0) continue; // All of it is past.
    const follows = sequence.every((wanted, offset) => at(day + offset, wanted));
    if (isDesired === false) breach += follows ? 1 : 0;
    else if (day > first && at(day, sequence[0]) && !at(day - 1, sequence[0]) && !follows) breach += 1;
  }
  return breach;
}

function weekends({ rule, calendar, works, concerns }: RuleCase): number {
  const allowed = rule.maxWorkedWeekends ?? Infinity;
  const saturdays = new Set(
    works
      .filter(({ day, shift }) => day >= 0 && calendar.weekdayOf(day) >= 5 && concerns(shift))
      .map(({ day }) => day - (calendar.weekdayOf(day) - 5)),
  );
  return spansOf(rule, calendar)
    .map(
      ({ from, until }) => [...saturdays].filter((day) => Math.max(day, 0) >= from && Math.max(day, 0) < until).length,
    )
    .reduce((sum, worked) => sum + Math.max(0, worked - allowed), 0);
}

/** Computes the distance of each employee from the even share, in hours or shifts, in the given order. */
export function computeUnevenness(
  rule: RawRule,
  calendar: JudgeCalendar,
  group: readonly (readonly AssignedWork[])[],
  concerns: RuleCase['concerns'],
) {
  const breaches = group.map(() => 0);
  for (const { from, until } of spansOf(rule, calendar)) {
    const amounts = group.map((works) =>
      works
        .filter(({ day, shift }) => day >= from && day < until && concerns(shift))
        .reduce((sum, { shift }) => sum + (rule.target === 'HOURS' ? computePaidMinutes(shift) : 1), 0),
    );
    const mean = amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length;
    for (const [index, amount] of amounts.entries()) {
      const outside = Math.max(0, amount - Math.ceil(mean), Math.floor(mean) - amount);
      breaches[index] = (breaches[index] ?? 0) + (rule.target === 'HOURS' ? outside / 60 : outside);
    }
  }
  return breaches;
}

function spansOf({ periods }: RawRule, calendar: JudgeCalendar): Span[] {
  const { days } = calendar;
  const custom = periods?.customDefinitions;
  const step = periods?.recurrentDefinition?.daysPerPeriod;
  const spans: Span[] = [];
  if (custom !== undefined) {
    for (const { startDate, endDate } of custom) {
      const from = calendar.numberOf(startDate);
      const until = calendar.numberOf(endDate) + 1;
      spans.push({ from: Math.max(0, from), until: Math.min(days, until), whole: from >= 0 && until <= days });
    }
  } else if (step === undefined) spans.push({ from: 0, until: days, whole: true });
  else {
    for (let from = 0; from < days; from += step)
      spans.push({ from, until: Math.min(days, from + step), whole: from + step <= days });
  }
  return spans.filter(({ from, until }) => from < until);
}
