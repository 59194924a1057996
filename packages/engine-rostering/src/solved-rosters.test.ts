import { describe, expect, it } from 'vitest';
import { buildResult, checkFeasibility, costUnits, createSolver } from './index.js';
import { checkSolverDuties } from './testing/check-solver-duties.js';
import { judgeResult } from './testing/judge-result.js';
import { listTestSeeds } from './testing/many-seeds.js';
import { createRandomDefinition } from './testing/random-definition.js';
import { compileDefinition } from './testing/small-definition.js';

const seeds = listTestSeeds(48, 500);

describe('rosters found by the solver', () => {
  it('satisfy strict rules, have the published scores, and are never reported as infeasible', async () => {
    let feasible = 0;
    for (const seed of seeds) {
      const definition = createRandomDefinition(seed);
      const instance = compileDefinition(definition);
      const { roster, score } = await createSolver(instance, { iterations: 5_000 }).run();
      expect(checkSolverDuties(instance, roster), `duties of ${seed}`).toEqual([]);

      const result = buildResult(instance, roster, { fullSchedule: true });
      const judged = judgeResult(definition, result);
      expect(result.solution.score.hard, `hard of ${seed}`).toBeCloseTo(judged.hard, 6);
      expect(result.solution.score.soft, `soft of ${seed}`).toBeCloseTo(judged.soft, 6);

      const missing = (result.solution.missingDemands ?? []).flatMap(({ demands }) => demands);
      const heads = missing.reduce((sum, { nbrOfMissingEmployees }) => sum + nbrOfMissingEmployees, 0);
      expect(heads, `missing demands of ${seed}`).toBe(score.missing / costUnits);

      if (score.hard > 0) continue;
      feasible += 1;
      expect(checkFeasibility(instance).infeasibilities, `definition ${seed}`).toEqual([]);
    }
    expect(feasible).toBeGreaterThan(0);
  }, 60_000);
});
