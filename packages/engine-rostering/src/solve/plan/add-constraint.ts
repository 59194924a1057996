import { countsForDay } from '../../model/allowed-mask.js';
import { minutesPerDay } from '../../model/calendar.js';
import type { AvailabilityConstraint, Constraint, PeriodicRestConstraint } from '../../model/constraint.js';
import { costUnits, listWeekends } from '../../model/instance.js';
import { type PenaltyTier, penaltyTiers } from '../plan.js';
import { listDaysFrom, type PlanDraft } from './plan-draft.js';

type Adders = {
  readonly [Family in Constraint['family']]: (
    draft: PlanDraft,
    constraint: Extract<Constraint, { family: Family }>,
  ) => void;
};

const tierOf = ({ strict }: Constraint): PenaltyTier => (strict ? penaltyTiers.breach : penaltyTiers.soft);

const adders: Adders = {
  /** Strict constraints need no rule, because the cells exclude their shifts. */
  employeeAvailability: (draft, constraint) => {
    if (constraint.strict) return;
    if (constraint.window === null) addWholeDays(draft, constraint);
    else addWindows(draft, constraint);
  },
  periodicRest: addPeriodicRest,
  /** `links-of.ts` adds rest together with concurrent shifts. */
  restBetweenShifts: () => {},

  /** Hours and shifts of a period. A strict lower bound counts as a shortage, because work fills it. */
  employeeUtilization: (draft, constraint) => {
    const { instance, lead } = draft;
    const { minMinutes, maxMinutes, minShifts, maxShifts } = constraint;
    const minutes = draft.amounts(constraint.shifts, (shift) => instance.shiftMinutes[shift] ?? 0);
    const ones = draft.amounts(constraint.shifts, () => 1);
    const tiers = {
      lowTier: constraint.strict ? penaltyTiers.shortage : penaltyTiers.soft,
      highTier: tierOf(constraint),
    };
    for (const employee of constraint.employees) {
      for (const { from, to, whole } of constraint.periods) {
        const days = listDaysFrom(lead + from, lead + to);
        const add = (amount: Float64Array, unit: number, min: number | null, max: number | null): void => {
          const low = whole && min !== null ? min : Number.NEGATIVE_INFINITY;
          const high = max ?? Number.POSITIVE_INFINITY;
          if (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY) return;
          const cost = unit * constraint.weight;
          draft.count({ employee, days, amount, low, high, lowWeight: cost, highWeight: cost, ...tiers });
        };
        add(minutes, 1, minMinutes, maxMinutes);
        add(ones, costUnits, minShifts, maxShifts);
      }
    }
  },

  consecutiveWorkdays: (draft, constraint) =>
    draft.runs.push({
      employees: constraint.employees,
      member: draft.members(constraint.shifts),
      min: constraint.minDays ?? 0,
      max: constraint.maxDays ?? Number.POSITIVE_INFINITY,
      weight: costUnits * constraint.weight,
      tier: tierOf(constraint),
    }),

  /** An undesired sequence costs wherever it occurs, a desired one where it begins and does not follow. */
  pattern: (draft, constraint) => {
    const elements = constraint.sequence.map((shift) => {
      const element = new Uint8Array(draft.width);
      element[shift + 1] = 1;
      return element;
    });
    const add = (of: readonly Uint8Array[], length: number, sign: number): void => {
      const begins = new Uint8Array(draft.days);
      // A window that ends before the horizon can no longer change.
      for (let begin = 0; begin + length <= draft.days; begin += 1) {
        begins[begin] = begin + length > draft.lead ? 1 : 0;
      }
      const weight = sign * costUnits * constraint.weight;
      draft.patterns.push({ employees: constraint.employees, elements: of, begins, weight, tier: tierOf(constraint) });
    };
    const [first] = elements;
    if (!constraint.isDesired) add(elements, elements.length, 1);
    else if (first !== undefined) {
      const other = first.map((member, shift) => (member === 1 || shift === draft.unknown ? 0 : 1));
      add([other, first], elements.length + 1, 1);
      add([other, ...elements], elements.length + 1, -1);
    }
  },

  weekendDistribution: (draft, constraint) => {
    const { instance, lead } = draft;
    const member = draft.members(constraint.shifts);
    for (const employee of constraint.employees) {
      for (const period of constraint.periods) {
        const bound = { high: constraint.maxWorkedWeekends, highWeight: costUnits * constraint.weight };
        const counter = draft.count({ employee, days: [], ...bound, highTier: tierOf(constraint) });
        for (const days of listWeekends(instance, period)) {
          const members = days.map(() => member);
          draft.blocks.push({ employee, counter, days: days.map((day) => lead + day), members });
        }
      }
    }
  },

  periodDistribution: (draft, constraint) => {
    const { instance, lead } = draft;
    const hours = constraint.target === 'HOURS';
    const amount = draft.amounts(constraint.shifts, (shift) => (hours ? (instance.shiftMinutes[shift] ?? 0) : 1));
    for (const { from, to } of constraint.periods) {
      const days = listDaysFrom(lead + from, lead + to);
      draft.spreads.push({
        counters: constraint.employees.map((employee) => draft.count({ employee, days, amount })),
        weight: constraint.weight * (hours ? 1 : costUnits),
        tier: tierOf(constraint),
      });
    }
  },
};

