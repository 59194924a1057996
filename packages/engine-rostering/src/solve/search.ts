import type { Roster, RosteringInstance } from '../model/instance.js';
import { Annealing, type HardWeights } from './anneal.js';
import { SolverBudget } from './budget.js';
import { constructRoster } from './construct.js';
import { createPlan } from './create-plan.js';
import { Incumbents } from './incumbents.js';
import { MipImprover } from './mip/improver.js';
import { type BestRoster, isBetterRoster, RosterState, selectBest } from './roster-state.js';
import { ColumnGenerationSolver } from './rows/column-generation-solver.js';
import { Replanner } from './rows/replanner.js';
import { computeMinStep } from './soft-prices.js';
import { SolverRandom } from './solver-random.js';
import type { RosterSolution, RosterSolver, SolverOptions } from './solver-types.js';

/** Moves between two looks at the budget. */
const movesBetweenLooks = 1024;
/** Moves of annealing between two rows that are planned again. */
const movesBetweenRows = 64;
/** Usual number of moves in a unit of work, to set the heat of short budgets. */
const usualMoves = 0.8;
/** Work of a move apart from its changes; and of making the plan, for each shift in each cell. */
const workPerMove = 0.1;
const workPerChoice = 2;
/** Work that a second of the time limit stands for: it takes about a second on a shared machine, less on an idle one. */
const workPerSecond = 800_000;
/** The clock ends a run after this multiple of its limit; slower or busier machines get to the same roster before that. */
const patience = 1.5;
/** Work of the first round of annealing for each shift that may be put into a cell, and the most for all of them. */
const workPerColumn = 1000;
const longestFirstRound = 500_000;
/** By how much a bound may be wrong, in units of the score. */
const roundingError = 0.1;
/** The whole is tried as an integer programme up to this many choices of shifts, even if rows can be planned together. */
const mostProvedColumns = 600;
/** Shares of all work for annealing before the first and between later plannings of rows; and share of the rest for the rows. */
const shareBeforeRows = 0.15;
const shareBetweenRows = 0.1;
const shareOfRows = 0.7;
/** Share of the rest for annealing once planning rows together finds nothing more; its result is where rows begin again. */
const shareAfterRows = 0.3;
/** Heat of annealing that starts from rows planned together. */
const heatBetweenRows = 0.1;
/** Heat of annealing that starts from whole rows, and from shifts filled in day by day. */
const heatOfPlanned = 0.3;
const heatOfFilled = 0.45;

/** Builds a first roster, anneals it, solves the whole as an integer program if it fits, and then parts of it. */
class LocalSearch {
  readonly #state: RosterState;
  readonly #budget: SolverBudget;
  readonly #chance: SolverRandom;
  readonly #incumbents: Incumbents;
  readonly #annealing: Annealing;
  readonly #improver: MipImprover;
  readonly #replanner: Replanner;
  readonly #rows: ColumnGenerationSolver;
  readonly #initial: Roster | undefined;
  readonly #step: number;

