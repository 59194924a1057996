import type { Instance } from '../model/instance.js';
import { Search } from './search.js';
import type { Solution } from './solution.js';
import type { SolverOptions } from './solver-options.js';

export interface Solver {
  /**
   * Builds a roster and improves it. Computes on the calling thread and blocks it, except for one short pause when the
   * integer programming library is loaded: run it in a worker thread, and let `shouldStop` read shared memory.
   */
  run(): Promise<Solution>;
}

/** Creates a solver of one instance for a single run. */
export function createSolver(instance: Instance, options: SolverOptions = {}): Solver {
  return { run: () => new Search(instance, options).run() };
}
