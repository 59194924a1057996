import type { Highs } from 'highs';
import type { Plan } from '../plan.js';
import { coverCost } from '../rule-costs.js';
import type { Tables } from '../tables.js';
import { type Relaxed, type RowColumn, RowMaster } from './row-master.js';
import type { RowPlanner } from './row-planner.js';
import { rowWeights } from './row-weights.js';

/** Labels a day while rows are priced, and where the bound is to be proved. */
const pricingWidth = 20;
const provingWidth = 20_000;
/** Rounds of pricing in which every row that is worth it is found, for the bound. */
const provingRounds = 400;
/** Rounds of pricing before rows are chosen, and between two choices. */
const mostRounds = 1000;
const roundsBetween = 6;
/** Rows of an employee that are added at a time. */
const rowsAtATime = 3;
/** Share of the employees that get their row at a time. */
const chosenAtATime = 0.05;
/** How far prices stay with those that gave the best bound. */
const inertia = 0.5;
const tolerance = 0.01;
/** A bound as near as this to the relaxation, in units of the score, is not worth another round. */
const near = 1;
/** Work of one step of the simplex method. */
const workPerStep = 60;

export interface ProgrammeResult {
  /** The rows found, by employee; empty when nothing better can come of it. */
  readonly rows: ReadonlyMap<number, Uint16Array>;
  /** No choice of rows costs less, staffing included; -infinite when that is not known. */
  readonly bound: number;
  /** What the rows there were cost, counted alike. */
  readonly before: number;
}

export interface ProgrammeLimits {
  isOver(): boolean;
  /** Notes work done. */
  note(work: number): void;
}

/**
 * Plans the rows of some employees together, all others kept: column generation with a dynamic programme for each row,
 * then rows are chosen a few at a time and the others priced again.
 */
export class RowProgramme {
  readonly #plan: Plan;
  readonly #tables: Tables;
  readonly #planners: readonly RowPlanner[];
  readonly #master: RowMaster;
  readonly #heads: Int32Array;
  readonly #limits: ProgrammeLimits;
  readonly #wishes: ReadonlyMap<RowPlanner, Float64Array>;
  readonly #prices: Float64Array;
  readonly #row: Uint16Array;
  #center: Float64Array | undefined;
  #bound = Number.NEGATIVE_INFINITY;

  constructor(
    highs: Highs,
    plan: Plan,
    tables: Tables,
    planners: readonly RowPlanner[],
    grid: Uint16Array,
    limits: ProgrammeLimits,
  ) {
    this.#plan = plan;
    this.#tables = tables;
    this.#planners = planners;
    this.#limits = limits;
    const employees = planners.map(({ employee }) => employee);
    this.#heads = this.#headsOf(grid, new Set(employees));
    this.#master = new RowMaster(highs, plan, tables, employees, this.#heads);
    this.#wishes = new Map(planners.map((planner) => [planner, wishesOf(plan, planner.employee)]));
    this.#prices = new Float64Array(plan.days * (plan.shifts + 1));
    this.#row = new Uint16Array(plan.days);
    for (const planner of planners) {
      this.add(planner, grid.slice(planner.employee * plan.days, (planner.employee + 1) * plan.days));
    }
  }

  /** The rows that were found on the way. */
  get columns(): readonly RowColumn[] {
    return this.#master.columns;
  }

