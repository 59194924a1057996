import type { RosteringInstance } from '../../model/instance.js';
import type { PatternRule, PlanCounter, RowRule, RunRule, ShiftBlock, SolverPlan, SpreadRule } from '../plan.js';

const nothing = { base: 0, lowTier: 2, highTier: 2, lowWeight: 0, highWeight: 0 } as const;

/** Collects the rules of a plan. Days of rules are days of the grid, which are days of the instance plus `lead`. */
export class PlanDraft {
  readonly lead: number;
  readonly days: number;
  /** Shift numbers, days off and the mark of unknown days included. */
  readonly width: number;
  /** Shift number of unknown days, -1 when every day of the grid is in the horizon. */
  readonly unknown: number;
  readonly runs: RunRule[] = [];
  readonly patterns: PatternRule[] = [];
  readonly counters: PlanCounter[] = [];
  readonly blocks: ShiftBlock[] = [];
  readonly rows: RowRule[] = [];
  readonly spreads: SpreadRule[] = [];
  #wishes = new Float32Array(0);

  constructor(readonly instance: RosteringInstance) {
    this.lead = instance.historyDays;
    this.days = this.lead + instance.days;
    this.unknown = this.lead > 0 ? instance.shifts + 1 : -1;
    this.width = instance.shifts + (this.lead > 0 ? 2 : 1);
  }

  /** Adds a soft cost to a shift (0 is off) of an employee on a day of the instance. */
  wish(employee: number, day: number, shift: number, cost: number): void {
    if (this.#wishes.length === 0) {
      this.#wishes = new Float32Array(this.instance.employees * this.days * this.width);
    }
    const at = (employee * this.days + this.lead + day) * this.width + shift;
    this.#wishes[at] = (this.#wishes[at] ?? 0) + cost;
  }

  /** @returns the number of the counter */
  count(counter: Pick<PlanCounter, 'employee' | 'days'> & Partial<PlanCounter>): number {
    this.counters.push({
      ...nothing,
      amount: new Float64Array(this.width),
      low: Number.NEGATIVE_INFINITY,
      high: Number.POSITIVE_INFINITY,
      ...counter,
    });
    return this.counters.length - 1;
  }

  /** The amount that each shift number adds: `amount` for each requested shift of the instance, and otherwise 0. */
  amounts(shifts: Uint8Array, amount: (shift: number) => number): Float64Array {
    const amounts = new Float64Array(this.width);
    shifts.forEach((asked, shift) => {
      if (asked === 1) amounts[shift + 1] = amount(shift);
    });
    return amounts;
  }

  /** 1 for each shift number of the shifts of the instance that are asked for. */
  members(shifts: Uint8Array): Uint8Array {
    const members = new Uint8Array(this.width);
    members.set(shifts.subarray(0, this.instance.shifts), 1);
    return members;
  }

  rules(): Pick<SolverPlan, 'runs' | 'patterns' | 'counters' | 'blocks' | 'rows' | 'spreads' | 'wishes'> {
    const { runs, patterns, counters, blocks, rows, spreads } = this;
    return { runs, patterns, counters, blocks, rows, spreads, wishes: this.#wishes };
  }
}

/** Lists the days of the grid from the first (inclusive) to the second (exclusive). */
export function listDaysFrom(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
