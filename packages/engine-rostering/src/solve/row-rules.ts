import { computeRest } from '../model/allowed-mask.js';
import type { AvailabilityConstraint, Constraint, PatternConstraint, RestConstraint } from '../model/constraint.js';
import { costUnits, freeShift, type RosteringInstance, type RowJudge } from '../model/instance.js';
import { judgeConcurrentShifts } from '../model/row-judges.js';

/** `breach`: work violates a strict rule. `shortage`: strictly required work is missing. */
export const penaltyTiers = { breach: 0, shortage: 1, soft: 2 } as const;

/** A rule by which the search scores an employee's row. */
export interface RowRule {
  readonly tier: number;
  readonly weight: number;
  readonly judge: RowJudge;
  /** Days that the judge looks at. */
  readonly days: number;
}

/** Maximum number of entries in a table of pairs. */
const largestTable = 4_000_000;

/** Creates the rules of each employee. Employees with the same constraints share a table of pairs of assignments. */
export function createRowRules(instance: RosteringInstance): readonly (readonly RowRule[])[] {
  const { constraints, constraintsOf, days, judges, overlap, reach } = instance;
  const ofConstraint = constraints.map(({ strict, weight, family }, index): readonly RowRule[] => {
    // The search never assigns work that a strict constraint excludes.
    if (strict && family === 'employeeAvailability') return [];
    const tierOf = (isShortage: boolean) => (isShortage ? penaltyTiers.shortage : penaltyTiers.breach);
    return (judges[index] ?? []).map(({ judge, isShortage, days: looks }) => {
      return { tier: strict ? tierOf(isShortage) : penaltyTiers.soft, weight, judge, days: looks };
    });
  });
  // With tables of pairs, overlaps with only the next day need no separate rule.
  const concurrent = overlap.includes(1)
    ? [{ tier: penaltyTiers.breach, weight: 1, judge: judgeConcurrentShifts(instance), days }]
    : [];
  const ofPairs = new Map<string, readonly RowRule[]>();
  return constraintsOf.map((indexes) => {
    const rulesOf = (index: number) => ofConstraint[index] ?? [];
    const pairs = [...indexes].filter((index) => isOfPairs(constraints[index]));
    const key = pairs.join();
    const ofPair = pairs.map((index) => constraints[index]).filter(isOfPairs);
    const merged = ofPairs.get(key) ??
      mergePairs(instance, ofPair) ?? [...(reach === 1 ? concurrent : []), ...pairs.flatMap(rulesOf)];
    ofPairs.set(key, merged);
    const wishes = [...indexes].map((index) => constraints[index]).filter(isWish);
    const others = [...indexes].filter((index) => !isOfPairs(constraints[index]) && !isWish(constraints[index]));
    const isCount = (index: number) => constraints[index]?.family === 'employeeUtilization';
    const ordered = [...others.filter((index) => !isCount(index)), ...others.filter(isCount)];
    // Strict rules come first, in order of how often changes break them, because a search can stop at the first
    // violation.
    const rules = [
      ...merged,
      ...(reach > 1 ? concurrent : []),
      ...ordered.flatMap(rulesOf),
      ...mergeWishes(instance, wishes),
    ];
    return rules.sort((a, b) => a.tier - b.tier);
  });
}

/** Returns whether a constraint assigns an independent cost to each shift on a day. */
function isWish(constraint: Constraint | undefined): constraint is AvailabilityConstraint {
  return constraint?.family === 'employeeAvailability' && !constraint.strict && constraint.window === null;
}

/** Merges wishes into a table of costs, because people can have many. */
function mergeWishes(
  { days, historyDays, shifts }: RosteringInstance,
  wishes: readonly AvailabilityConstraint[],
): readonly RowRule[] {
  if (wishes.length === 0) return [];
  const width = shifts + 1;
  const costs = new Float64Array(days * width);
  for (const { isDesired, periods, shifts: own, weight } of wishes) {
    for (const { from, to } of periods) {
      for (let at = from * width; at < to * width; at += 1) {
        const shift = (at % width) - 1;
        if ((own[shift] === 1) !== isDesired) costs[at] = (costs[at] as number) + costUnits * weight;
      }
    }
  }
  const judge: RowJudge = (grid, first) => {
    let cost = 0;
    for (let day = 0; day < days; day += 1) {
      cost += costs[day * width + (grid[first + historyDays + day] as number) + 1] as number;
    }
    return cost;
  };
  return [{ tier: penaltyTiers.soft, weight: 1, judge, days }];
}

type PairConstraint = RestConstraint | PatternConstraint;

/** Returns whether a constraint concerns two assignments with only days off between them. */
function isOfPairs(constraint: Constraint | undefined): constraint is PairConstraint {
  if (constraint?.family !== 'pattern') return constraint?.family === 'restBetweenShifts';
  const [first = freeShift, ...others] = constraint.sequence;
  const last = others.pop() ?? freeShift;
  return !constraint.isDesired && first >= 0 && last >= 0 && others.every((shift) => shift === freeShift);
}

/**
 * Merges constraints into a table of costs by tier, because a job can have a separate constraint for each pair of
 * shifts.
 * @returns undefined if the table would be too large
 */
function mergePairs(
  instance: RosteringInstance,
  constraints: readonly PairConstraint[],
): readonly RowRule[] | undefined {
  const { days, historyDays, overlap, reach, shifts } = instance;
  const farthestOf = (constraint: PairConstraint): number =>
    constraint.family === 'pattern'
      ? constraint.sequence.length - 1
      : Math.min(days, reach + 1 + Math.ceil(constraint.restMinutes / 1440));
  const farthest = Math.max(1, ...constraints.map(farthestOf));
  const size = (farthest + 1) * shifts * shifts;
  if (size > largestTable) return undefined;
  return [penaltyTiers.breach, penaltyTiers.soft].flatMap((tier): RowRule[] => {
    const own = constraints.filter(({ strict }) => strict === (tier === penaltyTiers.breach));
    const overlaps = tier === penaltyTiers.breach && reach === 1 && overlap.includes(1);
    if (own.length === 0 && !overlaps) return [];
    const costs = new Float64Array(size);
    const add = (before: number, shift: number, apart: number, cost: number): void => {
      const at = (apart * shifts + before) * shifts + shift;
      costs[at] = (costs[at] as number) + cost;
    };
    for (let at = 0; at < overlap.length && overlaps; at += 1) {
      costs[shifts * shifts + at] = costUnits * (overlap[at] as number);
    }
    for (const constraint of own) {
      const { weight } = constraint;
      if (constraint.family === 'pattern') {
        const { sequence } = constraint;
        add(sequence[0] as number, sequence.at(-1) as number, sequence.length - 1, costUnits * weight);
        continue;
      }
      for (let before = 0; before < shifts; before += 1) {
        for (let shift = 0; shift < shifts && constraint.shifts[before] === 1; shift += 1) {
          for (let apart = 1; apart <= farthestOf(constraint); apart += 1) {
            const short = constraint.restMinutes - computeRest(instance, before, shift, apart);
            if (short > 0) add(before, shift, apart, short * weight);
          }
        }
      }
    }
    const judge: RowJudge = (grid, first) => {
      const begin = first + historyDays;
      let cost = 0;
      let last = -1;
      for (let at = first; at < begin + days; at += 1) {
        const shift = grid[at] as number;
        if (shift < 0) continue;
        if (last >= 0 && at >= begin && at - last <= farthest) {
          cost += costs[((at - last) * shifts + (grid[last] as number)) * shifts + shift] as number;
        }
        last = at;
      }
      return cost;
    };
    return [{ tier, weight: 1, judge, days }];
  });
}
