import { freeShift, type RosteringInstance, unknownShift } from '../model/instance.js';
import { addConstraint } from './plan/add-constraint.js';
import { createCoverRules } from './plan/create-cover-rules.js';
import { createLinkTables } from './plan/create-link-tables.js';
import { PlanDraft } from './plan/plan-draft.js';
import type { PatternRule, SolverPlan } from './plan.js';

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