  add(planner: RowPlanner, row: Uint16Array): boolean {
    const cost = planner.costOf(row, this.#wishes.get(planner) as Float64Array);
    return this.#master.add({ employee: planner.employee, row, cost });
  }

  /** @param pool rows known from before */
  run(pool: readonly RowColumn[]): ProgrammeResult {
    const nothing = new Map<number, Uint16Array>();
    const byEmployee = new Map(this.#planners.map((planner) => [planner.employee, planner]));
    try {
      const before = this.#relax().cost;
      for (const column of pool) if (byEmployee.has(column.employee)) this.#master.add(column);
      let relaxed = this.#generate(this.#planners, mostRounds, before);
      if (!this.#limits.isOver()) relaxed = this.#prove(relaxed);
      const bound = this.#bound;
      const hopeless = (): boolean => relaxed.cost >= before - tolerance || this.#limits.isOver();
      if (hopeless() || bound >= before - tolerance) return { rows: nothing, bound, before };
      const open = new Set(this.#planners);
      const rows = new Map<number, Uint16Array>();
      while (open.size > 0) {
        for (const index of this.#choose(relaxed.shares, open)) {
          const { employee, row } = this.#master.columns[index] as RowColumn;
          this.#master.fix(index);
          rows.set(employee, row);
          open.delete(byEmployee.get(employee) as RowPlanner);
        }
        this.#center = undefined;
        relaxed = this.#generate([...open], roundsBetween, Number.POSITIVE_INFINITY);
        if (hopeless()) return { rows: nothing, bound, before };
      }
      return { rows, bound, before };
    } finally {
      this.#master.dispose();
    }
  }

  /** Columns to choose for good: all that are chosen nearly whole, and some of those that come next. */
  #choose(shares: Float64Array, open: ReadonlySet<RowPlanner>): number[] {
    const employees = new Set([...open].map(({ employee }) => employee));
    const best = new Map<number, number>();
    this.#master.columns.forEach(({ employee }, index) => {
      if (!employees.has(employee)) return;
      const known = best.get(employee);
      if (known === undefined || (shares[index] as number) > (shares[known] as number)) best.set(employee, index);
    });
    const order = [...best.values()].sort((a, b) => (shares[b] as number) - (shares[a] as number) || a - b);
    const some = Math.max(1, Math.round(chosenAtATime * this.#planners.length));
    return order.filter((index, place) => place < some || (shares[index] as number) > 0.999);
  }

  /** Prices rows until none would be better. */
  #generate(planners: readonly RowPlanner[], rounds: number, before: number): Relaxed {
    let relaxed = this.#relax();
    for (let round = 0; round < rounds && !this.#limits.isOver(); round += 1) {
      let added = this.#price(planners, this.#smooth(relaxed.heads), relaxed);
      if (added === 0) added = this.#price(planners, relaxed.heads, relaxed);
      if (added === 0) break;
      relaxed = this.#relax();
      if (relaxed.cost - this.#bound < 0.002 * Math.abs(relaxed.cost) || this.#bound >= before - tolerance) break;
    }
    return relaxed;
  }

  /** Prices rows without leaving any out that would be better, until there is none. */
  #prove(first: Relaxed): Relaxed {
    let relaxed = first;
    for (let round = 0; round < provingRounds && !this.#limits.isOver(); round += 1) {
      if (relaxed.cost - this.#bound < near) break;
      if (this.#price(this.#planners, relaxed.heads, relaxed, true) === 0) break;
      relaxed = this.#relax();
    }
    return relaxed;
  }

  #relax(): Relaxed {
    const relaxed = this.#master.relax();
    this.#limits.note(this.#master.steps * workPerStep);
    return relaxed;
  }

  #smooth(heads: Float64Array): Float64Array {
    const center = this.#center;
    if (center === undefined) return heads;
    return heads.map((price, cover) => inertia * (center[cover] as number) + (1 - inertia) * price);
  }

  /** @returns how many rows were added */
  #price(planners: readonly RowPlanner[], heads: Float64Array, relaxed: Relaxed, proving = false): number {
    let added = 0;
    let bound = this.#boundOfCovers(heads);
    let complete = planners.length === this.#planners.length;
    for (const planner of planners) {
      if (this.#limits.isOver()) return added;
      const wishes = this.#wishes.get(planner) as Float64Array;
      this.#fillPrices(wishes, heads);
      const paid = relaxed.rows[planner.employee] as number;
      const below = proving ? paid - tolerance : Number.POSITIVE_INFINITY;
      const width = proving ? provingWidth : pricingWidth;
      const cost = planner.plan(this.#prices, below, width, this.#row, proving);
      this.#limits.note(planner.work);
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
    if (complete && bound > this.#bound) {
      this.#bound = bound;
      this.#center = heads;
    }
    return added;
  }

  #fillPrices(wishes: Float64Array, heads: Float64Array): void {
    const { at, items } = this.#tables.coversAt;
    for (let key = 0; key < wishes.length; key += 1) {
      let price = wishes[key] as number;
      for (let place = at[key] as number; place < (at[key + 1] as number); place += 1) {
        price -= heads[items[place] as number] as number;
      }
      this.#prices[key] = price;
    }
  }

  /** The least that staffing costs when each head is paid its price. */
  #boundOfCovers(prices: Float64Array): number {
    let bound = 0;
    this.#plan.covers.forEach((cover, index) => {
      const price = prices[index] as number;
      const fixed = this.#heads[index] as number;
      let least = Number.POSITIVE_INFINITY;
      for (let heads = 0; heads <= this.#plan.employees; heads += 1) {
        const missing = Math.max(0, cover.min - heads) * cover.missing * rowWeights[1];
        const over = Math.max(0, heads - cover.limit) * cover.missing * rowWeights[0];
        least = Math.min(least, coverCost(cover, heads) + missing + over + price * (heads - fixed));
      }
      bound += least;
    });
    return bound;
  }

  #headsOf(grid: Uint16Array, without: ReadonlySet<number>): Int32Array {
    const plan = this.#plan;
    const heads = Int32Array.from(plan.covers, ({ base }) => base);
    const { at, items } = this.#tables.coversAt;
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

function wishesOf(plan: Plan, employee: number): Float64Array {
  const size = plan.days * (plan.shifts + 1);
  return Float64Array.from(
    plan.wishes.length === 0 ? new Float64Array(size) : plan.wishes.subarray(employee * size, (employee + 1) * size),
  );
}
