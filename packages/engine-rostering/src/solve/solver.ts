import type { Instance } from '../model/instance.js';
import { Search } from './search.js';
import type { Solution } from './solution.js';
import type { SolverOptions } from './solver-options.js';

export interface Solver {
  /** Builds a roster and improves it on the calling thread: run it in a worker with a `shouldStop` on shared memory. */
  run(): Promise<Solution>;
}

/** Creates a solver of one instance for a single run. */
export function createSolver(instance: Instance, options: SolverOptions = {}): Solver {
  return { run: () => new Search(instance, options).run() };
}
