import type { Highs } from 'highs';
import { beforeAll, expect, test } from 'vitest';
import { compileInstance } from '../../model/compile-instance.js';
import { readJobDefinition } from '../../read/read-job-definition.js';
import { listTestSeeds } from '../../testing/many-seeds.js';
import { createRandomDefinition } from '../../testing/random-definition.js';
import { createPlan } from '../create-plan.js';
import { RosterState } from '../roster-state.js';
import { loadHighs } from './load-highs.js';
import { createRosterModel } from './roster-model.js';
import { solveModel } from './solve-model.js';

let highs: Highs;
beforeAll(async () => {
  highs = await loadHighs();
});

const seeds = listTestSeeds(40);

test.each(seeds)('the optimum of the programme costs what the search says it costs: random definition %i', (seed) => {
  const plan = createPlan(compileInstance(readJobDefinition(createRandomDefinition(seed))));
  const state = new RosterState(plan);
  const free = Array.from(plan.start.keys()).filter(
    (cell) => (plan.optionsAt[cell + 1] ?? 0) - (plan.optionsAt[cell] ?? 0) > 1,
  );
  if (free.length === 0) return;
  const start = state.cost.slice();
  const draft = createRosterModel(plan, state.grid, free, true);
  const { grid, gap, cost } = solveModel(highs, draft, {
    steps: 2000,
    seed: 1,
    gap: 0.001,
    shouldStop: () => false,
    onGrid: () => {},
  });
  if (grid === undefined) return;
  state.load(grid);
  // Nothing strict is broken that was not broken before; what is missing is what no free cell can bring.
  expect(state.cost[0]).toBeLessThanOrEqual((start[0] ?? 0) + 1e-6);
  expect(state.cost[1]).toBeLessThanOrEqual((start[1] ?? 0) + 1e-6);
  expect(gap).toBeGreaterThanOrEqual(0);
  if (draft.model.exact) expect(cost).toBeCloseTo(state.cost[2] ?? 0, 2);
});
