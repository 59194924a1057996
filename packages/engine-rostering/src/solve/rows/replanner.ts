import { costUnits } from '../../model/instance.js';
import type { SolverBudget } from '../budget.js';
import { rowWeights } from '../plan.js';
import type { RosterState } from '../roster-state.js';
import type { SolverRandom } from '../solver-random.js';
import { LabelStore } from './label-store.js';
import { createRowAutomaton, type RowAutomaton } from './row-automaton.js';
import { createRowCounters } from './row-counters.js';
import { RowPlanner } from './row-planner.js';
import { SequenceCheck } from './sequence-check.js';

/** Labels kept for a day: for a first row, and during annealing. */
const firstWidth = 60;
const quickWidth = 15;
/** The same once a row was found that breaks something strict. */
const widerSearch = 300;
const widestSearch = 3000;
/** Share of the rows planned during annealing whose prices are disturbed, and the most by which they are. */
const disturbed = 0.8;
const disturbance = 60 * costUnits;
/** Work of pricing a shift on a day, and of what is done for it apart from the search. */
const workPerPrice = 0.1;
const tolerance = 1e-6;

/** Replans whole rows of a roster, one employee at a time. */
export class Replanner {
  readonly #planners: readonly RowPlanner[];
  readonly sequences: SequenceCheck;
  readonly #prices: Float64Array;
  readonly #row: Uint16Array;
  readonly #old: Uint16Array;
  readonly #before = new Float64Array(3);

  constructor(
    private readonly state: RosterState,
    private readonly chance: SolverRandom,
    private readonly budget: SolverBudget,
  ) {
    const { plan, tables } = state;
    const labels = new LabelStore();
    const automata = new Map<string, RowAutomaton | undefined>();
    const planners: RowPlanner[] = [];
    const ofEmployees: (RowAutomaton | undefined)[] = Array.from({ length: plan.employees });
    for (let employee = 0; employee < plan.employees; employee += 1) {
      let free = 0;
      for (let cell = employee * plan.days; cell < (employee + 1) * plan.days; cell += 1) {
        if ((plan.optionsAt[cell + 1] as number) - (plan.optionsAt[cell] as number) > 1) free += 1;
      }
      if (free === 0) continue;
      const key = sequenceKey(state, employee);
      if (!automata.has(key)) automata.set(key, createRowAutomaton(plan, tables, employee));
      const automaton = automata.get(key);
      ofEmployees[employee] = automaton;
      const counters = createRowCounters(plan, tables, employee);
      if (automaton === undefined || counters === undefined) continue;
      planners.push(new RowPlanner(plan, employee, automaton, counters, labels));
    }
    this.#planners = planners;
    this.sequences = new SequenceCheck(state, ofEmployees);
    this.#prices = new Float64Array(plan.days * (plan.shifts + 1));
    this.#row = new Uint16Array(plan.days);
    this.#old = new Uint16Array(plan.days);
  }

