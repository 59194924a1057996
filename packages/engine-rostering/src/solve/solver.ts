import type { Instance, Roster } from '../model/instance.js';
import type { Score } from '../model/score.js';
import { Search } from './search.js';

/** What a solver is given beside the instance. */
export interface SolverOptions {
  /** Default: the seed of the configuration. */
  seed?: number;
  /**
   * A roster to continue from, such as the incumbent of an earlier run; it is taken when it is better than the first.
   */
  initial?: Roster;
  /** Called with each better roster, at the latest a few hundredths of a second after it was found. */
  onIncumbent?: (incumbent: Incumbent) => void;
  /** Asked every few milliseconds, also while a programme is solved; when true, the run ends with the best roster. */
  shouldStop?: () => boolean;
  /**
   * Milliseconds of a clock, of real or of CPU time, as a safety stop: a run that takes half as long again as the time limit of
   * the configuration ends, with `time-limit` as the reason, and its roster depends on how far the machine came.
   */
  now?: () => number;
  /**
   * Budget in counted work, the same on every machine: a unit takes about a microsecond. Default: 800 000 for each second
   * of the configuration's time limits, which takes about that second.
   */
  iterations?: number;
}

export interface Incumbent {
  readonly roster: Roster;
  readonly score: Score;
  readonly iteration: number;
}

export interface Solution extends Incumbent {
  readonly iterations: number;
  /**
   * `optimal`: it was proved that no roster is better; `perfect`: nothing is left to improve; `iterations`: all work was
   * done that the limit is worth; `time-limit`: the clock ended it before that.
   */
  readonly reason: 'perfect' | 'optimal' | 'time-limit' | 'unimproved' | 'iterations' | 'stopped';
  /** No roster has a better score than this, where that is known. */
  readonly bound?: { readonly hard: number; readonly soft: number };
}

export interface Solver {
  /**
   * Builds a roster and improves it. Computes on the calling thread and blocks it but for one short pause, when the
   * integer programming library is loaded: run it in a worker thread, and let `shouldStop` read shared memory.
   */
  run(): Promise<Solution>;
}

/** Makes a solver of one instance; it may run once. */
export function createSolver(instance: Instance, options: SolverOptions = {}): Solver {
  return { run: () => new Search(instance, options).run() };
}