  constructor(instance: RosteringInstance, options: SolverOptions) {
    const { configuration } = instance.job;
    this.#budget = new SolverBudget({
      now: options.now,
      shouldStop: options.shouldStop ?? (() => false),
      milliseconds: patience * configuration.timeLimitSeconds * 1000,
      work: options.iterations ?? configuration.timeLimitSeconds * workPerSecond,
      unimprovedWork:
        options.iterations === undefined
          ? configuration.unimprovedTimeLimitSeconds * workPerSecond
          : Number.POSITIVE_INFINITY,
    });
    const seed = options.seed ?? configuration.seed;
    const plan = createPlan(instance);
    this.#state = new RosterState(plan);
    this.#initial = options.initial;
    this.#step = computeMinStep(plan);
    this.#chance = new SolverRandom(seed);
    this.#incumbents = new Incumbents(instance, plan, this.#budget, options.onIncumbent);
    const weights: HardWeights = { breach: 1, shortage: 1 };
    this.#replanner = new Replanner(this.#state, this.#chance, this.#budget);
    this.#rows = new ColumnGenerationSolver(this.#state, this.#replanner, this.#budget, this.#chance);
    this.#annealing = new Annealing(this.#state, this.#chance, weights, this.#replanner.sequences);
    this.#improver = new MipImprover(plan, this.#budget, this.#chance, seed);
  }

  async run(): Promise<RosterSolution> {
    try {
      return await this.#run();
    } finally {
      this.#rows.dispose();
    }
  }

  async #run(): Promise<RosterSolution> {
    this.#build();
    if (!this.#annealing.canMove) return this.#incumbents.solution('optimal');
    this.#budget.work += this.#improver.columns * workPerChoice;
    if (this.#tryAll()) return this.#incumbents.solution('optimal', 0);
    this.#planRows();
    const budget = this.#budget;
    const byRows = this.#rows.applies && this.#improver.roundsBefore > 0;
    let untried = byRows ? this.#improver.columns <= mostProvedColumns : this.#improver.fits;
    let round = Math.min(longestFirstRound, workPerColumn * this.#improver.columns, budget.left / 10);
    if (byRows && !untried) round = this.#roundOfRows(true);
    for (let rounds = 1; !this.#isDone(); rounds += 1) {
      this.#anneal(round, rounds === 1 ? 1 : this.#rows.isUnderWay ? heatBetweenRows : 0.5);
      if (this.#isDone()) break;
      if (this.#gap() === 0) return this.#incumbents.solution('optimal', 0);
      const { best } = this.#annealing;
      const take = (grid: Uint16Array): boolean => this.#take(grid);
      if (byRows && (rounds === 1 || !untried)) {
        const { grid } = this.#rows.isExhausted ? this.#state : best;
        if (this.#rows.affords(budget.left)) await this.#rows.improve(grid, budget.left * shareOfRows, take);
      } else if (untried && (rounds > 2 || (this.#annealing.isClean && rounds > this.#improver.roundsBefore))) {
        // A programme has much less to search once nothing hard is left to repair.
        untried = false;
        const optimal = await this.#improver.solveWhole(best, take);
        if (optimal) return this.#incumbents.solution('optimal', this.#improver.gap);
      } else if (!byRows) {
        await this.#improver.solveParts(best, round / 8, take);
      }
      if (this.#gap() === 0) return this.#incumbents.solution('optimal', 0);
      // Slow cooling finds more than many short rounds, but a round must end before the search counts as unimproved.
      round = byRows ? this.#roundOfRows() : Math.min(0.85 * budget.left, 0.7 * budget.unimproved);
    }
    const { end } = this.#budget;
    return this.#incumbents.solution(this.#incumbents.isPerfect ? 'perfect' : (end ?? 'stopped'), this.#gap());
  }

  /** How long to anneal before rows are planned together; all that is left if they do not fit in afterwards. */
  #roundOfRows(first = false): number {
    const { left, total, unimproved } = this.#budget;
    let length = (first ? shareBeforeRows : shareBetweenRows) * total;
    if (this.#rows.isExhausted) length = shareAfterRows * left;
    else if (!this.#rows.affords(left - length)) length = left;
    return Math.min(length, 0.7 * unimproved);
  }

  /** By how much the soft score may still improve at most, when that is known. */
  #gap(): number | undefined {
    const { bound } = this.#rows;
    const { best, isClean } = this.#annealing;
    const known = this.#improver.gap;
    if (bound === undefined || !isClean) return known;
    const step = this.#step;
    // Bounds are sums of fractions: one slightly above a step must not be rounded up to the next.
    const rounded = step > 0 ? Math.ceil((bound - roundingError) / step) * step : bound;
    const gap = Math.max(0, (best.cost[2] as number) - rounded);
    return known === undefined ? gap : Math.min(gap, known);
  }

  /** Tries every possibility of a tiny roster, which proves the best one. @returns whether that was done */
  #tryAll(): boolean {
    const count = countRosters(this.#state);
    if (count === undefined || this.#isDone()) return false;
    this.#budget.work += count;
    const best = enumerateRosters(this.#state);
    if (isBetterRoster(best.cost, this.#annealing.best.cost)) this.#annealing.best = best;
    this.#incumbents.offer(this.#annealing.best);
    return this.#incumbents.isBest(this.#annealing.best);
  }

  #isDone(): boolean {
    return this.#incumbents.isPerfect || this.#budget.isOver();
  }

  #build(): void {
    const annealing = this.#annealing;
    this.#state.takeWork();
    constructRoster(this.#state, { breach: 1000, shortage: 1000 }, () => {
      this.#budget.work += this.#state.takeWork();
      return this.#budget.isOver();
    });
    annealing.best = selectBest(this.#state);
    if (this.#initial !== undefined) this.#take(this.#incumbents.gridOf(this.#initial, annealing.best.grid));
    this.#incumbents.offer(annealing.best);
  }

  /** Plans whole rows, one employee after the other. */
  #planRows(): void {
    const annealing = this.#annealing;
    const planned = this.#replanner.construct() && isBetterRoster(this.#state.cost, annealing.best.cost);
    if (planned) annealing.best = selectBest(this.#state);
    this.#incumbents.offer(annealing.best);
    annealing.setScale(planned ? heatOfPlanned : heatOfFilled);
  }

  /** One round from hot to cold, starting from the best roster. */
  #anneal(length: number, hottest: number): void {
    const annealing = this.#annealing;
    const budget = this.#budget;
    this.#state.load(annealing.best.grid);
    const began = budget.work;
    const lasts = Math.min(length, budget.left);
    // With too few moves for the size of the roster there is no time to cool down from a hot start.
    const movesPerCell = (lasts * usualMoves) / annealing.freeCells;
    const heat = Math.max(0.04, Math.min(hottest, movesPerCell / 200));
    const looksBetweenOffers = this.#incumbents.movesBetweenOffers / movesBetweenLooks;
    const accepts = (before: Float64Array): boolean => annealing.accepts(before, temperature);
    let temperature = annealing.temperature(0, heat);
    let progress = 0;
    let looks = 0;
    while (progress < 1 && !budget.isOver()) {
      temperature = annealing.temperature(progress, heat);
      for (let moves = 0; moves < movesBetweenLooks; moves += movesBetweenRows) {
        annealing.run(movesBetweenRows, temperature);
        if (this.#replanner.replanAny(accepts)) annealing.note();
      }
      annealing.adapt();
      budget.work += movesBetweenLooks * workPerMove + this.#state.takeWork() + this.#replanner.sequences.takeWork();
      looks += 1;
      if (looks % looksBetweenOffers === 0) {
        this.#incumbents.offer(annealing.best);
        if (this.#incumbents.isPerfect) return;
      }
      progress = (budget.work - began) / lasts;
    }
    this.#incumbents.offer(annealing.best);
  }

  /** Takes a roster found by a programme if it is the best. @returns whether it is */
  #take(grid: Uint16Array): boolean {
    const state = this.#state;
    state.load(grid);
    if (!isBetterRoster(state.cost, this.#annealing.best.cost)) return false;
    this.#annealing.best = { grid: state.grid.slice(), cost: state.cost.slice() };
    this.#incumbents.offer(this.#annealing.best);
    return true;
  }
}

export function createSolver(instance: RosteringInstance, options: SolverOptions = {}): RosterSolver {
  return { run: () => new LocalSearch(instance, options).run() };
}

/** The most rosters that are all tried; that takes a few hundredths of a second. */
const mostRosters = 40_000;

/** Returns the number of possible rosters, or undefined if there are too many to try. */
function countRosters({ plan }: RosterState): number | undefined {
  let count = 1;
  for (let cell = 0; cell < plan.start.length; cell += 1) {
    count *= Math.max(1, optionsOf(plan, cell));
    if (count > mostRosters) return undefined;
  }
  return count;
}

/** Returns the best of all rosters. Tries every combination of allowed shifts, one change at a time. */
function enumerateRosters(state: RosterState): BestRoster {
  const { plan } = state;
  const cells = Array.from(plan.start.keys()).filter((cell) => optionsOf(plan, cell) > 1);
  const chosen = cells.map((cell) => {
    state.change(cell, plan.options[plan.optionsAt[cell] as number] as number, true);
    return 0;
  });
  let best = selectBest(state);
  for (;;) {
    // Like the wheels of an odometer: the first cell that has another option takes it, and those before it start again.
    let wheel = 0;
    for (; wheel < cells.length; wheel += 1) {
      const cell = cells[wheel] as number;
      const next = ((chosen[wheel] as number) + 1) % optionsOf(plan, cell);
      chosen[wheel] = next;
      state.change(cell, plan.options[(plan.optionsAt[cell] as number) + next] as number, true);
      if (next !== 0) break;
    }
    if (wheel === cells.length) return best;
    if (isBetterRoster(state.cost, best.cost)) best = selectBest(state);
  }
}

function optionsOf({ optionsAt }: RosterState['plan'], cell: number): number {
  return (optionsAt[cell + 1] as number) - (optionsAt[cell] as number);
}
