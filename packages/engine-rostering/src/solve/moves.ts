import { freeShift } from '../model/instance.js';
import type { RosterState } from './roster-state.js';
import type { SolverRandom } from './solver-random.js';

/** Maximum number of days that one move fills or exchanges. */
const longestStretch = 7;

/** Composes the changes of the search. */
export class Moves {
  /** Cells of the grid for which there is a choice. */
  readonly free: Int32Array;
  /** The options of the nth free cell: `options[optionsAt[n]]` to `options[optionsAt[n + 1] - 1]`, FREE first. */
  readonly optionsAt: Int32Array;
  readonly options: Int16Array;
  readonly #employees: readonly number[];

  constructor(
    readonly state: RosterState,
    readonly chance: SolverRandom,
  ) {
    const { allowed, days, historyDays, locked, shifts } = state.instance;
    const free: number[] = [];
    const optionsAt = [0];
    const options: number[] = [];
    const employees = new Set<number>();
    for (let cell = 0; cell < locked.length; cell += 1) {
      const own = allowed.subarray(cell * shifts, (cell + 1) * shifts);
      if (!own.includes(1)) continue;
      const employee = Math.floor(cell / days);
      employees.add(employee);
      free.push(employee * state.width + historyDays + (cell % days));
      options.push(freeShift);
      own.forEach((is, shift) => {
        if (is === 1) options.push(shift);
      });
      optionsAt.push(options.length);
    }
    this.free = Int32Array.from(free);
    this.optionsAt = Int32Array.from(optionsAt);
    this.options = Int16Array.from(options);
    this.#employees = [...employees];
  }

  /** Returns whether the search can put a shift, or FREE, into a cell of the grid. */
  readonly allows = (at: number, shift: number): boolean => {
    const { allowed, days, historyDays, locked, shifts } = this.state.instance;
    const employee = Math.floor(at / this.state.width);
    const cell = employee * days + at - employee * this.state.width - historyDays;
    return shift === freeShift ? locked[cell] === freeShift : allowed[cell * shifts + shift] === 1;
  };

  /** Makes a random change. Returns false, without a change, if it would certainly cost more than `limit`. */
  make(limit: number): boolean {
    const kind = this.chance.next();
    if (kind < 0.45) return this.change(limit);
    if (kind < 0.9) return this.#exchange(limit);
    return kind < 0.93 ? this.#moveInRow(limit) : this.#fill(limit);
  }

  /** Gives a random cell another shift, and computes the cost. */
  change(limit = Number.POSITIVE_INFINITY): boolean {
    const place = this.chance.below(this.free.length);
    this.state.put(this.free[place] as number, this.#option(place));
    return this.#weigh(limit);
  }

  /**
   * Puts one shift, or days off, on two to seven consecutive days, because changing one day can break a minimum run.
   */
  #fill(limit: number): boolean {
    const { state, chance } = this;
    const place = chance.below(this.free.length);
    const at = this.free[place] as number;
    const shift = chance.next() < 0.5 ? freeShift : this.#option(place);
    const end = Math.min(at - (at % state.width) + state.width, at + 2 + chance.below(longestStretch - 1));
    for (let day = at; day < end; day += 1) if (this.allows(day, shift)) state.put(day, shift);
    return this.#weigh(limit);
  }

  /** Exchanges the work of two employees on up to seven days in a row. */
  #exchange(limit = Number.POSITIVE_INFINITY): boolean {
    const { state, chance } = this;
    const { grid, width } = state;
    const { days, historyDays } = state.instance;
    const one = this.#employees[chance.below(this.#employees.length)] as number;
    const other = this.#employees[chance.below(this.#employees.length)] as number;
    const begin = historyDays + chance.below(days);
    const end = Math.min(width, begin + 1 + (chance.next() < 0.5 ? 0 : chance.below(longestStretch)));
    for (let day = begin; day < end; day += 1) {
      const a = grid[one * width + day] as number;
      const b = grid[other * width + day] as number;
      if (a === b) continue;
      if (!this.allows(one * width + day, b) || !this.allows(other * width + day, a)) {
        state.undo();
        return false;
      }
      state.put(one * width + day, b);
      state.put(other * width + day, a);
    }
    return this.#weigh(limit, true);
  }

  #moveInRow(limit: number): boolean {
    const { state, chance } = this;
    const at = this.free[chance.below(this.free.length)] as number;
    const { days, historyDays } = state.instance;
    const target = at - (at % state.width) + historyDays + chance.below(days);
    const a = state.grid[at] as number;
    const b = state.grid[target] as number;
    if (!this.allows(at, b) || !this.allows(target, a)) return false;
    state.put(at, b);
    state.put(target, a);
    return this.#weigh(limit);
  }

  #option(place: number): number {
    const first = this.optionsAt[place] as number;
    return this.options[first + this.chance.below((this.optionsAt[place + 1] as number) - first)] as number;
  }

  #weigh(limit: number, sameHeads = false): boolean {
    if (!this.state.isChanged) return false;
    if (this.state.weigh(limit, sameHeads)) return true;
    this.state.undo();
    return false;
  }
}
