import type { SolverBudget } from '../budget.js';
import { dropHighs, loadHighs } from '../mip/load-highs.js';
import type { RosterState } from '../roster-state.js';
import type { SolverRandom } from '../solver-random.js';
import type { Replanner } from './replanner.js';
import type { RowPlanner } from './row-planner.js';
import { RowProgramme } from './row-programme.js';

/** Work of planning all rows together: for each shift that may be put into a cell, and a fixed part. */
const workPerChoice = 550;
const workToBegin = 700_000;
/** Share of the work without a better roster that it may take. */
const shareOfPatience = 0.9;

/** Improves rosters by planning the rows of all employees together. */
export class ColumnGenerationSolver {
  readonly #planners: readonly RowPlanner[];
  readonly #complete: boolean;
  #programme: RowProgramme | undefined;
  #until = 0;
  #failed = false;
  /** Whether the last attempt ended without finding more. */
  isExhausted = false;
  /** No roster costs less than this in soft score, once that is known. */
  bound: number | undefined;

  constructor(
    private readonly state: RosterState,
    replanner: Replanner,
    private readonly budget: SolverBudget,
    private readonly chance: SolverRandom,
  ) {
    this.#planners = replanner.planners;
    this.#complete = replanner.isComplete;
  }

  /** Whether the cost of a roster is only that of its rows and of staffing, shift by shift. */
  get applies(): boolean {
    const { rows, spreads, links, covers } = this.state.plan;
    return (
      this.#complete &&
      this.#planners.length > 1 &&
      rows.length + spreads.length === 0 &&
      links.every(({ distance, next }) => distance === 1 || next) &&
      covers.every(({ needs }) => needs.length === 0)
    );
  }

  /** Returns whether the rows can be planned together within this much work. */
  affords(length: number): boolean {
    const { days, shifts } = this.state.plan;
    const choices = this.#planners.length * days * shifts;
    const enough = workToBegin + workPerChoice * choices;
    return !this.#failed && (this.#programme !== undefined || Math.min(length, this.#patience) >= enough);
  }

  /** Plans rows of a roster until `length` of the budget is used up or nothing better is found. */
  async improve(grid: Uint16Array, length: number, take: (grid: Uint16Array) => boolean): Promise<void> {
    this.#until = this.budget.work + Math.min(length, this.#patience);
    const { plan, tables } = this.state;
    try {
      this.#programme ??= new RowProgramme(await loadHighs(), plan, tables, this.#planners, grid, this.chance, {
        left: () => (this.budget.isOver() ? 0 : this.#until - this.budget.work),
        note: (work) => {
          this.budget.work += work;
        },
      });
      this.#programme.improve(grid, (rows) => {
        const next = grid.slice();
        for (const [employee, row] of rows) next.set(row, employee * plan.days);
        take(next);
      });
      this.isExhausted = this.budget.work < this.#until;
      const { bound } = this.#programme;
      if (Number.isFinite(bound)) this.bound = bound;
    } catch (error) {
      // Most likely out of memory: the search continues without programmes.
      if (!(error instanceof Error)) throw error;
      dropHighs();
      this.#failed = true;
      this.#programme = undefined;
      for (const planner of this.#planners) planner.releaseAll();
    }
  }

  get #patience(): number {
    return shareOfPatience * this.budget.unimproved;
  }

  /** Whether rows are being planned together and may still get better. */
  get isUnderWay(): boolean {
    return this.#programme !== undefined && !this.isExhausted;
  }

  /** Frees what the programme holds. */
  dispose(): void {
    this.#programme?.dispose();
    this.#programme = undefined;
  }
}
