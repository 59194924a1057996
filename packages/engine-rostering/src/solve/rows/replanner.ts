import type { Budget } from '../budget.js';
import type { Chance } from '../chance.js';
import type { RosterState } from '../roster-state.js';
import { LabelStore } from './label-store.js';
import { priceRow } from './price-row.js';
import { type RowAutomaton, rowAutomaton } from './row-automaton.js';
import { rowCounters } from './row-counters.js';
import { RowPlanner } from './row-planner.js';

/** Labels a day for a first row, and for a better one. */
const firstWidth = 60;
const quickWidth = 30;
const betterWidth = 300;
/** The same while strict rules are broken. */
const widestSearch = 3000;
const tolerance = 1e-6;

/** Plans whole rows of a roster anew, one employee at a time. */
export class Replanner {
  readonly #state: RosterState;
  readonly #chance: Chance;
  readonly #budget: Budget;
  readonly #planners: readonly RowPlanner[];
  readonly #prices: Float64Array;
  readonly #row: Uint16Array;
  readonly #old: Uint16Array;

  constructor(state: RosterState, chance: Chance, budget: Budget) {
    this.#state = state;
    this.#chance = chance;
    this.#budget = budget;
    const { plan, tables } = state;
    const labels = new LabelStore();
    const automata = new Map<string, RowAutomaton | undefined>();
    const planners: RowPlanner[] = [];
    for (let employee = 0; employee < plan.employees; employee += 1) {
      let free = 0;
      for (let cell = employee * plan.days; cell < (employee + 1) * plan.days; cell += 1) {
        if ((plan.optionsAt[cell + 1] as number) - (plan.optionsAt[cell] as number) > 1) free += 1;
      }
      if (free === 0) continue;
      const key = sequenceKey(state, employee);
      if (!automata.has(key)) automata.set(key, rowAutomaton(plan, tables, employee));
      const automaton = automata.get(key);
      const counters = rowCounters(plan, tables, employee);
      if (automaton === undefined || counters === undefined) continue;
      planners.push(new RowPlanner(plan, employee, automaton, counters, labels));
    }
    this.#planners = planners;
    this.#prices = new Float64Array(plan.days * (plan.shifts + 1));
    this.#row = new Uint16Array(plan.days);
    this.#old = new Uint16Array(plan.days);
  }

  get planners(): readonly RowPlanner[] {
    return this.#planners;
  }

  /**
   * Empties the roster and gives each employee in turn the row that costs least beside the rows given so far, then each
   * again while that brings anything.
   *
   * @returns false when the budget ended before everybody had a row, or nobody's row can be planned
   */
  construct(): boolean {
    const order = [...this.#planners];
    if (order.length === 0) return false;
    for (let index = order.length - 1; index > 0; index -= 1) {
      const other = this.#chance.below(index + 1);
      [order[index], order[other]] = [order[other] as RowPlanner, order[index] as RowPlanner];
    }
    this.#state.load(this.#state.plan.start);
    for (const planner of order) {
      if (this.#budget.isOver()) return false;
      this.replan(planner, firstWidth);
    }
    this.#improve(order, betterWidth);
    if (!this.#isClean()) this.#improve(order, widestSearch);
    return true;
  }

  /** Plans the row of some employee anew. @returns whether it was replaced */
  replanAny(): boolean {
    const planner = this.#planners[this.#chance.below(this.#planners.length)];
    return planner !== undefined && this.replan(planner, quickWidth);
  }

  #improve(order: readonly RowPlanner[], width: number): void {
    for (let better = true; better; ) {
      better = false;
      for (const planner of order) {
        if (this.#budget.isOver()) return;
        if (this.replan(planner, width)) better = true;
      }
    }
  }

  #isClean(): boolean {
    const { cost } = this.#state;
    return (cost[0] as number) < tolerance && (cost[1] as number) < tolerance;
  }

  /**
   * Puts the cheapest row of an employee into the roster, if one costs less than the row there is.
   *
   * @param width labels kept for each day
   * @returns whether the row was replaced
   */
  replan(planner: RowPlanner, width: number): boolean {
    const state = this.#state;
    const first = planner.employee * state.plan.days;
    this.#old.set(state.grid.subarray(first, first + this.#old.length));
    this.#clear(first);
    priceRow(state, planner.employee, this.#prices);
    const before = planner.costOf(this.#old, this.#prices);
    const found = Number.isFinite(planner.plan(this.#prices, before - tolerance, width, this.#row));
    this.#budget.iterations += planner.moves;
    const row = found ? this.#row : this.#old;
    for (let day = 0; day < row.length; day += 1) state.change(first + day, row[day] as number, true);
    return found;
  }

  #clear(first: number): void {
    const { grid, plan } = this.#state;
    for (let cell = first; cell < first + plan.days; cell += 1) {
      if (grid[cell] !== 0 && plan.allowed[cell * (plan.shifts + 1)] === 1) this.#state.change(cell, 0, true);
    }
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
