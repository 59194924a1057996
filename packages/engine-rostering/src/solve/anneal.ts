import { costUnits } from '../model/instance.js';
import { computeTemperature } from './cooling-temperature.js';
import { type BestRoster, isBetterRoster, type RosterState, selectBest } from './roster-state.js';
import type { SequenceCheck } from './rows/sequence-check.js';
import { computeMinPenalty } from './soft-prices.js';
import type { SolverRandom } from './solver-random.js';

/** The weights of a violated strict rule and a missing strict head, relative to soft cost during the search. */
export interface HardWeights {
  breach: number;
  shortage: number;
}

const tolerance = 1e-6;
/** The most days that one move fills. */
const longestStretch = 7;

/** Simulated annealing: changes cells and stretches, exchanges work of two employees, and moves work within a row. */
export class Annealing {
  readonly #free: Int32Array;
  readonly #allowed: Uint8Array;
  readonly #freeEmployees: Int32Array;
  best: BestRoster;
  /** True if all employees count alike in the demand, so that an exchange on one day leaves staffing as it is. */
  readonly #alike: boolean;
  /** True if the two halves of an exchange also cost the same one by one as together. */
  readonly #independent: boolean;
  /** By day: the shifts of the row that a move would leave. */
  readonly #shifts: Uint16Array;
  readonly #smallestPrice: number;
  /** What a stretch held before it was filled. */
  readonly #held = new Uint16Array(longestStretch);
  #sinceClean = 0;
  #hot = costUnits;
  #cold = costUnits / 10;
  #base = 20;

  constructor(
    private readonly state: RosterState,
    private readonly chance: SolverRandom,
    readonly weights: HardWeights,
    private readonly sequences: SequenceCheck,
  ) {
    this.best = selectBest(state);
    const { plan } = state;
    this.#allowed = plan.allowed;
    this.#shifts = new Uint16Array(plan.days);
    this.#smallestPrice = computeMinPenalty(plan);
    this.#alike = plan.covers.every(({ needs }) => needs.length === 0);
    this.#independent = this.#alike && plan.spreads.length === 0;
    const free: number[] = [];
    const employees = new Set<number>();
    for (let cell = 0; cell < plan.start.length; cell += 1) {
      if ((plan.optionsAt[cell + 1] as number) - (plan.optionsAt[cell] as number) < 2) continue;
      free.push(cell);
      employees.add(Math.floor(cell / plan.days));
    }
    this.#free = Int32Array.from(free);
    this.#freeEmployees = Int32Array.from(employees);
  }

  get canMove(): boolean {
    return this.#free.length > 0;
  }

  get freeCells(): number {
    return this.#free.length;
  }

