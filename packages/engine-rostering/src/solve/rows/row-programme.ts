import type { Highs } from 'highs';
import type { CellRuleTables } from '../cell-rule-tables.js';
import type { SolverPlan } from '../plan.js';
import { computeMinStep } from '../soft-prices.js';
import type { SolverRandom } from '../solver-random.js';
import { type ChosenRows, RowDive, SettledRows } from './row-dive.js';
import type { RowPlanner } from './row-planner.js';
import { type ProgrammeLimits, RowPricing } from './row-pricing.js';

/** Rounds of pricing before rows are chosen for the first time, and in a window. */
const mostRounds = 1000;
const roundsOfWindow = 30;
/** Share of the work for pricing before rows are chosen, and share of the rest for choosing them. */
const shareOfPricing = 0.6;
const shareOfDive = 0.6;
/** Share of the open days that are settled in a step. */
const daysAtATime = 0.01;
const daysOfWindowAtATime = 0.02;
/** Days of the first windows, and by how many days they widen. */
const narrowest = 7;
const wider = 3;
/** By how much rows must be cheaper, in units of the score. */
const tolerance = 0.6;

/** By employee. */
type Rows = ReadonlyMap<number, Uint16Array>;

/** Plans the rows of employees together by column generation and diving, then replans windows of days. */
export class RowProgramme {
  readonly #pricing: RowPricing;
  readonly #held: SettledRows;
  readonly #dive: RowDive;
  /** The least improvement that is looked for. */
  readonly #margin: number;
  #chosen = false;
  #proved = false;

  constructor(
    highs: Highs,
    private readonly plan: SolverPlan,
    tables: CellRuleTables,
    private readonly planners: readonly RowPlanner[],
    grid: Uint16Array,
    private readonly chance: SolverRandom,
    private readonly limits: ProgrammeLimits,
  ) {
    this.#pricing = new RowPricing(highs, plan, tables, planners, grid, limits);
    this.#held = new SettledRows(plan.days, this.#pricing.master, planners);
    this.#dive = new RowDive(plan, planners, this.#pricing, this.#held);
    this.#margin = Math.max(tolerance, computeMinStep(plan) - tolerance);
    this.#add(grid);
  }

  /** No choice of rows costs less, staffing included; -infinite when that is not known. */
  get bound(): number {
    return this.#pricing.bound;
  }

  /** What the rows of a grid cost, counted like {@link RowProgramme.bound}. */
  costOf(grid: Uint16Array): number {
    this.#add(grid);
    for (const planner of this.planners) this.#held.holdAround(planner, this.#rowIn(grid, planner), 0, 0);
    this.#held.takeNew();
    return this.#pricing.relax().cost;
  }

  /** Looks for better rows than those of a grid until the work is used up, then for a bound. `found` gets each one. */
  improve(grid: Uint16Array, found: (rows: Rows) => void): void {
    let best: ChosenRows = { rows: this.#add(grid), cost: this.costOf(grid) };
    const better = (next: ChosenRows | undefined): boolean => {
      if (next === undefined) return false;
      best = next;
      found(next.rows);
      return true;
    };
    if (!this.#chosen) better(this.#choose(best.cost - this.#margin));
    for (let failed = 0, width = narrowest; !this.#pricing.isOver() && width < this.plan.days; ) {
      const step = Math.max(1, width >> 1);
      const windows = Math.ceil((this.plan.days + width) / step);
      const first = this.chance.below(windows);
      for (let window = 0; window < windows && !this.#pricing.isOver(); window += 1) {
        const begin = ((first + window) % windows) * step - width + 1;
        failed = better(this.#replan(best, begin, begin + width)) ? 0 : failed + 1;
      }
      if (failed >= windows) width += wider;
    }
    this.prove();
  }

  /** Prices rows until the bound is as high as it gets or the work is used up. */
  prove(): void {
    this.#release();
    if (this.#proved || this.#pricing.isOver()) return;
    this.#pricing.generate(this.planners, mostRounds);
    this.#pricing.prove();
    this.#proved = !this.#pricing.isOver();
  }

  dispose(): void {
    this.#release();
    this.#pricing.master.dispose();
  }

  #choose(below: number): ChosenRows | undefined {
    this.#chosen = true;
    this.#release();
    const left = this.limits.left();
    const relaxed = this.#pricing.generate(this.planners, mostRounds, left * (1 - shareOfPricing));
    this.#pricing.isOpen = false;
    return this.#dive.run(relaxed, { below, length: this.limits.left() * shareOfDive, share: daysAtATime });
  }

  /** Plans some days of all employees again. */
  #replan({ rows, cost }: ChosenRows, begin: number, end: number): ChosenRows | undefined {
    for (const planner of this.planners) {
      this.#held.holdAround(planner, rows.get(planner.employee) as Uint16Array, begin, end);
    }
    this.#held.takeNew();
    this.#pricing.isOpen = false;
    const below = cost - this.#margin;
    const relaxed = this.#pricing.generate(this.planners, roundsOfWindow);
    return this.#dive.run(relaxed, { below, length: this.limits.left(), share: daysOfWindowAtATime });
  }

  #release(): void {
    const none = new Uint16Array(this.plan.days);
    for (const planner of this.planners) this.#held.holdAround(planner, none, 0, this.plan.days);
    this.#held.takeNew();
    this.#pricing.isOpen = true;
  }

  #add(grid: Uint16Array): Rows {
    const rows = new Map<number, Uint16Array>();
    for (const planner of this.planners) {
      const row = this.#rowIn(grid, planner);
      this.#pricing.add(planner, row);
      rows.set(planner.employee, row);
    }
    return rows;
  }

  #rowIn(grid: Uint16Array, { employee }: RowPlanner): Uint16Array {
    return grid.slice(employee * this.plan.days, (employee + 1) * this.plan.days);
  }
}
