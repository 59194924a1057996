import type { ModelData } from 'highs';

/** A linear combination of columns plus a constant. */
export interface LinearExpression {
  constant: number;
  readonly columns: number[];
  readonly factors: number[];
}

export function createExpression(constant = 0): LinearExpression {
  return { constant, columns: [], factors: [] };
}

/** Adds a multiple of one expression to another. */
export function addExpression(target: LinearExpression, other: LinearExpression, factor = 1): void {
  target.constant += factor * other.constant;
  for (let index = 0; index < other.columns.length; index += 1) {
    target.columns.push(other.columns[index] as number);
    target.factors.push(factor * (other.factors[index] as number));
  }
}

/** Returns an expression plus a multiple of another one. */
export function plus(sum: LinearExpression, other: LinearExpression, factor = 1): LinearExpression {
  const total = { constant: sum.constant, columns: [...sum.columns], factors: [...sum.factors] };
  addExpression(total, other, factor);
  return total;
}

/** Collects the columns and rows of a mixed-integer minimization program. */
export class LinearModel {
  readonly #cost: number[] = [];
  readonly #lower: number[] = [];
  readonly #upper: number[] = [];
  readonly #integer: number[] = [];
  readonly #rowLower: number[] = [];
  readonly #rowUpper: number[] = [];
  readonly #starts: number[] = [0];
  readonly #indices: number[] = [];
  readonly #values: number[] = [];
  offset = 0;
  /** False once a rule is only approximated: then the bound of the model says nothing about the roster. */
  exact = true;

  get columns(): number {
    return this.#cost.length;
  }

  get entries(): number {
    return this.#indices.length;
  }

  /** @returns the number of the column */
  column(cost: number, upper: number, integer = false): number {
    this.#cost.push(cost);
    this.#lower.push(0);
    this.#upper.push(upper);
    this.#integer.push(integer ? 1 : 0);
    return this.#cost.length - 1;
  }

  /** Adds a column. Returns it as an expression. */
  variable(cost: number, upper: number, integer = false): LinearExpression {
    return { constant: 0, columns: [this.column(cost, upper, integer)], factors: [1] };
  }

  row(sum: LinearExpression, lower: number, upper: number): void {
    const merged = new Map<number, number>();
    sum.columns.forEach((column, index) => {
      merged.set(column, (merged.get(column) ?? 0) + (sum.factors[index] as number));
    });
    for (const [column, factor] of merged) {
      if (factor === 0) continue;
      this.#indices.push(column);
      this.#values.push(factor);
    }
    this.#starts.push(this.#indices.length);
    this.#rowLower.push(lower - sum.constant);
    this.#rowUpper.push(upper - sum.constant);
  }

  data(): ModelData {
    const numCols = this.#cost.length;
    const numRows = this.#rowLower.length;
    return {
      numCols,
      numRows,
      offset: this.offset,
      colCost: Float64Array.from(this.#cost),
      colLower: Float64Array.from(this.#lower),
      colUpper: Float64Array.from(this.#upper),
      rowLower: Float64Array.from(this.#rowLower),
      rowUpper: Float64Array.from(this.#rowUpper),
      matrix: {
        format: 'csr',
        numRows,
        numCols,
        starts: Int32Array.from(this.#starts),
        indices: Int32Array.from(this.#indices),
        values: Float64Array.from(this.#values),
      },
      integrality: Int32Array.from(this.#integer),
    };
  }
}
