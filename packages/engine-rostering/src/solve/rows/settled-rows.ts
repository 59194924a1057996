import type { RowColumn, RowMaster } from './row-master.js';
import type { RowPlanner } from './row-planner.js';

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
