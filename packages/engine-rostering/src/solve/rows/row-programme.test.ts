import type { Highs } from 'highs';
import { beforeAll, expect, test } from 'vitest';
import { compileInstance } from '../../model/compile-instance.js';
import { readJobDefinition } from '../../read/read-job-definition.js';
import { listTestSeeds } from '../../testing/many-seeds.js';
import { createRandomDefinition } from '../../testing/random-definition.js';
import { Annealing } from '../anneal.js';
import { SolverBudget } from '../budget.js';
import { createPlan } from '../create-plan.js';
import { loadHighs } from '../mip/load-highs.js';
import { RosterState } from '../roster-state.js';
import { SolverRandom } from '../solver-random.js';
import { ColumnGenerationSolver } from './column-generation-solver.js';
import { Replanner } from './replanner.js';
import { RowProgramme } from './row-programme.js';
import { rowWeights } from './row-weights.js';

let highs: Highs;
beforeAll(async () => {
  highs = await loadHighs();
});

const definitions = Array.from({ length: 300 }, (_, seed) => roster(seed + 1)).filter(({ applies }) => applies);

test('the definitions tried are many enough', () => {
  expect(definitions.length).toBeGreaterThan(15);
});

test.each(definitions.slice(0, listTestSeeds(60).length))(
  'no roster costs less than the bound, nor than the reported cost: random definition $seed',
  ({ state, replanner, chance }) => {
    const { plan, tables } = state;
    state.load(plan.start);
    const before = state.grid.slice();
    const costBefore = weighed(state);
    const programme = new RowProgramme(highs, plan, tables, replanner.planners, state.grid, chance, {
      left: () => Number.MAX_SAFE_INTEGER,
      note: () => {},
    });
    const toldBefore = programme.costOf(before);
    const found: ReadonlyMap<number, Uint16Array>[] = [];
    programme.improve(before, (rows) => found.push(rows));
    const { bound } = programme;
    programme.dispose();
    replanner.construct();
    const anew = new RosterState(plan);
    anew.load(state.grid);
    expect(anew.heads).toEqual(state.heads);
    // What rows that nobody can plan cost is in neither.
    const constant = costBefore - toldBefore;
    expect(weighed(state) - constant).toBeGreaterThanOrEqual(bound - 1);
    // A bound says nothing of employees whose rows are not planned.
    if (replanner.isComplete) anneal(state, replanner, chance);
    expect(weighed(state) - constant).toBeGreaterThanOrEqual(bound - 1);
    const rows = found.at(-1);
    if (rows === undefined) return;
    const grid = before.slice();
    for (const [employee, row] of rows) grid.set(row, employee * plan.days);
    state.load(grid);
    expect(weighed(state) - constant).toBeGreaterThanOrEqual(bound - 1);
    expect(weighed(state)).toBeLessThan(costBefore);
  },
);

function roster(seed: number) {
  const plan = createPlan(compileInstance(readJobDefinition(createRandomDefinition(seed))));
  const state = new RosterState(plan);
  const chance = new SolverRandom(seed);
  const budget = new SolverBudget({
    now: undefined,
    shouldStop: () => false,
    milliseconds: 0,
    work: Number.POSITIVE_INFINITY,
    unimprovedWork: Number.POSITIVE_INFINITY,
  });
  const replanner = new Replanner(state, chance, budget);
  return {
    seed,
    state,
    replanner,
    chance,
    applies: new ColumnGenerationSolver(state, replanner, budget, chance).applies,
  };
}

function anneal(state: RosterState, { sequences }: Replanner, chance: SolverRandom): void {
  const annealing = new Annealing(state, chance, { breach: 1, shortage: 1 }, sequences);
  annealing.setScale(0.3);
  for (let round = 0; round < 20; round += 1) annealing.run(1000, annealing.temperature(round / 20, 1));
  state.load(annealing.best.grid);
}

function weighed({ cost }: RosterState): number {
  return cost.reduce((sum, amount, tier) => sum + amount * (rowWeights[tier] ?? 0), 0);
}
