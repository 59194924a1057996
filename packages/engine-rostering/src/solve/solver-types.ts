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
   * `optimal`: no better roster exists, as proved by the search; `perfect`: nothing can be improved; `iterations`: all
   * work of the limit was done; `time-limit`: the clock stopped the run before that.
   */
  readonly reason: 'perfect' | 'optimal' | 'time-limit' | 'unimproved' | 'iterations' | 'stopped';
  /** A score that no roster can improve on, if it is known. */
  readonly bound?: { readonly hard: number; readonly soft: number };
}

export interface SolverOptions {
  /** Default: the seed of the configuration. */
  seed?: number;
  /** A roster to continue from, such as the incumbent of an earlier run, if it is better than the first. */
  initial?: Roster;
  /** Called with each better roster, within a few hundredths of a second after it was found. */
  onIncumbent?: (incumbent: Incumbent) => void;
  /** Called every few milliseconds. Return true to stop the run with the best roster. */
  shouldStop?: () => boolean;
  /**
   * Milliseconds of a clock, of real or of CPU time, as a safety stop: a run that takes 1.5 times the configured time
   * limit stops with the reason `time-limit`. Its roster then depends on the speed of the machine.
   */
  now?: () => number;
  /** Budget in counted work of about a microsecond. Default: 800 000 for each second of the time limits. */
  iterations?: number;
}

export interface RosterSolver {
  /**
   * Builds and improves a roster on the calling thread. Run it in a worker, with a `shouldStop` that reads shared
   * memory.
   */
  run(): Promise<RosterSolution>;
}
