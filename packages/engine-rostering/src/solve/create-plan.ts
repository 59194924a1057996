import { computeRest } from '../model/allowed-mask.js';
import type { RestConstraint } from '../model/constraint.js';
import { costUnits, freeShift, listCoveredCells, type RosteringInstance, unknownShift } from '../model/instance.js';
import { createStartRoster } from '../score/score-roster.js';
import { computeStaffing } from '../score/staffing.js';
import { addConstraint } from './plan/add-constraint.js';
import { PlanDraft } from './plan/plan-draft.js';
import {
  type CoverNeed,
  type CoverRule,
  type LinkTable,
  type PatternRule,
  type PenaltyTier,
  penaltyTiers,
  type SolverPlan,
} from './plan.js';

/** Breaks an instance down into the parts that the search uses. Costs are in score units. */
export function createPlan(instance: RosteringInstance): SolverPlan {
  const draft = new PlanDraft(instance);
  for (const constraint of instance.constraints) addConstraint(draft, constraint);
  return {
    ...gridOf(instance, draft),
    ...createLinkTables(instance, draft),
    ...draft.rules(),
    patterns: mergePatterns(draft.patterns),
    covers: createCoverRules(instance, draft),
  };
}

type Grid = Pick<
  SolverPlan,
  'employees' | 'days' | 'lead' | 'shifts' | 'unknown' | 'start' | 'optionsAt' | 'options' | 'allowed'
>;

function gridOf(instance: RosteringInstance, { lead, days, width, unknown }: PlanDraft): Grid {
  const { employees, shifts } = instance;
  const cells = employees * days;
  const start = new Uint16Array(cells);
  const allowed = new Uint8Array(cells * width);
  const optionsAt = new Int32Array(cells + 1);
  let count = 0;
  for (let cell = 0; cell < cells; cell += 1) {
    const employee = Math.floor(cell / days);
    const day = (cell % days) - lead;
    if (day < 0) {
      const known = instance.history[employee * lead + lead + day] ?? unknownShift;
      start[cell] = known === unknownShift ? unknown : known + 1;
    } else {
      const locked = instance.locked[employee * instance.days + day] ?? freeShift;
      start[cell] = locked + 1;
      if (locked === freeShift) {
        const from = (employee * instance.days + day) * shifts;
        allowed[cell * width] = 1;
        count += 1;
        for (let shift = 0; shift < shifts; shift += 1) {
          if (instance.allowed[from + shift] !== 1) continue;
          allowed[cell * width + shift + 1] = 1;
          count += 1;
        }
      }
    }
    optionsAt[cell + 1] = count;
  }
  const options = new Uint16Array(count);
  let next = 0;
  for (let at = 0; at < allowed.length; at += 1) {
    if (allowed[at] !== 1) continue;
    options[next] = at % width;
    next += 1;
  }
  return { employees, days, lead, shifts: width - 1, unknown, start, optionsAt, options, allowed };
}

/** Merges rules with one different element: a sequence forbidden for every pair of six shifts becomes one rule. */
function mergePatterns(rules: readonly PatternRule[]): PatternRule[] {
  let merged = [...rules];
  const longest = Math.max(0, ...rules.map(({ elements }) => elements.length));
  for (let place = longest - 1; place >= 0; place -= 1) {
    const groups = new Map<string, PatternRule>();
    const rest: PatternRule[] = [];
    for (const rule of merged) {
      const own = rule.elements[place];
      if (own === undefined) {
        rest.push(rule);
        continue;
      }
      const key = keyOf(rule, place);
      const known = groups.get(key);
      const held = known?.elements[place];
      if (known === undefined || held === undefined) groups.set(key, rule);
      else if (own.some((member, shift) => member === 1 && held[shift] === 1)) rest.push(rule);
      else groups.set(key, { ...known, elements: known.elements.with(place, united(own, held)) });
    }
    merged = [...groups.values(), ...rest];
  }
  return merged;
}

function united(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one.map((member, shift) => member | (other[shift] ?? 0));
}

function keyOf({ employees, elements, weight, tier, begins }: PatternRule, without: number): string {
  const others = elements.map((element, place) => (place === without ? '' : element.join('')));
  return [employees.join(','), weight, tier, begins.join(''), elements.length, ...others].join(' ');
}

