import type { Best } from '../best.js';
import type { Budget } from '../budget.js';
import type { Chance } from '../chance.js';
import { dropHighs, loadHighs } from '../mip/load-highs.js';
import type { RosterState } from '../roster-state.js';
import type { Replanner } from './replanner.js';
import type { RowColumn } from './row-master.js';
import type { RowPlanner } from './row-planner.js';
import { RowProgramme } from './row-programme.js';

/** Work that planning one employee beside others takes for each shift that may be put into a cell. */
const workPerChoice = 900;
/** Work before that, for the library to load. */
const workToBegin = 200_000;
const fewestEmployees = 5;
const mostTogether = 12;
/** Rows kept from one programme to the next, by employee. */
const mostKept = 40;

/** Improves rosters by planning the rows of several employees together. */
export class RowImprover {
  readonly #state: RosterState;
  readonly #planners: readonly RowPlanner[];
  readonly #complete: boolean;
  readonly #budget: Budget;
  readonly #chance: Chance;
  readonly #pool = new Map<number, RowColumn[]>();
  #failed = false;
  #wholeTried = false;
  /** No roster costs less than this in soft score, once that is known. */
  bound: number | undefined;

  constructor(state: RosterState, replanner: Replanner, budget: Budget, chance: Chance) {
    this.#state = state;
    this.#planners = replanner.planners;
    this.#complete = replanner.isComplete;
    this.#budget = budget;
    this.#chance = chance;
  }

  /** Whether the cost of a roster is that of its rows and of staffing, shift by shift, and nothing else. */
  get applies(): boolean {
    const { rows, spreads, links, covers } = this.#state.plan;
    return (
      this.#planners.length > 1 &&
      rows.length + spreads.length === 0 &&
      links.every(({ distance, next }) => distance === 1 || next) &&
      covers.every(({ needs }) => needs.length === 0)
    );
  }

  /** Whether all employees can be planned together in so much of the budget. */
  affordsAll(length: number): boolean {
    return this.#wholeTried || this.#affordable(length) >= this.#planners.length;
  }

  /** Whether all employees have not been planned together yet and can be in half of the budget that is left. */
  get mayTryAll(): boolean {
    return !this.#wholeTried && !this.#failed && this.affordsAll(this.#budget.left / 2);
  }

  /** Plans all employees together, if that has not been done and can be, or groups of them until `length` of the budget is used up. */
  async improve(best: Best, length: number, take: (grid: Uint16Array) => boolean): Promise<void> {
    const budget = this.#budget;
    const until = budget.work + length;
    let grid = best.grid;
    while (!this.#failed && budget.work < until && !budget.isOver()) {
      const group = this.#group(until - budget.work);
      if (group.length < 2) return;
      const found = await this.#solve(group, grid, until);
      if (found !== undefined && take(found)) grid = found;
      if (group.length === this.#planners.length) return;
    }
  }

  async #solve(group: readonly RowPlanner[], grid: Uint16Array, until: number): Promise<Uint16Array | undefined> {
    const budget = this.#budget;
    const { plan, tables } = this.#state;
    try {
      const programme = new RowProgramme(await loadHighs(), plan, tables, group, grid, {
        isOver: () => budget.isOver() || budget.work >= until,
        note: (work) => {
          budget.work += work;
        },
      });
      const known = group.flatMap(({ employee }) => this.#pool.get(employee) ?? []);
      const { rows, bound } = programme.run(known);
      this.#keep(group, programme.columns);
      if (this.#complete && group.length === this.#planners.length && Number.isFinite(bound))
        this.bound = Math.max(bound, this.bound ?? bound);
      if (rows.size === 0) return undefined;
      const next = grid.slice();
      for (const [employee, row] of rows) next.set(row, employee * plan.days);
      return next;
    } catch (error) {
      // Out of memory, most likely. The search goes on without programmes.
      if (!(error instanceof Error)) throw error;
      dropHighs();
      this.#failed = true;
      return undefined;
    }
  }

  /** Employees to plan together: all once, if the time allows it, then some by chance. */
  #group(work: number): readonly RowPlanner[] {
    const all = this.#planners;
    const affordable = this.#affordable(work);
    if (!this.#wholeTried && affordable >= all.length) {
      this.#wholeTried = true;
      return all;
    }
    if (affordable < fewestEmployees) return [];
    const count = Math.min(affordable, all.length, mostTogether);
    const left = [...all];
    return Array.from({ length: count }, () => left.splice(this.#chance.below(left.length), 1)[0] as RowPlanner);
  }

  #affordable(work: number): number {
    const { days, shifts } = this.#state.plan;
    return Math.floor((work - workToBegin) / (workPerChoice * days * shifts));
  }

  #keep(group: readonly RowPlanner[], columns: readonly RowColumn[]): void {
    for (const { employee } of group) {
      const own = columns.filter((column) => column.employee === employee);
      this.#pool.set(employee, own.slice(-mostKept));
    }
  }
}
