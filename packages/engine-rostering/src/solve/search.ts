import type { Roster, RosteringInstance } from '../model/instance.js';
import { Annealing, type HardWeights } from './anneal.js';
import { SolverBudget } from './budget.js';
import { constructRoster } from './construct.js';
import { createPlan } from './create-plan.js';
import { Incumbents } from './incumbents.js';
import { type BestRoster, isBetterRoster, RosterState, selectBest } from './roster-state.js';
import { Replanner } from './rows/replanner.js';
import { SolverRandom } from './solver-random.js';
import type { RosterSolution, RosterSolver, SolverOptions } from './solver-types.js';

/** Moves between two looks at the budget. */
const movesBetweenLooks = 1024;
/** Moves of annealing between two rows that are planned again. */
const movesBetweenRows = 64;
/** Usual number of moves in a unit of work, to set the heat of short budgets. */
const usualMoves = 0.8;
/** Work of a move apart from its changes. And of making the plan, for each shift in each cell. */
const workPerMove = 0.1;
const workPerChoice = 2;
/** Work that a second of the time limit stands for: it takes about a second on a shared machine, less on an idle one. */
const workPerSecond = 800_000;
/** The clock ends a run after this multiple of its limit. Slower or busier machines get to the same roster before that. */
const patience = 1.5;
/** Work of the first round of annealing for each shift that may be put into a cell, and the most for all of them. */
const workPerOption = 1000;
const longestFirstRound = 500_000;
/** Work without a better roster for each choice, after which a small roster is as good as it gets. */
const unimprovedWorkPerChoice = 2000;
/** Heat of annealing that starts from whole rows, and from shifts filled in day by day. */
const heatOfPlanned = 0.3;
const heatOfFilled = 0.45;

/** Builds a first roster, plans its rows one by one, and anneals it. */
class LocalSearch {
  readonly #state: RosterState;
  readonly #budget: SolverBudget;
  readonly #chance: SolverRandom;
  readonly #incumbents: Incumbents;
  readonly #annealing: Annealing;
  readonly #replanner: Replanner;
  readonly #initial: Roster | undefined;
  /** Number of shifts that may be put into cells. */
  readonly #choices: number;

  constructor(instance: RosteringInstance, options: SolverOptions) {
    const { configuration } = instance.job;
    const plan = createPlan(instance);
    this.#choices = plan.options.reduce((sum, shift) => (shift === 0 ? sum : sum + 1), 0);
    const unimproved = options.iterations === undefined ? configuration.unimprovedTimeLimitSeconds : Infinity;
    this.#budget = new SolverBudget({
      now: options.now,
      shouldStop: options.shouldStop ?? (() => false),
      milliseconds: patience * configuration.timeLimitSeconds * 1000,
      work: options.iterations ?? configuration.timeLimitSeconds * workPerSecond,
      unimprovedWork: Math.min(unimproved * workPerSecond, this.#choices * unimprovedWorkPerChoice),
    });
    this.#state = new RosterState(plan);
    this.#initial = options.initial;
    this.#chance = new SolverRandom(options.seed ?? configuration.seed);
    this.#incumbents = new Incumbents(instance, plan, this.#budget, options.onIncumbent);
    const weights: HardWeights = { breach: 1, shortage: 1 };
    this.#replanner = new Replanner(this.#state, this.#chance, this.#budget);
    this.#annealing = new Annealing(this.#state, this.#chance, weights, this.#replanner.sequences);
  }

  run(): RosterSolution {
    this.#build();
    if (!this.#annealing.canMove) return this.#incumbents.solution('optimal');
    this.#budget.work += this.#choices * workPerChoice;
    if (this.#tryAll()) return this.#incumbents.solution('optimal', 0);
    this.#planRows();
    const budget = this.#budget;
    let round = Math.min(longestFirstRound, workPerOption * this.#choices, budget.left / 10);
    for (let heat = 1; !this.#isDone(); heat = 0.5) {
      this.#anneal(round, heat);
      // Slow cooling finds more than many short rounds, but a round must end before the search counts as unimproved.
      round = Math.min(0.85 * budget.left, 0.7 * budget.unimproved);
    }
    return this.#incumbents.solution(this.#incumbents.isPerfect ? 'perfect' : (budget.end ?? 'stopped'));
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

  #take(grid: Uint16Array): void {
    const state = this.#state;
    state.load(grid);
    if (isBetterRoster(state.cost, this.#annealing.best.cost)) this.#annealing.best = selectBest(state);
  }
}

export function createSolver(instance: RosteringInstance, options: SolverOptions = {}): RosterSolver {
  return { run: async () => new LocalSearch(instance, options).run() };
}

/** The most rosters that are all tried. That takes a few hundredths of a second. */
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