/** Creates the demand cells as covers, in the same order. */
function createCoverRules(instance: RosteringInstance, { lead }: PlanDraft): CoverRule[] {
  const { cells, demandWeights, shifts, coverFrom, coverCell } = instance;
  const days = Array.from({ length: cells.count }, (): number[] => []);
  const shiftsOf = Array.from({ length: cells.count }, (): number[] => []);
  for (let key = 0; key < instance.days * shifts; key += 1) {
    for (let at = coverFrom[key] ?? 0; at < (coverFrom[key + 1] ?? 0); at += 1) {
      const cell = coverCell[at] ?? 0;
      days[cell]?.push(lead + Math.floor(key / shifts));
      shiftsOf[cell]?.push((key % shifts) + 1);
    }
  }
  const locked = computeStaffing(instance, createStartRoster(instance)).present;
  return days.map((daysOfCell, cell) => {
    const priority = costUnits * (cells.priority[cell] ?? 1);
    const max = cells.max[cell] ?? 0;
    return {
      days: daysOfCell,
      shifts: shiftsOf[cell] ?? [],
      base: cells.base[cell] ?? 0,
      min: cells.min[cell] ?? 0,
      ideal: cells.ideal[cell] ?? 0,
      max,
      limit: Math.max(max, locked[cell] ?? 0),
      missing: costUnits,
      below: priority * demandWeights.min,
      toIdeal: priority * demandWeights.ideal,
      above: priority * demandWeights.max,
      tooMany: priority * demandWeights.min,
      needs: needsOf(instance, cell),
    };
  });
}

function needsOf(instance: RosteringInstance, cell: number): CoverNeed[] {
  const { cells, competent, employees } = instance;
  const needs: CoverNeed[] = [];
  for (let at = cells.requirementFrom[cell] ?? 0; at < (cells.requirementFrom[cell + 1] ?? 0); at += 1) {
    const competency = cells.requirementCompetency[at] ?? 0;
    const members = competent.subarray(competency * employees, (competency + 1) * employees);
    const base = instance.doubleLocks.filter(
      ({ employee, day, shift }) => members[employee] === 1 && listCoveredCells(instance, day, shift).includes(cell),
    ).length;
    needs.push({ low: cells.requirementMin[at] ?? 0, members, base });
  }
  return needs;
}

/** Creates tables, by class of employees, for the rest between consecutive assignments and for overlapping work. */
function createLinkTables(instance: RosteringInstance, draft: PlanDraft): Pick<SolverPlan, 'classOf' | 'links'> {
  const rests = instance.constraints.filter((constraint) => constraint.family === 'restBetweenShifts');
  const { classOf, sets } = classesOf(instance.employees, rests);
  const { width } = draft;
  const links: LinkTable[] = [];
  const table = (distance: number, next: boolean, of: PenaltyTier): Float64Array => {
    const found = links.find((link) => link.distance === distance && link.next === next && link.tier === of);
    if (found !== undefined) return found.cost;
    const cost = new Float64Array(Math.max(1, sets.length) * width * width);
    links.push({ tier: of, distance, next, cost });
    return cost;
  };
  const add = (cost: Float64Array, set: number, first: number, second: number, amount: number): void => {
    const at = (set * width + first + 1) * width + second + 1;
    cost[at] = (cost[at] ?? 0) + amount;
  };
  const { shifts, reach, overlap } = instance;
  sets.forEach((set, number) => {
    for (let first = 0; first < shifts; first += 1) {
      for (let second = 0; second < shifts; second += 1) {
        for (let distance = 1; distance <= reach; distance += 1) {
          if (overlap[((distance - 1) * shifts + first) * shifts + second] !== 1) continue;
          add(table(distance, false, penaltyTiers.breach), number, first, second, costUnits);
        }
        for (const rest of set) {
          if (rest.shifts[first] !== 1) continue;
          const farthest = Math.min(draft.days, reach + 1 + Math.ceil(rest.restMinutes / 1440));
          for (let distance = 1; distance <= farthest; distance += 1) {
            const short = rest.restMinutes - computeRest(instance, first, second, distance);
            // No `break`: with a day indicator the work of a later day may lie nearer.
            if (short <= 0) continue;
            const costTier = rest.strict ? penaltyTiers.breach : penaltyTiers.soft;
            add(table(distance, true, costTier), number, first, second, short * rest.weight);
          }
        }
      }
    }
  });
  return { classOf, links };
}

function classesOf(
  employees: number,
  rests: readonly RestConstraint[],
): { classOf: Uint16Array; sets: readonly (readonly RestConstraint[])[] } {
  const setOf = Array.from({ length: employees }, (): RestConstraint[] => []);
  for (const rest of rests) for (const employee of rest.employees) setOf[employee]?.push(rest);
  const sets: RestConstraint[][] = [];
  const numbers = new Map<string, number>();
  const indexOf = new Map(rests.map((rest, index) => [rest, index]));
  const classOf = Uint16Array.from(setOf, (set) => {
    const key = set.map((rest) => indexOf.get(rest)).join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    sets.push(set);
    numbers.set(key, sets.length - 1);
    return sets.length - 1;
  });
  return { classOf, sets };
}
