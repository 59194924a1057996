import type { Highs } from 'highs';
import type { CellRuleTables } from '../cell-rule-tables.js';
import { computeCoverCost } from '../head-counts.js';
import { rowWeights, type SolverPlan } from '../plan.js';
import { type RelaxedSolution, RowMaster } from './row-master.js';
import type { RowPlanner } from './row-planner.js';

/** Labels kept for a day while rows are priced, and while the bound is proved. */
const pricingWidth = 20;
const provingWidth = 20_000;
/** The most rounds of pricing for the bound, in which every row that improves the relaxation is found. */
const provingRounds = 400;
/** Rows of an employee that are added at a time. */
const rowsAtATime = 3;
/** How close prices stay to those that gave the best bound. */
const inertia = 0.5;
const tolerance = 0.01;
/** A bound as near as this to the relaxation, in units of the score or as a share, is not worth another round. */
const near = 1;
const nearShare = 0.002;
/** Work of one step of the simplex method, of adding a row, and of pricing one apart from what its planner counts. */
const workPerStep = 70;
const workPerRow = 20;
const workPerPricing = 30;

export interface ProgrammeLimits {
  /** The work that is left; 0 or less at the end. */
  left(): number;
  note(work: number): void;
}

/** Chooses the rows of several employees together by column generation, with all other rows fixed. */
export class RowPricing {
  readonly master: RowMaster;
  readonly #heads: Int32Array;
  readonly #wishes: ReadonlyMap<RowPlanner, Float64Array>;
  readonly #prices: Float64Array;
  readonly #row: Uint16Array;
  #center: Float64Array | undefined;
  /** No choice of rows costs less, staffing included; -infinite when that is not known. */
  bound = Number.NEGATIVE_INFINITY;
  /** Whether every day of every employee is open, so that prices give a bound. */
  isOpen = true;
  /** Done so far. */
  work = 0;

