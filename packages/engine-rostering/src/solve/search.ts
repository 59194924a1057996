import { costUnits, type Roster, type RosteringInstance } from '../model/instance.js';
import { createStartRoster, scoreRoster } from '../score/score-roster.js';
import { SolverBudget } from './budget.js';
import { fillDays } from './fill-days.js';
import { Moves } from './moves.js';
import { RosterState } from './roster-state.js';
import { SolverRandom } from './solver-random.js';
import type { Incumbent, RosterSolution, RosterSolver, SolverOptions } from './solver-types.js';

/** Moves between two checks of the budget. */
const movesBetweenLooks = 1024;
/** Counted work: of a move without its changes, and of preparing the search, for each shift in each cell. */
const workPerMove = 0.1;
const workPerChoice = 2;
/** Counted work of scoring a cell of a roster. */
const workPerCell = 2;
/** Counted work per second of the time limit. It takes about a second on a shared machine, less on an idle one. */
const workPerSecond = 850_000;
/**
 * A run stops after this multiple of its time limit, so that slower or busier machines can still reach the same roster.
 */
const patience = 1.5;
/** Work per choice without improvement after which a small roster is considered final. */
const unimprovedWorkPerChoice = 4000;
/** Maximum number of possible rosters for trying all of them, which takes a few hundredths of a second. */
const mostRosters = 40_000;
const tolerance = 1e-6;

/** Fills a roster day by day, and anneals it. */
class LocalSearch {
  readonly #state: RosterState;
  readonly #moves: Moves;
  readonly #budget: SolverBudget;
  readonly #chance: SolverRandom;
  readonly #onImprovement: ((incumbent: Incumbent) => void) | undefined;
  /** The violations caused by locked work. The search never adds to them. */
  readonly #startBreach: number;
  readonly #choices: number;
  #best: Incumbent;
  #bestGrid: Int16Array;
  readonly #bestCost: Float64Array;
  /** True if the current roster is the best one and must be stored before it changes. */
  #isBest = false;
  #isOffered = true;

