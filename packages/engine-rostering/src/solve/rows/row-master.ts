import type { Highs, Model } from 'highs';
import type { CellRuleTables } from '../cell-rule-tables.js';
import { addExpression, createExpression, LinearModel } from '../mip/linear-model.js';
import { rowWeights, type SolverPlan } from '../plan.js';

export interface RowColumn {
  readonly employee: number;
  readonly row: Uint16Array;
  /** Cost of the row itself, in units of the score. */
  readonly cost: number;
}

/** A solution of the relaxation, with costs in score units. */
export interface RelaxedSolution {
  /** What one head more is worth, by cover. */
  readonly heads: Float64Array;
  /** By employee: a row that costs less than this improves the relaxation. */
  readonly rows: Float64Array;
  readonly cost: number;
  /** How much of each column is chosen. */
  readonly shares: Float64Array;
}

/** Costs in the programme are in points, which keeps its numbers small. */
const unit = 60;

/** The linear program that chooses one row per employee at the lowest cost. Rows can be added incrementally. */
export class RowMaster {
  readonly #model: Model;
  readonly #rowOf: ReadonlyMap<number, number>;
  readonly #known = new Set<string>();
  readonly #first: number;
  readonly columns: RowColumn[] = [];

  /** @param heads by cover: those present whatever is chosen */
  constructor(
    highs: Highs,
    private readonly plan: SolverPlan,
    private readonly tables: CellRuleTables,
    employees: readonly number[],
    heads: Int32Array,
  ) {
    const model = new LinearModel();
    plan.covers.forEach((cover, index) => {
      const sum = createExpression(heads[index]);
      const piece = (cost: number, upper: number, sign: number): void => {
        if (upper <= 0) return;
        addExpression(sum, model.variable(cost / unit, upper), sign);
      };
      const missing = cover.missing * rowWeights[1];
      piece(cover.toIdeal, cover.ideal - cover.min, 1);
      piece(cover.toIdeal + cover.below + missing, cover.min, 1);
      piece(cover.above, cover.max - cover.ideal, -1);
      piece(cover.above + cover.tooMany, cover.limit - cover.max, -1);
      piece(cover.above + cover.tooMany + cover.missing * rowWeights[0], Number.POSITIVE_INFINITY, -1);
      model.row(sum, cover.ideal, cover.ideal);
    });
    this.#rowOf = new Map(employees.map((employee, index) => [employee, plan.covers.length + index]));
    for (let count = 0; count < employees.length; count += 1) model.row(createExpression(), 1, 1);
    this.#first = model.columns;
    this.#model = highs.createModel(model.data());
    this.#model.options.set({ output_flag: false, presolve: 'off', simplex_strategy: 4 });
  }

  /** @returns whether the row is new */
  add(column: RowColumn): boolean {
    const { employee, row, cost } = column;
    const key = `${employee}:${row.join()}`;
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    const { at, items } = this.tables.coversAt;
    const width = this.plan.shifts + 1;
    const heads = new Map<number, number>();
    for (let day = 0; day < row.length; day += 1) {
      const place = day * width + (row[day] as number);
      for (let index = at[place] as number; index < (at[place + 1] as number); index += 1) {
        const cover = items[index] as number;
        heads.set(cover, (heads.get(cover) ?? 0) + 1);
      }
    }
    const entries = [...heads].sort(([one], [other]) => one - other);
    entries.push([this.#rowOf.get(employee) as number, 1]);
    this.#model.addCol(cost / unit, 0, Number.POSITIVE_INFINITY, {
      indices: Int32Array.from(entries, ([index]) => index),
      values: Float64Array.from(entries, ([, value]) => value),
    });
    this.columns.push(column);
    return true;
  }

  /** Lets a column be chosen, or not. */
  allow(column: number, allowed: boolean): void {
    this.#model.changeColBounds(this.#first + column, 0, allowed ? Number.POSITIVE_INFINITY : 0);
  }

  /** Solves the relaxation, in which fractions of rows may be chosen. */
  relax(): RelaxedSolution {
    this.#model.run();
    const { rowDual, colValue } = this.#model.getSolution();
    const rows = new Float64Array(this.plan.employees);
    for (const [employee, row] of this.#rowOf) rows[employee] = (rowDual[row] as number) * unit;
    return {
      heads: rowDual.slice(0, this.plan.covers.length).map((dual) => dual * unit),
      rows,
      cost: this.#model.getObjectiveValue() * unit,
      shares: colValue.subarray(this.#first),
    };
  }

  /** Steps of the simplex method in the last relaxation. */
  get steps(): number {
    return Number(this.#model.info.get('simplex_iteration_count'));
  }

  dispose(): void {
    this.#model.dispose();
  }
}
