import { expect, test } from 'vitest';
import { compileInstance } from '../model/compile-instance.js';
import { readJobDefinition } from '../read/read-job-definition.js';
import { listTestSeeds } from '../testing/many-seeds.js';
import { createRandomDefinition } from '../testing/random-definition.js';
import { Annealing } from './anneal.js';
import { createPlan } from './create-plan.js';
import { RosterState } from './roster-state.js';
import { createRowAutomaton } from './rows/row-automaton.js';
import { SequenceCheck } from './rows/sequence-check.js';
import { SolverRandom } from './solver-random.js';

const seeds = listTestSeeds(60);

test.each(seeds)('after thousands of moves the cost is that of the grid: random definition %i', (seed) => {
  const plan = createPlan(compileInstance(readJobDefinition(createRandomDefinition(seed))));
  const state = new RosterState(plan);
  const automata = Array.from({ length: plan.employees }, (_, employee) =>
    createRowAutomaton(plan, state.tables, employee),
  );
  const sequences = new SequenceCheck(state, automata);
  const annealing = new Annealing(state, new SolverRandom(seed), { breach: 1, shortage: 1 }, sequences);
  if (!annealing.canMove) return;
  annealing.setScale(0.45);
  annealing.run(3000, annealing.temperature(0.2, 1));
  const anew = new RosterState(plan);
  anew.load(state.grid);
  anew.cost.forEach((cost, tier) => {
    expect(state.cost[tier]).toBeCloseTo(cost, 4);
  });
  expect(anew.heads).toEqual(state.heads);
  anew.load(annealing.best.grid);
  annealing.best.cost.forEach((cost, tier) => {
    expect(anew.cost[tier]).toBeCloseTo(cost, 4);
  });
});
