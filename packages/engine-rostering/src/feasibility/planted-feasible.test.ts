import { describe, expect, it } from 'vitest';
import { compileInstance } from '../model/compile-instance.js';
import { readJobDefinition } from '../read/read-job-definition.js';
import { checkSolverDuties } from '../score/check-solver-duties.js';
import { scoreRoster } from '../score/score-roster.js';
import { listTestSeeds } from '../testing/many-seeds.js';
import { createPlantedDefinition } from '../testing/planted-definition.js';
import { checkFeasibility } from './check-feasibility.js';

describe('the feasibility check on definitions that a known roster satisfies exactly', () => {
  it('reports no infeasibility on any of them', () => {
    for (const seed of listTestSeeds(150)) {
      const { definition, roster } = createPlantedDefinition(seed);
      const instance = compileInstance(readJobDefinition(definition));
      const witness = Int16Array.from(roster.flat());
      expect(scoreRoster(instance, witness).hard, `the roster of ${seed} keeps every strict rule`).toBe(0);
      expect(checkSolverDuties(instance, witness), `a solver may find the roster of ${seed}`).toEqual([]);
      const { errors, infeasibilities, timeouts } = checkFeasibility(instance);
      expect({ infeasibilities, errors, timeouts }, `definition ${seed}`).toEqual({
        infeasibilities: [],
        errors: [],
        timeouts: [],
      });
    }
  }, 60_000);
});
