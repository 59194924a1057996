import type { Roster } from '../model/instance.js';
import type { RosterScore } from '../model/score.js';

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
