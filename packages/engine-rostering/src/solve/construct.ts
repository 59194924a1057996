import type { HardWeights } from './anneal.js';
import type { RosterState } from './roster-state.js';

/** Constructs a first roster day by day, choosing the cheapest employees without violating a strict rule. */
export function constructRoster(state: RosterState, weights: HardWeights, shouldStop: () => boolean): void {
  const builder = new Builder(state, weights);
  const { days, lead } = state.plan;
  for (const step of ['missing', 'any'] as const) {
    for (let day = lead; day < days; day += 1) {
      if (shouldStop()) return;
      builder.fillDay(day, step);
    }
    if (step !== 'missing') return;
    for (let day = lead; day < days; day += 1) {
      if (shouldStop()) return;
      builder.fillBlocks(day);
    }
  }
}

const longestBlock = 7;

class Builder {
  /** Shifts placed so far, by employee. */
  readonly #worked: Int32Array;

  constructor(
    private readonly state: RosterState,
    private readonly weights: HardWeights,
  ) {
    const { plan } = state;
    this.#worked = new Int32Array(plan.employees);
    state.grid.forEach((shift, cell) => {
      const employee = Math.floor(cell / plan.days);
      if (shift !== 0) this.#worked[employee] = (this.#worked[employee] as number) + 1;
    });
  }

  fillDay(day: number, step: 'missing' | 'any'): void {
    const tried = new Set<number>();
    for (;;) {
      const shift = this.#mostWanted(day, tried, step);
      if (shift === 0) return;
      if (this.#place(day, shift, this.#wanted(day, shift, step), step) === 0) tried.add(shift);
    }
  }

  /** Work on several days in a row that begins on this day. */
  fillBlocks(day: number): void {
    for (let employee = 0; employee < this.state.plan.employees; employee += 1) {
      const shift = this.#mostWanted(day, new Set(), 'missing');
      if (shift === 0) return;
      this.#placeBlock(employee, day, shift);
    }
  }

  #placeBlock(employee: number, day: number, shift: number): void {
    const state = this.state;
    const { plan } = state;
    const placed: number[] = [];
    let breach = 0;
    let worth = 0;
    for (let at = day; at < Math.min(plan.days, day + longestBlock); at += 1) {
      const cell = employee * plan.days + at;
      const next = at === day ? shift : this.#mostWanted(at, new Set(), 'missing') || (state.grid[cell - 1] as number);
      if (state.grid[cell] !== 0 || !this.#allows(cell, next)) break;
      state.change(cell, next, true);
      placed.push(cell);
      breach += state.delta[0] as number;
      worth += this.#worth();
      if (breach <= 0 && worth < 0) {
        this.#worked[employee] = (this.#worked[employee] as number) + placed.length;
        return;
      }
    }
    for (const cell of placed.reverse()) state.change(cell, 0, true);
  }

  #worth(): number {
    const { delta } = this.state;
    const { breach, shortage } = this.weights;
    return breach * (delta[0] as number) + shortage * (delta[1] as number) + (delta[2] as number);
  }

  #allows(cell: number, shift: number): boolean {
    const { plan } = this.state;
    return plan.allowed[cell * (plan.shifts + 1) + shift] === 1;
  }

  /** How many employees get a shift at a time: enough to fill the first of its covers, or a part of the emptiest one. */
  #wanted(day: number, shift: number, step: 'missing' | 'any'): number {
    const state = this.state;
    const { at, items } = state.tables.coversAt;
    const key = day * (state.plan.shifts + 1) + shift;
    let least = Number.POSITIVE_INFINITY;
    let most = 0;
    for (let place = at[key] as number; place < (at[key + 1] as number); place += 1) {
      const index = items[place] as number;
      const cover = state.plan.covers[index];
      if (cover === undefined) continue;
      const lacks = (step === 'missing' ? cover.min : cover.ideal) - (state.heads[index] as number);
      if (lacks <= 0) continue;
      least = Math.min(least, lacks);
      most = Math.max(most, lacks);
    }
    return most === 0 ? 0 : Math.max(least, Math.ceil(most / 5));
  }

  /** Returns the shift whose covers lack most heads on this day, 0 when none lacks any. */
  #mostWanted(day: number, tried: ReadonlySet<number>, step: 'missing' | 'any'): number {
    const state = this.state;
    const { at, items } = state.tables.coversAt;
    const { plan, heads } = state;
    let best = 0;
    let most = 0;
    for (let shift = 1; shift <= plan.shifts; shift += 1) {
      if (tried.has(shift)) continue;
      const key = day * (plan.shifts + 1) + shift;
      let lacks = 0;
      for (let place = at[key] as number; place < (at[key + 1] as number); place += 1) {
        const index = items[place] as number;
        const cover = plan.covers[index];
        if (cover === undefined) continue;
        lacks += Math.max(0, (step === 'missing' ? cover.min : cover.ideal) - (heads[index] as number));
      }
      if (lacks > most) {
        most = lacks;
        best = shift;
      }
    }
    return best;
  }

  /** Gives a shift to up to `count` employees. @returns how many took it */
  #place(day: number, shift: number, count: number, step: 'missing' | 'any'): number {
    const state = this.state;
    const { plan } = state;
    const candidates: { cell: number; worth: number }[] = [];
    for (let employee = 0; employee < plan.employees; employee += 1) {
      const cell = employee * plan.days + day;
      if (state.grid[cell] !== 0 || !this.#allows(cell, shift)) continue;
      if (!this.#fits(cell, shift, step)) continue;
      candidates.push({ cell, worth: this.#worth() });
    }
    candidates.sort((a, b) => a.worth - b.worth || this.#workOf(a.cell) - this.#workOf(b.cell) || a.cell - b.cell);
    let placed = 0;
    for (const { cell } of candidates) {
      if (placed === count) break;
      if (!this.#fits(cell, shift, step)) continue;
      state.change(cell, shift, true);
      const employee = Math.floor(cell / plan.days);
      this.#worked[employee] = (this.#worked[employee] as number) + 1;
      placed += 1;
    }
    return placed;
  }

  #workOf(cell: number): number {
    return this.#worked[Math.floor(cell / this.state.plan.days)] as number;
  }

  #fits(cell: number, shift: number, step: 'missing' | 'any'): boolean {
    const { delta } = this.state;
    this.state.change(cell, shift, false);
    if ((delta[0] as number) > 0) return false;
    return step === 'missing' ? (delta[1] as number) < 0 : this.#worth() < 0;
  }
}