  /** Gives each employee in turn the row that costs least. Returns false when the budget ended or no row was found. */
  construct(): boolean {
    const order = [...this.#planners];
    if (order.length === 0) return false;
    this.chance.shuffle(order);
    this.state.load(this.state.plan.start);
    for (const planner of order) {
      if (this.budget.isOver()) return false;
      this.#replan(planner, firstWidth);
      for (const width of [firstWidth, widerSearch]) {
        if (planner.breaksStrict(this.#rowOf(planner))) this.#replan(planner, width);
      }
    }
    for (let better = true; better && !this.#isClean(); ) {
      better = false;
      for (const planner of order) {
        if (this.budget.isOver() || this.#isClean()) return true;
        const width = planner.breaksStrict(this.#rowOf(planner)) ? widestSearch : firstWidth;
        if (this.#replan(planner, width)) better = true;
      }
    }
    return true;
  }

  /** Plans a random row again under disturbed prices: heads then move between shifts that lack as many. */
  replanAny(accepts: (before: Float64Array) => boolean): boolean {
    const planner = this.#planners[this.chance.below(this.#planners.length)];
    if (planner === undefined) return false;
    if (this.chance.next() >= disturbed) return this.#replan(planner, quickWidth);
    const { cost } = this.state;
    this.#before.set(cost);
    // Mostly only a little, as wishes cost far less than heads.
    const share = this.chance.next();
    if (!this.#replan(planner, quickWidth, disturbance * share * share * share)) return false;
    if (accepts(this.#before)) return true;
    this.#put(planner.employee, this.#old);
    return false;
  }

  #rowOf({ employee }: RowPlanner): Uint16Array {
    const { grid, plan } = this.state;
    return grid.subarray(employee * plan.days, (employee + 1) * plan.days);
  }

  #isClean(): boolean {
    const { cost } = this.state;
    return (cost[0] as number) < tolerance && (cost[1] as number) < tolerance;
  }

  /** Puts the cheapest row of an employee into the roster if it costs less. `noise` disturbs the prices. */
  #replan(planner: RowPlanner, width: number, noise = 0): boolean {
    const state = this.state;
    this.#old.set(this.#rowOf(planner));
    state.liftHeads(planner.employee, -1);
    priceRow(state, planner.employee, this.#prices);
    state.liftHeads(planner.employee, 1);
    if (noise > 0) this.#disturb(noise);
    const before = planner.costOf(this.#old, this.#prices);
    const found = Number.isFinite(planner.plan(this.#prices, before - tolerance, width, this.#row));
    this.budget.work += planner.work + this.#prices.length * workPerPrice + state.takeWork();
    if (found) this.#put(planner.employee, this.#row);
    return found;
  }

  /** Days off keep their price, so that all shifts are treated alike compared with them. */
  #disturb(noise: number): void {
    const prices = this.#prices;
    const width = this.state.plan.shifts + 1;
    for (let at = 0; at < prices.length; at += 1) {
      if (at % width !== 0) prices[at] = (prices[at] as number) + noise * (this.chance.next() - 0.5);
    }
  }

  #put(employee: number, row: Uint16Array): void {
    const first = employee * this.state.plan.days;
    for (let day = 0; day < row.length; day += 1) this.state.change(first + day, row[day] as number, true);
  }
}

/** Employees with equal keys are under the same rules on sequences. */
function sequenceKey({ plan, tables }: RosterState, employee: number): string {
  const { runsOf, patternsOf } = tables;
  const runs = [...runsOf.items.subarray(runsOf.at[employee], runsOf.at[employee + 1])].map((index) => {
    const rule = plan.runs[index];
    return [rule?.member.join(''), rule?.min, rule?.max, rule?.weight, rule?.tier].join();
  });
  const patterns = [...patternsOf.items.subarray(patternsOf.at[employee], patternsOf.at[employee + 1])].map((index) => {
    const rule = plan.patterns[index];
    return [rule?.elements.map((element) => element.join('')).join(), rule?.weight, rule?.tier].join();
  });
  return [plan.classOf[employee], runs.join(';'), patterns.join(';')].join('|');
}

/** The cost of each shift on each day without the employee's rules. Index: `day * (shifts + 1) + shift`. */
function priceRow(state: RosterState, employee: number, prices: Float64Array): void {
  const { plan, delta } = state;
  const width = plan.shifts + 1;
  for (let day = 0; day < plan.days; day += 1) {
    const cell = employee * plan.days + day;
    for (let at = plan.optionsAt[cell] as number; at < (plan.optionsAt[cell + 1] as number); at += 1) {
      const shift = plan.options[at] as number;
      state.tellHead(day, shift, employee);
      let price = plan.wishes.length > 0 ? (plan.wishes[cell * width + shift] as number) : 0;
      for (let tier = 0; tier < 3; tier += 1) price += (delta[tier] as number) * (rowWeights[tier] as number);
      prices[day * width + shift] = price;
    }
  }
}
