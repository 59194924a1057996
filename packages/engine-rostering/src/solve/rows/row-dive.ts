import type { SolverPlan } from '../plan.js';
import type { RelaxedSolution, RowColumn, RowMaster } from './row-master.js';
import type { RowPlanner } from './row-planner.js';
import type { RowPricing } from './row-pricing.js';

/** A day whose shift is chosen by at least the first share is always settled, one below the second never. */
const sure = 0.95;
const unsure = 0.3;
/** Rounds of pricing between two steps. */
const roundsBetween = 4;
const whole = 0.999;
const tolerance = 1e-6;

/** The chosen rows by employee, and their cost in the program. */
export interface ChosenRows {
  readonly rows: ReadonlyMap<number, Uint16Array>;
  readonly cost: number;
}

interface DiveLimits {
  /** Rows that cost this much or more together are not looked for. */
  readonly below: number;
  /** The work that a dive may take. */
  readonly length: number;
  /** The least share of the open days that a step settles. */
  readonly share: number;
}

interface Day {
  readonly planner: RowPlanner;
  readonly day: number;
  readonly shift: number;
  readonly share: number;
}

/** Turns fractional rows into integral ones: fixes the days with the largest agreement, then prices again. */
export class RowDive {
  constructor(
    private readonly plan: SolverPlan,
    private readonly planners: readonly RowPlanner[],
    private readonly pricing: RowPricing,
    private readonly held: SettledRows,
  ) {}

  /** @returns undefined where the rows would cost too much or the work does not suffice */
  run(first: RelaxedSolution, { below, length, share }: DiveLimits): ChosenRows | undefined {
    const began = this.pricing.work;
    let relaxed = first;
    let stepBegan = began;
    let workOfStep = 0;
    for (;;) {
      this.held.takeNew();
      if (relaxed.cost >= below || this.pricing.isOver()) return undefined;
      const rows = new Map<number, Uint16Array>();
      const days = this.planners.flatMap((planner) => this.#daysOf(planner, relaxed.shares, rows));
      if (rows.size === this.planners.length) return { rows, cost: relaxed.cost };
      const { work } = this.pricing;
      if (work > stepBegan) workOfStep = work - stepBegan;
      stepBegan = work;
      // Settling fewer at a time is better, but in the end all must be settled.
      const left = Math.max(1, began + length - work);
      const count = Math.max(1, Math.round(days.length * Math.min(1, Math.max(share, workOfStep / left))));
      if (!this.#settle(days, count, relaxed.shares)) return undefined;
      const open = this.planners.filter(({ employee }) => !rows.has(employee));
      relaxed = this.pricing.generate(open, roundsBetween);
    }
  }

  /** The open days of an employee with the shares of their shifts; a row that is chosen whole is written to `rows`. */
  #daysOf(planner: RowPlanner, shares: Float64Array, rows: Map<number, Uint16Array>): Day[] {
    const width = this.plan.shifts + 1;
    const sums = new Float64Array(this.plan.days * width);
    for (const column of this.held.columnsOf(planner)) {
      const chosen = shares[column] ?? 0;
      if (chosen < tolerance) continue;
      const { row } = this.pricing.master.columns[column] as RowColumn;
      if (chosen > whole) rows.set(planner.employee, row);
      for (let day = 0; day < row.length; day += 1) {
        const at = day * width + (row[day] as number);
        sums[at] = (sums[at] as number) + chosen;
      }
    }
    const days: Day[] = [];
    sums.forEach((share, at) => {
      const day = Math.floor(at / width);
      if (share > unsure && this.held.isOpen(planner, day)) days.push({ planner, day, shift: at % width, share });
    });
    return days;
  }

  /** Settles the days that are certain and the surest others. @returns whether there were any */
  #settle(days: Day[], count: number, shares: Float64Array): boolean {
    days.sort((a, b) => b.share - a.share);
    let settled = 0;
    let others = 0;
    for (const { planner, day, shift, share } of days) {
      if (share < sure && others >= count) break;
      // After the days settled before, no chosen row may have this shift any more.
      const fits = this.held.columnsOf(planner).some((column) => {
        const { row } = this.pricing.master.columns[column] as RowColumn;
        return row[day] === shift && (shares[column] ?? 0) > tolerance;
      });
      if (!fits || !this.held.isOpen(planner, day)) continue;
      this.held.hold(planner, day, shift);
      settled += 1;
      if (share < sure) others += 1;
    }
    return settled > 0;
  }
}

const open = -1;

/** The fixed days of employees, and the rows of a program that match them. */
export class SettledRows {
  readonly #held: ReadonlyMap<number, Int16Array>;
  readonly #columnsOf: ReadonlyMap<number, number[]>;
  readonly #allowed: boolean[] = [];

  constructor(
    private readonly days: number,
    private readonly master: RowMaster,
    planners: readonly RowPlanner[],
  ) {
    this.#held = new Map(planners.map(({ employee }) => [employee, new Int16Array(days).fill(open)]));
    this.#columnsOf = new Map(planners.map(({ employee }) => [employee, []]));
  }

  isOpen({ employee }: RowPlanner, day: number): boolean {
    return this.#heldOf(employee)[day] === open;
  }

  columnsOf({ employee }: RowPlanner): readonly number[] {
    return (this.#columnsOf.get(employee) ?? []).filter((column) => this.#allowed[column]);
  }

  /** Takes over the columns that were added to the programme. */
  takeNew(): void {
    const { columns } = this.master;
    for (let column = this.#allowed.length; column < columns.length; column += 1) {
      const { employee } = columns[column] as RowColumn;
      this.#columnsOf.get(employee)?.push(column);
      this.#allowed.push(true);
      this.#judge(column);
    }
  }

  hold(planner: RowPlanner, day: number, shift: number): void {
    this.#heldOf(planner.employee)[day] = shift;
    planner.hold(day, shift);
    for (const column of this.columnsOf(planner)) {
      if ((this.master.columns[column] as RowColumn).row[day] !== shift) this.#allow(column, false);
    }
  }

  /** Settles all days of an employee as in a row, except those of a window. */
  holdAround(planner: RowPlanner, row: Uint16Array, begin: number, end: number): void {
    const held = this.#heldOf(planner.employee);
    for (let day = 0; day < this.days; day += 1) {
      const shift = row[day] as number;
      const free = day >= begin && day < end;
      held[day] = free ? open : shift;
      if (free) planner.release(day);
      else planner.hold(day, shift);
    }
    for (const column of this.#columnsOf.get(planner.employee) ?? []) this.#judge(column);
  }

  #heldOf(employee: number): Int16Array {
    return this.#held.get(employee) as Int16Array;
  }

  #judge(column: number): void {
    const { employee, row } = this.master.columns[column] as RowColumn;
    const held = this.#heldOf(employee);
    let fits = true;
    for (let day = 0; day < this.days && fits; day += 1) fits = held[day] === open || held[day] === row[day];
    this.#allow(column, fits);
  }

  #allow(column: number, allowed: boolean): void {
    if (this.#allowed[column] === allowed) return;
    this.#allowed[column] = allowed;
    this.master.allow(column, allowed);
  }
}
