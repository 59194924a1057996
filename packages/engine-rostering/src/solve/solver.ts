import type { RosteringInstance } from '../model/instance.js';
import { LocalSearch } from './search.js';
import type { RosterSolution } from './solution.js';
import type { SolverOptions } from './solver-options.js';

export interface RosterSolver {
  /** Builds a roster and improves it on the calling thread: run it in a worker with a `shouldStop` on shared memory. */
  run(): Promise<RosterSolution>;
}

export function createSolver(instance: RosteringInstance, options: SolverOptions = {}): RosterSolver {
  return { run: () => new LocalSearch(instance, options).run() };
}
