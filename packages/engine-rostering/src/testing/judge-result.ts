import { computeOverlap, computePaidMinutes, JudgeCalendar, listStretches } from './judge-calendar.js';
import { judgeDemand } from './judge-demand.js';
import { appliesToEmployee, appliesToShift } from './judge-matching.js';
import { type AssignedWork, computeUnevenness, judgeRule } from './judge-rules.js';
import type { JudgedResult, Judgement, RawEmployee, RawJobDefinition, RawRule, RawShift } from './judge-types.js';

const weights: Readonly<Record<string, number>> = { VERY_LOW: 1, LOW: 3, MEDIUM: 10, HIGH: 30, VERY_HIGH: 100 };

/**
 * Judges a result by its job definition. This is a second implementation of the documents, without any code of the
 * engine.
 */
export function judgeResult(definition: RawJobDefinition, result: JudgedResult): Judgement {
  const calendar = new JudgeCalendar(definition);
  const works = worksOf(definition, result, calendar);
  const strictBreaches = new Map<string, number>();
  const softPenalties = new Map<string, number>();

  const report = ({ id }: RawEmployee, rule: RawRule, breach: number) => {
    const { importance = 'MEDIUM' } = rule;
    if (breach === 0 || importance === 'NONE') return;
    const key = `${id} ${rule.id}`;
    if (importance === 'STRICT') strictBreaches.set(key, (strictBreaches.get(key) ?? 0) + breach);
    else softPenalties.set(key, (softPenalties.get(key) ?? 0) + breach * (weights[importance] ?? Number.NaN));
  };

  for (const [family, rules] of Object.entries(definition.constraints ?? {})) {
    for (const rule of rules) {
      const group = [...works].filter(([employee]) => appliesToEmployee(rule, employee));
      const meant = (shift: RawShift) => appliesToShift(rule, shift);
      if (family === 'periodDistributionConstraints') {
        const breaches = computeUnevenness(
          rule,
          calendar,
          group.map(([, list]) => list),
          meant,
        );
        for (const [index, [employee]] of group.entries()) report(employee, rule, breaches[index] ?? 0);
      } else {
        for (const [employee, list] of group)
          report(employee, rule, judgeRule[family]?.({ rule, calendar, works: list, concerns: meant }) ?? 0);
      }
    }
  }

  let implicit = 0;
  for (const [employee, list] of works) {
    const breach = hoursAboveMaximum(employee, list, calendar);
    if (breach > 0) strictBreaches.set(`${employee.id} workTime.maxHoursPerWeek:${employee.id}`, breach);
    implicit += atOnce(list);
  }

  const { missing, penalty } = judgeDemand(definition, works);
  const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0);
  return {
    hard: -(sum(strictBreaches.values()) + implicit + missing),
    soft: -(sum(softPenalties.values()) + penalty),
    strictBreaches,
    softPenalties,
  };
}

function worksOf(definition: RawJobDefinition, { roster, solution }: JudgedResult, calendar: JudgeCalendar) {
  const shifts = new Map(
    [...(definition.shifts ?? []), ...(solution.generatedShifts ?? [])].map((one) => [one.id, one]),
  );
  const shiftOf = (id: string) => {
    const shift = shifts.get(id);
    if (shift === undefined) throw new Error(`The result assigns a shift ${id} that nobody knows`);
    return shift;
  };
  const works = new Map<RawEmployee, AssignedWork[]>();
  for (const employee of definition.employees) {
    const past = (definition.extensions?.history ?? [])
      .filter(({ employeeId }) => employeeId === employee.id)
      .map(({ date, shiftId }) => ({ day: calendar.numberOf(date), shift: shiftOf(shiftId) }));
    const assigned = roster.employeeRosters
      .filter(({ employeeId }) => employeeId === employee.id)
      .flatMap(({ assignments = [] }) => assignments)
      .map(({ day, shiftId }) => ({ day: day.dayIndex, shift: shiftOf(shiftId) }));
    works.set(
      employee,
      [...past, ...assigned].sort((a, b) => a.day - b.day),
    );
  }
  return works;
}

/** Computes the hours above workTime.maxHoursPerWeek, in weeks that start on the first day. */
function hoursAboveMaximum({ workTime }: RawEmployee, works: readonly AssignedWork[], { days }: JudgeCalendar): number {
  const most = workTime?.maxHoursPerWeek;
  if (most === undefined) return 0;
  let above = 0;
  for (let from = 0; from < days; from += 7) {
    const week = works.filter(({ day }) => day >= from && day < from + 7);
    above += Math.max(0, week.reduce((sum, { shift }) => sum + computePaidMinutes(shift), 0) / 60 - most);
  }
  return above;
}

/**
 * Counts pairs of shifts on one day, and of shifts of different days at the same time, each once
 * (rostering.gap.implicit-rules).
 */
function atOnce(works: readonly AssignedWork[]): number {
  let pairs = 0;
  for (const [index, one] of works.entries()) {
    for (const other of works.slice(index + 1)) {
      if (one.day < 0 && other.day < 0) continue;
      const clash = listStretches(one.shift, one.day).some((a) =>
        listStretches(other.shift, other.day).some((b) => computeOverlap(a, b)),
      );
      if (one.day === other.day || clash) pairs += 1;
    }
  }
  return pairs;
}
