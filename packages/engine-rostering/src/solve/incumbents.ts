import { listCoveredCells, type Roster, type RosteringInstance } from '../model/instance.js';
import { createStartRoster, scoreRoster } from '../score/score-roster.js';
import type { SolverBudget } from './budget.js';
import type { SolverPlan } from './plan.js';
import type { BestRoster } from './roster-state.js';
import type { Incumbent, RosterSolution } from './solver-types.js';

/** Work of scoring a cell of a roster. */
const workPerCell = 2;

/** Stores and reports the best roster by its exact score. Rejects rosters that violate the duties of a solver. */
export class Incumbents {
  readonly #instance: RosteringInstance;
  readonly #plan: SolverPlan;
  readonly #budget: SolverBudget;
  readonly #onImprovement: ((incumbent: Incumbent) => void) | undefined;
  readonly #startStrict: number;
  #best: Incumbent;
  #offered: BestRoster | undefined;

  constructor(
    instance: RosteringInstance,
    plan: SolverPlan,
    budget: SolverBudget,
    onImprovement: ((incumbent: Incumbent) => void) | undefined,
  ) {
    this.#instance = instance;
    this.#plan = plan;
    this.#budget = budget;
    this.#onImprovement = onImprovement;
    const roster = createStartRoster(instance);
    const score = scoreRoster(instance, roster);
    this.#startStrict = score.strict;
    this.#best = { roster, score, iteration: 0 };
  }

  /** Moves of the search between two offers of its best roster: scoring a cell costs about as much as a few moves. */
  get movesBetweenOffers(): number {
    const cells = this.#plan.employees * this.#plan.days;
    return 16_384 * Math.max(1, Math.ceil(cells / 1024));
  }

  get isPerfect(): boolean {
    const { hard, soft } = this.#best.score;
    return hard === 0 && soft === 0;
  }

  offer(best: BestRoster): void {
    if (best === this.#offered) return;
    this.#offered = best;
    const roster = this.rosterOf(best.grid);
    const score = scoreRoster(this.#instance, roster);
    this.#budget.work += roster.length * workPerCell;
    const { hard, soft } = this.#best.score;
    if (score.strict > this.#startStrict || score.hard > hard || (score.hard === hard && score.soft >= soft)) return;
    if (this.#isOverstaffed(roster)) return;
    this.#best = { roster, score, iteration: Math.round(this.#budget.work) };
    this.#budget.noteImprovement();
    this.#onImprovement?.(this.#best);
  }

  /** Returns whether this roster has the score of the best one, so that it was taken or equals it. */
  isBest({ grid }: BestRoster): boolean {
    const { hard, soft } = scoreRoster(this.#instance, this.rosterOf(grid));
    return hard === this.#best.score.hard && soft === this.#best.score.soft;
  }

  rosterOf(grid: Uint16Array): Roster {
    const { employees, days, lead } = this.#plan;
    const roster = new Int16Array(this.#instance.employees * this.#instance.days);
    for (let employee = 0; employee < employees; employee += 1) {
      for (let day = lead; day < days; day += 1) {
        roster[employee * (days - lead) + day - lead] = (grid[employee * days + day] as number) - 1;
      }
    }
    return roster;
  }

  /** The grid with the assignments of a roster wherever they are allowed. */
  gridOf(roster: Roster, grid: Uint16Array): Uint16Array {
    const { days, lead, shifts, allowed } = this.#plan;
    const copy = grid.slice();
    roster.forEach((shift, at) => {
      const own = days - lead;
      const cell = Math.floor(at / own) * days + lead + (at % own);
      if (allowed[cell * (shifts + 1) + shift + 1] === 1) copy[cell] = shift + 1;
    });
    return copy;
  }

  /** Only locked work may put more into a cell than its maximum. */
  #isOverstaffed(roster: Roster): boolean {
    const { days } = this.#instance;
    const heads = Int32Array.from(this.#plan.covers, ({ base }) => base);
    roster.forEach((shift, at) => {
      if (shift < 0) return;
      for (const cell of listCoveredCells(this.#instance, at % days, shift)) heads[cell] = (heads[cell] as number) + 1;
    });
    return this.#plan.covers.some(({ limit, base }, cell) => (heads[cell] as number) > Math.max(limit, base));
  }

  solution(reason: RosterSolution['reason'], gap?: number): RosterSolution {
    const { hard, soft } = this.#best.score;
    const bound = gap === undefined ? {} : { bound: { hard, soft: Math.max(0, soft - gap) } };
    return { ...this.#best, ...bound, iterations: Math.round(this.#budget.work), reason };
  }
}
