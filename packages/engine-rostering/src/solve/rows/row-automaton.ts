import type { CellRuleTables } from '../cell-rule-tables.js';
import type { SolverPlan } from '../plan.js';
import { computeRunCost } from '../rule-costs.js';

/** Rules with more states than this are not worth a dynamic programme. */
const mostStates = 3000;
/** Places in a pattern are bits of one number. */
const longestPattern = 30;

/** The sequence rules as a minimized finite automaton. Its symbols are shift numbers, with 0 for a day off. */
export interface RowAutomaton {
  readonly states: number;
  readonly start: number;
  /** By `state * (shifts + 1) + shift`. */
  readonly next: Int32Array;
  /** The same, by tier. */
  readonly costs: readonly [Float64Array, Float64Array, Float64Array];
}

/** One state taken apart: lengths of runs, places in patterns, the last shift and the days since. */
type Memory = readonly number[];

/** @returns undefined when the rules of the employee have too many states */
export function createRowAutomaton(
  plan: SolverPlan,
  tables: CellRuleTables,
  employee: number,
): RowAutomaton | undefined {
  const rules = rulesOf(plan, tables, employee);
  if (rules === undefined) return undefined;
  const width = plan.shifts + 1;
  const memories: Memory[] = [rules.begin];
  const numbers = new Map([[rules.begin.join(), 0]]);
  const next: number[] = [];
  const costs: [number[], number[], number[]] = [[], [], []];
  const cost = new Float64Array(3);
  for (let state = 0; state < memories.length; state += 1) {
    for (let shift = 0; shift < width; shift += 1) {
      cost.fill(0);
      const memory = rules.step(memories[state] as Memory, shift, cost);
      const key = memory.join();
      let number = numbers.get(key);
      if (number === undefined) {
        number = memories.length;
        if (number === mostStates) return undefined;
        numbers.set(key, number);
        memories.push(memory);
      }
      next.push(number);
      for (const tier of [0, 1, 2] as const) costs[tier].push(cost[tier] as number);
    }
  }
  return merged(memories.length, width, next, costs);
}

interface Rules {
  readonly begin: Memory;
  step(memory: Memory, shift: number, cost: Float64Array): Memory;
}

function rulesOf(plan: SolverPlan, tables: CellRuleTables, employee: number): Rules | undefined {
  const own = <Rule>({ at, items }: CellRuleTables['runsOf'], rules: readonly Rule[]): Rule[] =>
    [...items.subarray(at[employee], at[employee + 1])].map((index) => rules[index] as Rule);
  const width = plan.shifts + 1;
  const runs = own(tables.runsOf, plan.runs);
  const patterns = own(tables.patternsOf, plan.patterns).flatMap((rule) => {
    const last = rule.begins.lastIndexOf(1);
    if (last < 0) return [];
    // A sequence judged only where more days follow is extended by those days, whatever they hold.
    const any = Array.from({ length: plan.days - last - rule.elements.length }, () => new Uint8Array(width).fill(1));
    return [{ ...rule, elements: [...rule.elements, ...any] }];
  });
  const base = (plan.classOf[employee] as number) * width * width;
  if (patterns.some(({ elements }) => elements.length > longestPattern)) return undefined;
  // A link between days that are not neighbours and need not be free between is left to the exact score.
  const links = plan.links.filter(({ distance, next }) => distance === 1 || next);
  const farthest = Math.max(0, ...links.map(({ distance }) => distance));
  const add = (cost: Float64Array, tier: number, amount: number): void => {
    cost[tier] = (cost[tier] as number) + amount;
  };
  const begin = [...runs.map(() => -1), ...patterns.map(() => 0), 0, 0];
  const step = (memory: Memory, shift: number, cost: Float64Array): Memory => {
    const after: number[] = [];
    runs.forEach((rule, index) => {
      // -1 before the first day that is known; an open run has a negative length, less one.
      const held = memory[index] as number;
      const open = held < 0;
      const length = open ? -1 - held : held;
      if (rule.member[shift] === 1) {
        const most = Number.isFinite(rule.max) ? Math.max(rule.max, rule.min) : rule.min;
        if (length + 1 > rule.max) add(cost, rule.tier, rule.weight);
        const grown = Math.min(length + 1, most);
        after.push(open && grown < rule.min ? -1 - grown : grown);
        return;
      }
      if (length <= rule.max) add(cost, rule.tier, computeRunCost(rule, length, open));
      after.push(shift === plan.unknown ? -1 : 0);
    });
    patterns.forEach(({ elements, tier, weight }, index) => {
      const bits = ((memory[runs.length + index] as number) << 1) | 1;
      let matched = 0;
      for (let place = 0; place < elements.length; place += 1) {
        if (((bits >> place) & 1) === 1 && elements[place]?.[shift] === 1) matched |= 1 << place;
      }
      if (((matched >> (elements.length - 1)) & 1) === 1) add(cost, tier, weight);
      after.push(matched & ((1 << (elements.length - 1)) - 1));
    });
    const last = memory[memory.length - 2] as number;
    const since = (memory[memory.length - 1] as number) + 1;
    for (const link of links) {
      if (link.distance === since) add(cost, link.tier, link.cost[base + last * width + shift] as number);
    }
    if (shift !== 0 && shift !== plan.unknown) after.push(shift, 0);
    else if (last === 0 || since >= farthest) after.push(0, 0);
    else after.push(last, since);
    return after;
  };
  return { begin, step };
}

/** Merges states that cost the same whatever comes next. */
function merged(states: number, width: number, next: readonly number[], costs: readonly number[][]): RowAutomaton {
  let group = Array.from({ length: states }, () => 0);
  let groups = 1;
  for (;;) {
    const numbers = new Map<string, number>();
    const finer = group.map((own, state) => {
      const parts: number[] = [own];
      for (let at = state * width; at < (state + 1) * width; at += 1) {
        parts.push(group[next[at] as number] as number);
        if (groups === 1) for (const cost of costs) parts.push(cost[at] as number);
      }
      const key = parts.join();
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    });
    group = finer;
    if (numbers.size === groups) break;
    groups = numbers.size;
  }
  const first = Array.from({ length: groups }, (_, number) => group.indexOf(number));
  const cells = (of: (at: number) => number): number[] =>
    first.flatMap((state) => Array.from({ length: width }, (_, shift) => of(state * width + shift)));
  const tier = (index: number): Float64Array => Float64Array.from(cells((at) => costs[index]?.[at] as number));
  return {
    states: groups,
    start: group[0] as number,
    next: Int32Array.from(cells((at) => group[next[at] as number] as number)),
    costs: [tier(0), tier(1), tier(2)],
  };
}