  /** Sets temperatures and weights from the changes that cost nothing hard: a usual one may cost `heat` at first. */
  setScale(heat: number): void {
    const { delta } = this.state;
    const sizes: number[] = [];
    for (let trial = 0; trial < 3000; trial += 1) {
      const cell = this.#free[this.chance.below(this.#free.length)] as number;
      this.state.change(cell, this.#option(cell), false);
      const size = Math.abs(delta[2] as number);
      if (delta[0] === 0 && delta[1] === 0 && size > tolerance) sizes.push(size);
    }
    sizes.sort((a, b) => a - b);
    const usual = sizes[sizes.length >> 1] ?? costUnits;
    const smallest = Math.min(sizes[Math.floor(sizes.length / 50)] ?? costUnits, this.#smallestPrice);
    // Where most changes cost a missing head, that price alone would set the heat, and small prices would not matter.
    this.#hot = Math.min(heat * usual, Math.max(12 * smallest, 0.12 * usual));
    this.#cold = Math.min(0.12 * smallest, this.#hot / 4);
    this.#base = Math.max(1, (20 * usual) / costUnits);
    this.weights.breach = this.#base;
    this.weights.shortage = this.#base;
  }

  /** The temperature when this share of a round is done. */
  temperature(progress: number, heat: number): number {
    const hot = this.#hot * heat;
    return computeTemperature(hot, Math.min(this.#cold, hot), progress);
  }

  run(moves: number, temperature: number): void {
    const chance = this.chance;
    for (let move = 0; move < moves; move += 1) {
      const kind = chance.next();
      if (kind < 0.45) this.#change(temperature);
      else if (kind < 0.93) this.#exchange(temperature);
      else if (kind < 0.95) this.#moveInRow(temperature);
      else this.#fillStretch(temperature);
    }
  }

  /** Returns whether a change may stay, judged by the cost of the roster before it and now. */
  accepts(before: Float64Array, temperature: number): boolean {
    const { cost } = this.state;
    const { breach, shortage } = this.weights;
    const worth =
      breach * ((cost[0] as number) - (before[0] as number)) +
      shortage * ((cost[1] as number) - (before[1] as number)) +
      ((cost[2] as number) - (before[2] as number));
    return worth <= temperature * this.chance.loss();
  }

  #option(cell: number): number {
    const { optionsAt, options } = this.state.plan;
    const first = optionsAt[cell] as number;
    return options[first + this.chance.below((optionsAt[cell + 1] as number) - first)] as number;
  }

  #change(temperature: number): void {
    const state = this.state;
    const cell = this.#free[this.chance.below(this.#free.length)] as number;
    const shift = this.#option(cell);
    if (shift === state.grid[cell]) return;
    if (this.#isWhole()) {
      const { days } = state.plan;
      const day = cell % days;
      this.#shifts[day] = shift;
      if (this.sequences.breaks((cell - day) / days, day, day + 1, this.#shifts, 0)) return;
    }
    state.change(cell, shift, false);
    if (this.#worth() > temperature * this.chance.loss()) return;
    state.change(cell, shift, true);
    this.note();
  }

  #exchange(temperature: number): void {
    const state = this.state;
    const chance = this.chance;
    const { days, lead, shifts } = state.plan;
    const width = shifts + 1;
    const employees = this.#freeEmployees;
    const one = employees[chance.below(employees.length)] as number;
    const other = employees[chance.below(employees.length)] as number;
    if (one === other) return;
    const begin = lead + chance.below(days - lead);
    const end = Math.min(days, begin + 1 + (chance.next() < 0.5 ? 0 : chance.below(7)));
    const shiftOfOne = one * days;
    const shiftOfOther = other * days;
    let differ = false;
    for (let day = begin; day < end; day += 1) {
      const a = state.grid[shiftOfOne + day] as number;
      const b = state.grid[shiftOfOther + day] as number;
      if (a === b) continue;
      differ = true;
      if (this.#allowed[(shiftOfOne + day) * width + b] === 0) return;
      if (this.#allowed[(shiftOfOther + day) * width + a] === 0) return;
    }
    if (!differ) return;
    if (
      this.#isWhole() &&
      (this.sequences.breaks(one, begin, end, state.grid, shiftOfOther) ||
        this.sequences.breaks(other, begin, end, state.grid, shiftOfOne))
    )
      return;
    const limit = temperature * chance.loss();
    if (end === begin + 1 && this.#independent) {
      // Priced before it is made, because most exchanges are refused.
      if (this.#swap(shiftOfOne + begin, shiftOfOther + begin, false, false) > limit) return;
      this.#swap(shiftOfOne + begin, shiftOfOther + begin, true, false);
      this.note();
      return;
    }
    const covers = !this.#alike;
    let total = 0;
    for (let day = begin; day < end; day += 1) total += this.#swap(shiftOfOne + day, shiftOfOther + day, true, covers);
    if (total <= limit) {
      this.note();
      return;
    }
    for (let day = begin; day < end; day += 1) this.#swap(shiftOfOne + day, shiftOfOther + day, true, covers);
  }

  /** Puts one shift, or days off, on two to seven days in a row: a change of one day would break a minimum run. */
  #fillStretch(temperature: number): void {
    const state = this.state;
    const chance = this.chance;
    const { days, shifts } = state.plan;
    const cell = this.#free[chance.below(this.#free.length)] as number;
    const end = Math.min(cell - (cell % days) + days, cell + 2 + chance.below(longestStretch - 1));
    const shift = chance.next() < 0.5 ? 0 : this.#option(cell);
    if (this.#isWhole()) {
      const first = cell - (cell % days);
      for (let at = cell; at < end; at += 1) {
        const may = this.#allowed[at * (shifts + 1) + shift] === 1;
        this.#shifts[at - first] = may ? shift : (state.grid[at] as number);
      }
      if (this.sequences.breaks(first / days, cell - first, end - first, this.#shifts, 0)) return;
    }
    const limit = temperature * chance.loss();
    let total = 0;
    for (let at = cell; at < end; at += 1) {
      const held = state.grid[at] as number;
      this.#held[at - cell] = held;
      if (held === shift || this.#allowed[at * (shifts + 1) + shift] === 0) continue;
      state.change(at, shift, true);
      total += this.#worth();
    }
    if (total <= limit) {
      this.note();
      return;
    }
    for (let at = end - 1; at >= cell; at -= 1) state.change(at, this.#held[at - cell] as number, true);
  }

  #moveInRow(temperature: number): void {
    const state = this.state;
    const chance = this.chance;
    const { days, lead, shifts } = state.plan;
    const width = shifts + 1;
    const cell = this.#free[chance.below(this.#free.length)] as number;
    const row = cell - (cell % days);
    const target = row + lead + chance.below(days - lead);
    const a = state.grid[cell] as number;
    const b = state.grid[target] as number;
    if (a === b || this.#allowed[cell * width + b] === 0 || this.#allowed[target * width + a] === 0) return;
    const limit = temperature * chance.loss();
    if (this.#swap(cell, target, true, true) <= limit) this.note();
    else this.#swap(cell, target, true, true);
  }

  /** Works out what an exchange of two cells costs. With `commit` it is made. */
  #swap(cell: number, other: number, commit: boolean, covers: boolean): number {
    const state = this.state;
    const a = state.grid[cell] as number;
    const b = state.grid[other] as number;
    if (a === b) return 0;
    state.change(cell, b, commit, covers);
    const first = this.#worth();
    state.change(other, a, commit, covers);
    return first + this.#worth();
  }

  /** Returns whether nothing strict is broken, so that no breach has to be repaired by way of another. */
  #isWhole(): boolean {
    return (this.state.cost[0] as number) < tolerance;
  }

  #worth(): number {
    const { delta } = this.state;
    const { breach, shortage } = this.weights;
    return breach * (delta[0] as number) + shortage * (delta[1] as number) + (delta[2] as number);
  }

  /** Keeps the roster as it is now when it is better than the best. */
  note(): void {
    if (isBetterRoster(this.state.cost, this.best.cost)) this.best = selectBest(this.state);
  }

  /** Strict rules that stay broken weigh more. Once nothing is broken for long, their weight goes back. */
  adapt(): void {
    const { cost } = this.state;
    const { weights, best } = this;
    const broken = (cost[0] as number) > (best.cost[0] as number) + tolerance;
    const missing = (cost[1] as number) > (best.cost[1] as number) + tolerance;
    if (broken) weights.breach *= 1.02;
    if (missing) weights.shortage *= 1.02;
    if (broken || missing) this.#sinceClean = 0;
    else this.#sinceClean += 1;
    if (this.#sinceClean > 20) {
      weights.breach = Math.max(this.#base / 8, weights.breach * 0.98);
      weights.shortage = Math.max(this.#base / 8, weights.shortage * 0.98);
    }
  }
}