  constructor(
    highs: Highs,
    private readonly plan: SolverPlan,
    private readonly tables: CellRuleTables,
    private readonly planners: readonly RowPlanner[],
    grid: Uint16Array,
    private readonly limits: ProgrammeLimits,
  ) {
    const employees = planners.map(({ employee }) => employee);
    this.#heads = this.#headsOf(grid, new Set(employees));
    this.master = new RowMaster(highs, plan, tables, employees, this.#heads);
    this.#wishes = new Map(planners.map((planner) => [planner, wishesOf(plan, planner.employee)]));
    this.#prices = new Float64Array(plan.days * (plan.shifts + 1));
    this.#row = new Uint16Array(plan.days);
  }

  isOver(): boolean {
    return this.limits.left() <= 0;
  }

  add(planner: RowPlanner, row: Uint16Array): boolean {
    const cost = planner.costOf(row, this.#wishes.get(planner) as Float64Array);
    this.#note(workPerRow);
    return this.master.add({ employee: planner.employee, row, cost });
  }

  /** Prices rows until none would be better or the rounds end, with `floor` work left. */
  generate(planners: readonly RowPlanner[], rounds: number, floor = 0): RelaxedSolution {
    // Prices found with other settled days are of no use.
    if (!this.isOpen) this.#center = undefined;
    let relaxed = this.relax();
    for (let round = 0; round < rounds && this.limits.left() > floor; round += 1) {
      let added = this.#price(planners, this.#smooth(relaxed.heads), relaxed);
      if (added === 0) added = this.#price(planners, relaxed.heads, relaxed);
      if (added === 0) break;
      relaxed = this.relax();
      if (this.isOpen && relaxed.cost - this.bound < nearShare * Math.abs(relaxed.cost)) break;
    }
    return relaxed;
  }

  /** Prices rows, without missing any that would be better, until there is none. */
  prove(): RelaxedSolution {
    let relaxed = this.relax();
    for (let round = 0; round < provingRounds && !this.isOver(); round += 1) {
      if (relaxed.cost - this.bound < near) break;
      if (this.#price(this.planners, relaxed.heads, relaxed, true) === 0) break;
      relaxed = this.relax();
    }
    return relaxed;
  }

  /** Chooses fractions of the rows known so far. */
  relax(): RelaxedSolution {
    const relaxed = this.master.relax();
    this.#note(this.master.steps * workPerStep);
    return relaxed;
  }

  #note(work: number): void {
    this.work += work;
    this.limits.note(work);
  }

  #smooth(heads: Float64Array): Float64Array {
    const center = this.#center;
    if (center === undefined) return heads;
    return heads.map((price, cover) => inertia * (center[cover] as number) + (1 - inertia) * price);
  }

  /** @returns how many rows were added */
  #price(planners: readonly RowPlanner[], heads: Float64Array, relaxed: RelaxedSolution, proving = false): number {
    let added = 0;
    let bound = this.#boundOfCovers(heads);
    let complete = this.isOpen && planners.length === this.planners.length;
    for (const planner of planners) {
      if (this.isOver()) return added;
      const wishes = this.#wishes.get(planner) as Float64Array;
      this.#fillPrices(wishes, heads);
      const paid = relaxed.rows[planner.employee] as number;
      const below = proving ? paid - tolerance : Number.POSITIVE_INFINITY;
      const width = proving ? provingWidth : pricingWidth;
      let cost = planner.plan(this.#prices, below, width, this.#row, proving);
      this.#note(planner.work + workPerPricing);
      if (!proving && Number.isFinite(cost) && planner.breaksStrict(this.#row)) {
        cost = planner.plan(this.#prices, below, width, this.#row, true);
        this.#note(planner.work + workPerPricing);
      }
      if (!Number.isFinite(cost) && !proving) {
        complete = false;
        continue;
      }
      bound += planner.least;
      if (!Number.isFinite(cost)) continue;
      const rows = planner.best(rowsAtATime);
      this.#fillPrices(wishes, relaxed.heads);
      for (const row of rows) {
        if (planner.costOf(row, this.#prices) < paid - tolerance && this.add(planner, row)) added += 1;
      }
    }
    if (complete && bound > this.bound) {
      this.bound = bound;
      this.#center = heads;
    }
    return added;
  }

  #fillPrices(wishes: Float64Array, heads: Float64Array): void {
    const { at, items } = this.tables.coversAt;
    for (let key = 0; key < wishes.length; key += 1) {
      let price = wishes[key] as number;
      for (let place = at[key] as number; place < (at[key + 1] as number); place += 1) {
        price -= heads[items[place] as number] as number;
      }
      this.#prices[key] = price;
    }
  }

  /** Returns the least that staffing costs when each head costs its price. */
  #boundOfCovers(prices: Float64Array): number {
    let bound = 0;
    this.plan.covers.forEach((cover, index) => {
      const price = prices[index] as number;
      const fixed = this.#heads[index] as number;
      let least = Number.POSITIVE_INFINITY;
      for (let heads = 0; heads <= this.plan.employees; heads += 1) {
        const missing = Math.max(0, cover.min - heads) * cover.missing * rowWeights[1];
        const over = Math.max(0, heads - cover.limit) * cover.missing * rowWeights[0];
        least = Math.min(least, computeCoverCost(cover, heads) + missing + over + price * (heads - fixed));
      }
      bound += least;
    });
    return bound;
  }

  #headsOf(grid: Uint16Array, without: ReadonlySet<number>): Int32Array {
    const plan = this.plan;
    const heads = Int32Array.from(plan.covers, ({ base }) => base);
    const { at, items } = this.tables.coversAt;
    grid.forEach((shift, cell) => {
      if (without.has(Math.floor(cell / plan.days))) return;
      const key = (cell % plan.days) * (plan.shifts + 1) + shift;
      for (let place = at[key] as number; place < (at[key + 1] as number); place += 1) {
        const cover = items[place] as number;
        heads[cover] = (heads[cover] as number) + 1;
      }
    });
    return heads;
  }
}

function wishesOf(plan: SolverPlan, employee: number): Float64Array {
  const size = plan.days * (plan.shifts + 1);
  return Float64Array.from(
    plan.wishes.length === 0 ? new Float64Array(size) : plan.wishes.subarray(employee * size, (employee + 1) * size),
  );
}
