import type { Roster } from '../model/instance.js';
import type { RosterScore } from '../score/score-roster.js';

export interface Incumbent {
  readonly roster: Roster;
  readonly score: RosterScore;
  readonly iteration: number;
}

export interface RosterSolution extends Incumbent {
  readonly iterations: number;
  /**
   * `optimal`: it was proved that no roster is better; `perfect`: nothing is left to improve; `iterations`: all the work
   * of the limit was done; `time-limit`: the clock ended it before that.
   */
  readonly reason: 'perfect' | 'optimal' | 'time-limit' | 'unimproved' | 'iterations' | 'stopped';
  /** No roster has a better score than this, where that is known. */
  readonly bound?: { readonly hard: number; readonly soft: number };
}

export interface SolverOptions {
  /** Default: the seed of the configuration. */
  seed?: number;
  /** A roster to continue from, such as the incumbent of an earlier run, if it is better than the first. */
  initial?: Roster;
  /** Called with each better roster, a few hundredths of a second after it was found at the latest. */
  onIncumbent?: (incumbent: Incumbent) => void;
  /** Asked every few milliseconds, also while a programme is solved; when true, the run ends with the best roster. */
  shouldStop?: () => boolean;
  /**
   * Milliseconds of a clock, of real or of CPU time, as a safety stop: a run that takes half as long again as the time limit of
   * the configuration ends, with `time-limit` as the reason, and its roster depends on how far the machine got.
   */
  now?: () => number;
  /** Budget in counted work of about a microsecond. Default: 800 000 for each second of the time limits. */
  iterations?: number;
}

export interface RosterSolver {
  /** Builds a roster and improves it on the calling thread: run it in a worker with a `shouldStop` on shared memory. */
  run(): Promise<RosterSolution>;
}