  constructor(
    private readonly instance: RosteringInstance,
    private readonly options: SolverOptions,
  ) {
    const { configuration } = instance.job;
    this.#state = new RosterState(instance);
    this.#chance = new SolverRandom(options.seed ?? configuration.seed);
    this.#moves = new Moves(this.#state, this.#chance);
    this.#choices = this.#moves.options.length - this.#moves.free.length;
    const unimproved = options.iterations === undefined ? configuration.unimprovedTimeLimitSeconds : Infinity;
    this.#budget = new SolverBudget({
      now: options.now,
      shouldStop: options.shouldStop ?? (() => false),
      milliseconds: patience * configuration.timeLimitSeconds * 1000,
      work: options.iterations ?? configuration.timeLimitSeconds * workPerSecond,
      unimprovedWork: Math.min(unimproved * workPerSecond, this.#choices * unimprovedWorkPerChoice),
    });
    this.#onImprovement = options.onIncumbent;
    const roster = createStartRoster(instance);
    this.#best = { roster, score: scoreRoster(instance, roster), iteration: 0 };
    this.#bestGrid = this.#state.grid.slice();
    this.#bestCost = this.#state.cost.slice();
    this.#startBreach = this.#state.cost[0] as number;
  }

  run(): RosterSolution {
    if (this.#moves.free.length === 0) return this.#solution('optimal');
    this.#budget.work += this.#choices * workPerChoice;
    const search = { isDone: () => this.#isDone(), keep: () => this.#keep() };
    for (const level of ['min', 'ideal'] as const) fillDays(this.#moves, level, search);
    this.#continueFrom(this.options.initial);
    this.#offer();
    if (this.#tryAll()) return this.#solution('optimal', { hard: this.#best.score.hard, soft: this.#best.score.soft });
    const scale = this.#measureScale();
    let round = Math.min(500_000, 1000 * this.#choices, this.#budget.left / 10);
    while (!this.#isDone()) {
      this.#anneal(round, scale);
      // Slow cooling finds more than many short rounds, but a round must end before the search counts as unimproved.
      round = Math.min(0.85 * this.#budget.left, 0.7 * this.#budget.unimproved);
    }
    return this.#solution(this.#isPerfect ? 'perfect' : (this.#budget.end ?? 'stopped'));
  }

  #solution(reason: RosterSolution['reason'], bound?: RosterSolution['bound']): RosterSolution {
    const iterations = Math.round(this.#budget.work);
    return { ...this.#best, ...(bound === undefined ? {} : { bound }), iterations, reason };
  }

  get #isPerfect(): boolean {
    const { hard, soft } = this.#best.score;
    return hard === 0 && soft === 0;
  }

  #isDone(): boolean {
    this.#takeWork();
    return this.#isPerfect || this.#budget.isOver();
  }

  #takeWork(): void {
    this.#budget.work += this.#state.work;
    this.#state.work = 0;
  }

  #continueFrom(roster: Roster | undefined): void {
    const { days, historyDays } = this.instance;
    if (roster === undefined) return;
    const grid = this.#bestGrid.slice();
    roster.forEach((shift, cell) => {
      const at = Math.floor(cell / days) * this.#state.width + historyDays + (cell % days);
      if (this.#moves.allows(at, shift)) grid[at] = shift;
    });
    this.#load(grid);
  }

  #load(grid: Int16Array): void {
    this.#store();
    this.#state.load(grid);
    this.#note();
  }

  /** Tries every possibility of a tiny roster, which proves that the best one is optimal. @returns whether it did */
  #tryAll(): boolean {
    const { free, options, optionsAt } = this.#moves;
    const counts = Array.from(free, (_, place) => (optionsAt[place + 1] as number) - (optionsAt[place] as number));
    const count = counts.reduce((product, own) => product * own, 1);
    if (count > mostRosters || this.#isDone()) return false;
    const chosen = counts.map(() => 0);
    const choose = (place: number): void => {
      this.#state.put(
        free[place] as number,
        options[(optionsAt[place] as number) + (chosen[place] as number)] as number,
      );
      if (!this.#state.isChanged) return;
      this.#state.weigh();
      this.#keep();
    };
    for (const place of free.keys()) choose(place);
    for (let tried = 1; tried < count; tried += 1) {
      // Like an odometer: the first cell with another option takes it, and the cells before it restart.
      for (let wheel = 0; wheel < counts.length; wheel += 1) {
        chosen[wheel] = ((chosen[wheel] as number) + 1) % (counts[wheel] as number);
        choose(wheel);
        if (chosen[wheel] !== 0) break;
      }
    }
    this.#state.work = count;
    this.#takeWork();
    this.#offer();
    return true;
  }

  /** Measures the soft cost of typical changes, from which temperatures and weights are derived. */
  #measureScale(): { usual: number; smallest: number } {
    const { delta } = this.#state;
    const sizes: number[] = [];
    for (let trial = 0; trial < 2000; trial += 1) {
      if (!this.#moves.change()) continue;
      const size = Math.abs(delta[2] as number);
      if (delta[0] === 0 && delta[3] === 0 && size > tolerance) sizes.push(size);
      this.#state.undo();
    }
    sizes.sort((a, b) => a - b);
    return {
      usual: sizes[sizes.length >> 1] ?? costUnits,
      smallest: sizes[Math.floor(sizes.length / 50)] ?? costUnits,
    };
  }

  /** Runs one round from hot to cold, starting from the best roster. */
  #anneal(length: number, { usual, smallest }: { usual: number; smallest: number }): void {
    const budget = this.#budget;
    const chance = this.#chance;
    this.#load(this.#bestGrid);
    // If most changes cost a missing employee, that cost alone would set the temperature, and small costs would not
    // matter.
    const hot = Math.min(0.45 * usual, Math.max(12 * smallest, 0.12 * usual));
    const cold = Math.min(0.12 * smallest, hot / 4);
    const base = Math.max(1, usual / costUnits);
    const { weights } = this.#state;
    weights[0] = this.instance.cells.min.some((min) => min > 0) ? 2 * base : base;
    weights[1] = base;
    let cleanLooks = 0;
    const began = budget.work;
    const lasts = Math.min(length, budget.left);
    for (let looks = 1; ; looks += 1) {
      const temperature = computeTemperature(hot, cold, (budget.work - began) / lasts);
      for (let move = 0; move < movesBetweenLooks; move += 1) {
        const limit = temperature * chance.loss();
        if (!this.#moves.make(limit)) continue;
        if (this.#state.worth <= limit) this.#keep();
        else this.#state.undo();
      }
      budget.work += movesBetweenLooks * workPerMove;
      // Strict rules that remain broken get more weight. After a long time without violations, the weight decreases
      // again.
      const [breach = 0, shortage = 0, , tooMany = 0] = this.#state.cost;
      const isBroken = breach + tooMany > this.#startBreach + tolerance;
      const isMissing = shortage > (this.#bestCost[1] as number) + tolerance;
      cleanLooks = isBroken || isMissing ? 0 : cleanLooks + 1;
      const scaled = (weight = base, isLacking = false) => {
        if (cleanLooks > 20) return Math.max(base / 8, weight * 0.98);
        return isLacking ? weight * 1.02 : weight;
      };
      weights.set([scaled(weights[0], isBroken), scaled(weights[1], isMissing)]);
      if (looks % 16 === 0) this.#offer();
      if (this.#isDone() || budget.work - began >= lasts) break;
    }
    this.#offer();
  }

  /** Accepts the change, and records whether the roster is the best so far. */
  #keep(): void {
    const [breach = 0, shortage = 0, soft = 0, tooMany = 0] = this.#state.delta;
    const improves = breach <= 0 && tooMany <= 0 && (breach + shortage < 0 || (breach + shortage === 0 && soft < 0));
    if (!improves) this.#store();
    this.#state.keep();
    this.#note();
  }

  #note(): void {
    const [breach = 0, shortage = 0, soft = 0, tooMany = 0] = this.#state.cost;
    const [bestBreach = 0, bestShortage = 0, bestSoft = 0] = this.#bestCost;
    if (breach > this.#startBreach + tolerance || tooMany > tolerance) return;
    const hard = breach + shortage - bestBreach - bestShortage;
    if (hard > tolerance || (hard > -tolerance && soft > bestSoft - tolerance)) return;
    this.#bestCost.set(this.#state.cost);
    this.#isBest = true;
    this.#isOffered = false;
  }

  /** Stores the best roster before it changes. */
  #store(): void {
    if (this.#isBest) this.#bestGrid = this.#state.copyUnchanged();
    this.#isBest = false;
  }

  /** Reports the best roster by its exact score. */
  #offer(): void {
    this.#store();
    if (this.#isOffered) return;
    this.#isOffered = true;
    const roster = this.#state.toRoster(this.#bestGrid);
    const score = scoreRoster(this.instance, roster);
    this.#takeWork();
    this.#budget.work += roster.length * workPerCell;
    const { hard, soft } = this.#best.score;
    if (score.hard > hard || (score.hard === hard && score.soft >= soft)) return;
    this.#best = { roster, score, iteration: Math.round(this.#budget.work) };
    this.#budget.noteImprovement();
    this.#onImprovement?.(this.#best);
  }
}

export function createSolver(instance: RosteringInstance, options: SolverOptions = {}): RosterSolver {
  return { run: async () => new LocalSearch(instance, options).run() };
}

/** Computes the temperature at a share of a round. It decreases geometrically from hot to cold. */
function computeTemperature(hot: number, cold: number, progress: number): number {
  // Uses only square roots, because other powers can differ in the last digit between machines.
  let temperature = hot;
  let low = 0;
  let high = 1;
  let lowValue = hot;
  let highValue = cold;
  for (let step = 0; step < 7; step += 1) {
    const middle = (low + high) / 2;
    temperature = Math.sqrt(lowValue * highValue);
    if (progress < middle) {
      high = middle;
      highValue = temperature;
    } else {
      low = middle;
      lowValue = temperature;
    }
  }
  return temperature;
}
