import type { SolverBudget } from '../budget.js';
import type { SolverPlan } from '../plan.js';
import type { BestRoster } from '../roster-state.js';
import type { SolverRandom } from '../solver-random.js';
import { dropHighs, loadHighs } from './load-highs.js';
import { createRosterModel } from './roster-model.js';
import { solveModel } from './solve-model.js';

/** A whole programme with more columns for shifts than this takes too long. */
const largestWhole = 4000;
const largestPart = 700;
/** With more cells than this, a part is too small a share of the whole to be worth its time and memory. */
const largestInParts = 8000;
/** Work of one step of the simplex method, including its share of cuts and heuristics. */
const workPerStep = 600;
/** Work of making and presolving one entry of the programme. */
const workPerEntry = 6;

type Take = (grid: Uint16Array) => boolean;

/** Improves rosters by integer programs for the whole roster or for some employees or days. */
export class MipImprover {
  readonly #free: readonly number[];
  /** Shifts that may be put into cells. */
  readonly columns: number;
  /** Whether the whole is small enough for one programme. */
  readonly fits: boolean;
  /** Rounds of annealing before the whole: rules on sequences make programmes hard to solve. */
  readonly roundsBefore: number;
  #failed = false;
  /** By how much the soft score may still improve at most, once that is known. */
  gap: number | undefined;

  constructor(
    private readonly plan: SolverPlan,
    private readonly budget: SolverBudget,
    private readonly chance: SolverRandom,
    private readonly seed: number,
  ) {
    const free: number[] = [];
    for (let cell = 0; cell < plan.start.length; cell += 1) if (this.#columns(cell) > 0) free.push(cell);
    this.#free = free;
    const columns = free.reduce((sum, cell) => sum + this.#columns(cell), 0);
    this.columns = columns;
    this.roundsBefore = plan.runs.length + plan.patterns.length + plan.rows.length === 0 ? 0 : 1;
    this.fits = columns <= largestWhole;
  }

  /** @returns whether it was proved that nothing is better than the best */
  async solveWhole(best: BestRoster, take: Take): Promise<boolean> {
    const { work, left } = this.budget;
    const until = work + left * (this.roundsBefore === 0 ? 0.6 : 0.3);
    const { optimal, gap } = await this.#solve(best, this.#free, until, take);
    if (Number.isFinite(gap)) this.gap = gap;
    return optimal && Number.isFinite(gap);
  }

  /** Programmes of parts until `length` of the budget is used up. */
  async solveParts(best: BestRoster, length: number, take: Take): Promise<void> {
    const until = this.budget.work + length;
    let current = best;
    if (this.plan.start.length > largestInParts) return;
    while (!this.#failed && this.budget.work < until && !this.budget.isOver()) {
      await this.#solve(current, this.#part(), until, (grid) => {
        const better = take(grid);
        if (better) current = { grid, cost: current.cost };
        return better;
      });
    }
  }

  async #solve(best: BestRoster, free: readonly number[], until: number, take: Take) {
    const budget = this.budget;
    const strict = Math.abs(best.cost[0] as number) < 1e-6 && Math.abs(best.cost[1] as number) < 1e-6;
    const draft = createRosterModel(this.plan, best.grid, free, strict);
    budget.work += draft.model.entries * workPerEntry;
    try {
      const run = solveModel(await loadHighs(), draft, {
        steps: (until - budget.work) / workPerStep,
        seed: this.seed % 2 ** 31,
        // Less than the step of the score, 1/60.
        gap: 0.0099,
        shouldStop: (steps) => budget.isOver(steps * workPerStep),
        onGrid: take,
      });
      budget.work += run.steps * workPerStep;
      if (run.grid !== undefined) take(run.grid);
      return { optimal: run.optimal, gap: draft.model.exact && strict ? run.gap : Number.POSITIVE_INFINITY };
    } catch (error) {
      // Most likely out of memory: the search continues without programmes.
      if (!(error instanceof Error)) throw error;
      dropHighs();
      this.#failed = true;
      return { optimal: false, gap: Number.POSITIVE_INFINITY };
    }
  }

  #columns(cell: number): number {
    const { optionsAt } = this.plan;
    return Math.max(0, (optionsAt[cell + 1] as number) - (optionsAt[cell] as number) - 1);
  }

  /** Cells of some employees on all days, or of all employees on some days: as many as a programme can hold. */
  #part(): number[] {
    const { days, lead, employees } = this.plan;
    const byDays = this.chance.next() < 0.4;
    const order = Array.from({ length: byDays ? days - lead : employees }, (_, index) => index);
    const first = this.chance.below(order.length);
    if (byDays) order.push(...order.splice(0, first));
    else this.chance.shuffle(order);
    const part: number[] = [];
    let columns = 0;
    for (const number of order) {
      const cells: number[] = [];
      for (let other = 0; other < (byDays ? employees : days); other += 1) {
        const cell = byDays ? other * days + lead + number : number * days + other;
        if (this.#columns(cell) > 0) cells.push(cell);
      }
      const added = cells.reduce((sum, cell) => sum + this.#columns(cell), 0);
      if (columns > 0 && columns + added > largestPart) break;
      part.push(...cells);
      columns += added;
    }
    return part;
  }
}
