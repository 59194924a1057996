import type { RosterState } from '../roster-state.js';
import type { RowAutomaton } from './row-automaton.js';

const workPerStep = 0.006;

/** Checks before a change whether it violates a strict rule on an employee's shift sequence. */
export class SequenceCheck {
  readonly #state: RosterState;
  /** By employee; undefined where the rules have too many states. */
  readonly #automata: readonly (RowAutomaton | undefined)[];
  #steps = 0;

  constructor(state: RosterState, automata: readonly (RowAutomaton | undefined)[]) {
    this.#state = state;
    this.#automata = automata;
  }

  /** Returns the work of the checks since the last call. */
  takeWork(): number {
    const work = this.#steps * workPerStep;
    this.#steps = 0;
    return work;
  }

  /** True if the shifts of the days from `begin` to before `end` break a strict rule in a row without a breach. */
  breaks(employee: number, begin: number, end: number, shifts: Uint16Array, offset: number): boolean {
    const automaton = this.#automata[employee];
    if (automaton === undefined) return false;
    const { plan, grid } = this.#state;
    const { next, costs } = automaton;
    const breach = costs[0];
    const width = plan.shifts + 1;
    const first = employee * plan.days;
    let old = automaton.start;
    let day = 0;
    for (; day < begin; day += 1) old = next[old * width + (grid[first + day] as number)] as number;
    let state = old;
    for (; day < plan.days && (day < end || state !== old); day += 1) {
      const held = grid[first + day] as number;
      const at = state * width + (day < end ? (shifts[offset + day] as number) : held);
      if ((breach[at] as number) > 0) break;
      state = next[at] as number;
      old = next[old * width + held] as number;
    }
    this.#steps += day;
    return day < plan.days && (day < end || state !== old);
  }
}