export function addConstraint(draft: PlanDraft, constraint: Constraint): void {
  const add: (draft: PlanDraft, constraint: never) => void = adders[constraint.family];
  add(draft, constraint as never);
}

function addWholeDays(draft: PlanDraft, constraint: AvailabilityConstraint): void {
  const cost = costUnits * constraint.weight;
  const members = draft.members(constraint.shifts);
  for (const employee of constraint.employees) {
    for (const { from, to } of constraint.periods) {
      for (let day = from; day < to; day += 1) {
        members.forEach((member, shift) => {
          if ((member === 1) !== constraint.isDesired) draft.wish(employee, day, shift, cost);
        });
      }
    }
  }
}

/** A day counts as worked when an assignment of this or a neighbouring day works in its window. */
function addWindows(draft: PlanDraft, constraint: AvailabilityConstraint): void {
  const { lead } = draft;
  const members = draft.members(constraint.shifts);
  const parts = draft.instance.offsets
    .toReversed()
    .map((apart) => ({
      offset: -apart,
      members: members.map((member, shift) =>
        member === 1 && countsForDay(draft.instance, constraint, shift - 1, apart) ? 1 : 0,
      ),
    }));
  const used = parts.filter((part) => part.members.includes(1));
  for (const employee of constraint.employees) {
    for (const { from, to } of constraint.periods) {
      const weight = costUnits * constraint.weight;
      const counter = draft.count(
        constraint.isDesired
          ? { employee, days: [], low: to - from, lowWeight: weight }
          : { employee, days: [], high: 0, highWeight: weight },
      );
      for (const day of listDaysFrom(lead + from, lead + to)) {
        const own = used.filter(({ offset }) => day + offset >= lead && day + offset < draft.days);
        draft.blocks.push({
          employee,
          counter,
          days: own.map(({ offset }) => day + offset),
          members: own.map((part) => part.members),
        });
      }
    }
  }
}

function addPeriodicRest(draft: PlanDraft, constraint: PeriodicRestConstraint): void {
  const { instance, lead } = draft;
  const member = draft.members(constraint.shifts);
  const intervals = [...member].map((asked, shift) =>
    asked === 1 ? (instance.job.shifts[shift - 1]?.intervals ?? []).map(({ start, end }) => [start, end] as const) : [],
  );
  const reachBack = Math.max(0, ...instance.shiftEnd) / minutesPerDay;
  const reachOn = -Math.min(0, ...instance.shiftStart) / minutesPerDay;
  for (const { from, to, whole } of constraint.periods) {
    if (!whole) continue;
    const first = Math.max(0, lead + from - Math.ceil(reachBack));
    const last = Math.min(draft.days - 1, lead + to - 1 + Math.ceil(reachOn));
    const begin = (lead + from) * minutesPerDay;
    const end = (lead + to) * minutesPerDay;
    for (const employee of constraint.employees) {
      draft.rows.push({
        employee,
        from: first,
        to: last,
        tier: constraint.strict ? penaltyTiers.breach : penaltyTiers.soft,
        weight: constraint.weight,
        evaluate: (grid, offset) => {
          let starts = 0;
          for (let day = first; day <= last; day += 1) {
            for (const interval of intervals[grid[offset + day] as number] as (typeof intervals)[number]) {
              starts = insert(starts, day * minutesPerDay + interval[0], day * minutesPerDay + interval[1]);
            }
          }
          return Math.max(0, constraint.restMinutes - longestFree(starts, begin, end));
        },
      });
    }
  }
}

const workStart = new Float64Array(4096);
const workEnd = new Float64Array(4096);

/** Keeps the intervals in order of their start, in which they nearly always come. @returns how many there are */
function insert(count: number, start: number, end: number): number {
  if (count === workStart.length) return count;
  let place = count;
  while (place > 0 && (workStart[place - 1] as number) > start) {
    workStart[place] = workStart[place - 1] as number;
    workEnd[place] = workEnd[place - 1] as number;
    place -= 1;
  }
  workStart[place] = start;
  workEnd[place] = end;
  return count + 1;
}

function longestFree(count: number, begin: number, end: number): number {
  let free = begin;
  let longest = 0;
  for (let index = 0; index < count; index += 1) {
    const start = Math.min(workStart[index] as number, end);
    if (start - free > longest) longest = start - free;
    if ((workEnd[index] as number) > free) free = workEnd[index] as number;
  }
  return Math.max(longest, end - free);
}
