import type { Instance, Roster } from '../model/instance.js';
import { Annealing, bestOf, type HardWeights, isBetter } from './anneal.js';
import { Budget } from './budget.js';
import { Chance } from './chance.js';
import { construct } from './construct.js';
import { countRosters, enumerate } from './enumerate.js';
import { Incumbents } from './incumbents.js';
import { Improver } from './mip/improver.js';
import { planOfInstance } from './plan-of-instance.js';
import { RosterState } from './roster-state.js';
import { Replanner } from './rows/replanner.js';
import type { Solution, SolverOptions } from './solver.js';

const movesBetweenLooks = 512;
/** Moves a millisecond on an ordinary machine. */
const usualMoves = 800;
/** Milliseconds of the first round of annealing, less for small rosters and short budgets. */
const longestFirstRound = 500;
/** Heat of annealing that begins with whole rows, and with shifts filled in day by day. */
const heatOfPlanned = 0.12;
const heatOfFilled = 0.45;

/**
 * The run of a solver: a first roster, a short annealing, long ones, the whole as an integer programme where it fits,
 * and programmes of parts between them.
 */
export class Search {
  readonly #state: RosterState;
  readonly #budget: Budget;
  readonly #chance: Chance;
  readonly #incumbents: Incumbents;
  readonly #annealing: Annealing;
  readonly #improver: Improver;
  readonly #replanner: Replanner;
  readonly #initial: Roster | undefined;

  constructor(instance: Instance, options: SolverOptions) {
    const { configuration } = instance.job;
    const perSecond = 100_000;
    this.#budget = new Budget({
      now: options.now,
      shouldStop: options.shouldStop ?? (() => false),
      milliseconds: configuration.timeLimitSeconds * 1000,
      unimprovedMilliseconds: configuration.unimprovedTimeLimitSeconds * 1000,
      iterations: options.iterations ?? configuration.timeLimitSeconds * perSecond,
      unimprovedIterations:
        options.iterations === undefined
          ? configuration.unimprovedTimeLimitSeconds * perSecond
          : Number.POSITIVE_INFINITY,
    });
    const seed = options.seed ?? configuration.seed;
    const plan = planOfInstance(instance);
    this.#state = new RosterState(plan);
    this.#initial = options.initial;
    this.#chance = new Chance(seed);
    this.#incumbents = new Incumbents(instance, plan, this.#budget, options.onIncumbent);
    const weights: HardWeights = { breach: 1, shortage: 1 };
    this.#replanner = new Replanner(this.#state, this.#chance, this.#budget);
    this.#annealing = new Annealing(this.#state, this.#chance, weights);
    this.#improver = new Improver(plan, this.#budget, this.#chance, seed);
  }

  async run(): Promise<Solution> {
    this.#build();
    if (!this.#annealing.canMove) return this.#incumbents.solution('optimal');
    if (this.#tryAll()) return this.#incumbents.solution('optimal', 0);
    this.#planRows();
    const budget = this.#budget;
    let round = Math.min(
      budget.milliseconds(Math.min(longestFirstRound, this.#improver.columns)),
      (budget.total - budget.spent()) / 10,
    );
    let rounds = 0;
    let untried = this.#improver.fits;
    while (!this.#isDone()) {
      this.#anneal(round, rounds === 0 ? 1 : 0.5);
      rounds += 1;
      if (this.#isDone()) break;
      // A programme has far less to look for once nothing hard is left.
      if (untried && (rounds > 2 || (this.#annealing.isClean && rounds > this.#improver.roundsBefore))) {
        untried = false;
        const optimal = await this.#improver.solveWhole(this.#annealing.best, (grid) => this.#take(grid));
        if (optimal) return this.#incumbents.solution('optimal', this.#improver.gap);
      } else {
        await this.#improver.solveParts(this.#annealing.best, round / 8, (grid) => this.#take(grid));
      }
      // Slow cooling finds more than many short rounds do; but a round must not look like standing still.
      round = Math.min(0.85 * (budget.total - budget.spent()), 0.7 * budget.unimproved);
    }
    const { end } = this.#budget;
    return this.#incumbents.solution(this.#incumbents.isPerfect ? 'perfect' : (end ?? 'stopped'), this.#improver.gap);
  }

  /** Of a tiny roster every possibility is tried, which proves the best one. @returns whether that was done */
  #tryAll(): boolean {
    const count = countRosters(this.#state);
    if (count === undefined || this.#isDone()) return false;
    this.#budget.iterations += count;
    const best = enumerate(this.#state);
    if (isBetter(best.cost, this.#annealing.best.cost)) this.#annealing.best = best;
    this.#incumbents.offer(this.#annealing.best);
    return this.#incumbents.isBest(this.#annealing.best);
  }

  #isDone(): boolean {
    return this.#incumbents.isPerfect || this.#budget.isOver();
  }

  #build(): void {
    const annealing = this.#annealing;
    construct(this.#state, { breach: 1000, shortage: 1000 }, () => this.#budget.isOver());
    annealing.best = bestOf(this.#state);
    if (this.#initial !== undefined) this.#take(this.#incumbents.gridOf(this.#initial, annealing.best.grid));
    this.#incumbents.offer(annealing.best);
  }

  /** Whole rows, one employee after the other. */
  #planRows(): void {
    const annealing = this.#annealing;
    const planned = this.#replanner.construct() && isBetter(this.#state.cost, annealing.best.cost);
    if (planned) annealing.best = bestOf(this.#state);
    this.#incumbents.offer(annealing.best);
    annealing.setScale(planned ? heatOfPlanned : heatOfFilled);
  }

  /** One round, from hot to cold. It begins with the best roster. */
  #anneal(length: number, hottest: number): void {
    const annealing = this.#annealing;
    const budget = this.#budget;
    this.#state.load(annealing.best.grid);
    const began = budget.spent();
    const lasts = Math.min(length, budget.total - began);
    // Too few moves for the size of the roster leave no time to cool down from a hot start.
    const movesPerCell = (lasts / budget.milliseconds(1)) * (usualMoves / annealing.freeCells);
    const heat = Math.max(0.04, Math.min(hottest, movesPerCell / 200));
    const looksBetweenOffers = this.#incumbents.movesBetweenOffers / movesBetweenLooks;
    let progress = 0;
    let looks = 0;
    while (progress < 1 && !budget.isOver()) {
      annealing.run(movesBetweenLooks, annealing.temperature(progress, heat));
      budget.iterations += movesBetweenLooks;
      looks += 1;
      if (looks % looksBetweenOffers === 0) {
        this.#incumbents.offer(annealing.best);
        if (this.#incumbents.isPerfect) return;
      }
      progress = (budget.spent() - began) / lasts;
    }
    this.#incumbents.offer(annealing.best);
  }

  /** A roster found by a programme. @returns whether it is better than the best */
  #take(grid: Uint16Array): boolean {
    const state = this.#state;
    state.load(grid);
    if (!isBetter(state.cost, this.#annealing.best.cost)) return false;
    this.#annealing.best = { grid: state.grid.slice(), cost: state.cost.slice() };
    this.#incumbents.offer(this.#annealing.best);
    return true;
  }
}
