import { type PenaltyTier, penaltyTiers, type SolverPlan } from '../plan.js';
import { createExpression, type LinearExpression, LinearModel, plus } from './linear-model.js';

/** Divisor of costs, because score units are too large for a solver. */
export const unitsPerCost = 60;
const missingWeight = 2000;
const breachWeight = 20000;

/** Collects the rules of a program: the columns of the shifts, and the costs of violations. */
export class ModelDraft {
  readonly model = new LinearModel();
  /** 1 for each employee with a free cell; the rules of all others cost the same whatever is decided, and are left out. */
  readonly concerned: Uint8Array;
  /** By day: the free cells. */
  readonly freeOn: readonly number[][];
  /** By day and shift, at `day * (shifts + 1) + shift`: the employees whose cell is not free and holds it. */
  readonly fixedOn: readonly number[][];
  /** First column of a free cell, -1 of others; the columns of a cell follow its options without 0. */
  readonly #first: Int32Array;

  constructor(
    readonly plan: SolverPlan,
    readonly grid: Uint16Array,
    readonly free: readonly number[],
    readonly strict: boolean,
  ) {
    this.#first = new Int32Array(grid.length).fill(-1);
    this.concerned = new Uint8Array(plan.employees);
    this.freeOn = Array.from({ length: plan.days }, (): number[] => []);
    this.fixedOn = Array.from({ length: plan.days * (plan.shifts + 1) }, (): number[] => []);
    for (const cell of free) {
      this.#addCell(cell);
      this.concerned[Math.floor(cell / plan.days)] = 1;
      this.freeOn[cell % plan.days]?.push(cell);
    }
    for (let cell = 0; cell < grid.length; cell += 1) {
      if ((this.#first[cell] as number) >= 0) continue;
      const shift = grid[cell] as number;
      this.model.offset += this.#wish(cell, shift);
      const key = (cell % plan.days) * (plan.shifts + 1) + shift;
      if (shift !== 0) this.fixedOn[key]?.push(Math.floor(cell / plan.days));
    }
  }

  #wish(cell: number, shift: number): number {
    return (this.plan.wishes[cell * (this.plan.shifts + 1) + shift] ?? 0) / unitsPerCost;
  }

  #addCell(cell: number): void {
    const { model } = this;
    this.#first[cell] = model.columns;
    const one = createExpression();
    const off = this.#wish(cell, 0);
    for (const shift of this.shiftsOf(cell)) {
      one.columns.push(model.column(this.#wish(cell, shift) - off, 1, true));
      one.factors.push(1);
    }
    model.offset += off;
    if (one.columns.length > 1) model.row(one, 0, 1);
  }

  /** Returns the shifts a free cell may take, 0 left out. */
  shiftsOf(cell: number): Uint16Array {
    const { optionsAt, options } = this.plan;
    return options.subarray((optionsAt[cell] as number) + 1, optionsAt[cell + 1]);
  }

  /** Column that stands for a shift in a free cell, -1 when the cell may not take it. */
  columnOf(cell: number, shift: number): number {
    const index = this.shiftsOf(cell).indexOf(shift);
    return index < 0 ? -1 : (this.#first[cell] as number) + index;
  }

  /** 1 when the cell holds one of the shifts, weighted. */
  sum(cell: number, factorOf: ArrayLike<number>): LinearExpression {
    const first = this.#first[cell] as number;
    if (first < 0) return createExpression(factorOf[this.grid[cell] as number] as number);
    const off = factorOf[0] as number;
    const sum = createExpression(off);
    this.shiftsOf(cell).forEach((shift, index) => {
      const factor = (factorOf[shift] as number) - off;
      if (factor === 0) return;
      sum.columns.push(first + index);
      sum.factors.push(factor);
    });
    return sum;
  }

  /** The sum is at most `upper`, or costs `cost` for each unit above, of which there are at most `most`. */
  atMost(sum: LinearExpression, upper: number, of: PenaltyTier, cost: number, most = Number.POSITIVE_INFINITY): void {
    this.#limit(sum, [Number.NEGATIVE_INFINITY, upper], of, cost, most);
  }

  /** The sum is at least `lower`, or costs `cost` for each unit below. */
  atLeast(sum: LinearExpression, lower: number, of: PenaltyTier, cost: number): void {
    this.#limit(sum, [lower, Number.POSITIVE_INFINITY], of, cost, Number.POSITIVE_INFINITY);
  }

  #limit(sum: LinearExpression, [lower, upper]: [number, number], of: PenaltyTier, cost: number, most: number): void {
    const isSoft = of === penaltyTiers.soft;
    if (sum.columns.length === 0) {
      const away = Math.max(0, sum.constant - upper, lower - sum.constant);
      if (isSoft) this.model.offset += (cost * away) / unitsPerCost;
      return;
    }
    if (this.strict && !isSoft) {
      this.model.row(sum, lower, upper);
      return;
    }
    const weight = isSoft ? 1 : of === penaltyTiers.breach ? breachWeight : missingWeight;
    const slack = this.model.variable((cost / unitsPerCost) * weight, most);
    this.model.row(plus(sum, slack, lower === Number.NEGATIVE_INFINITY ? -1 : 1), lower, upper);
  }

  /** Puts the values of columns into a copy of the grid. */
  gridOf(values: Float64Array): Uint16Array {
    const grid = this.grid.slice();
    for (const cell of this.free) {
      const first = this.#first[cell] as number;
      grid[cell] = 0;
      this.shiftsOf(cell).forEach((shift, index) => {
        if ((values[first + index] as number) > 0.5) grid[cell] = shift;
      });
    }
    return grid;
  }

  /** The columns of the free cells as the grid has them. */
  valuesOf(grid: Uint16Array): { indices: Int32Array; values: Float64Array } {
    const indices: number[] = [];
    const values: number[] = [];
    for (const cell of this.free) {
      const first = this.#first[cell] as number;
      this.shiftsOf(cell).forEach((shift, index) => {
        indices.push(first + index);
        values.push(grid[cell] === shift ? 1 : 0);
      });
    }
    return { indices: Int32Array.from(indices), values: Float64Array.from(values) };
  }
}
