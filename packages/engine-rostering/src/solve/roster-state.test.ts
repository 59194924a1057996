import { expect, test } from 'vitest';
import { compileInstance } from '../model/compile-instance.js';
import { freeShift, type Roster, type RosteringInstance } from '../model/instance.js';
import { readJobDefinition } from '../read/read-job-definition.js';
import { createStartRoster, scoreRoster } from '../score/score-roster.js';
import { computeStaffing } from '../score/staffing.js';
import { listTestSeeds } from '../testing/many-seeds.js';
import { createRandomDefinition } from '../testing/random-definition.js';
import { createPlan } from './create-plan.js';
import { RosterState } from './roster-state.js';
import { SolverRandom } from './solver-random.js';

const seeds = listTestSeeds(120);

test.each(seeds)('the cost summed change by change is the exact score: random definition %i', (seed) => {
  const instance = compileInstance(readJobDefinition(createRandomDefinition(seed)));
  const plan = createPlan(instance);
  const state = new RosterState(plan);
  const first = tiers(instance, createStartRoster(instance));
  const before = state.cost.slice();
  const chance = new SolverRandom(seed);
  const free = freeCells(state);
  for (let move = 0; move < 150 && free.length > 0; move += 1) {
    const cell = free[chance.below(free.length)] ?? 0;
    const from = plan.optionsAt[cell] ?? 0;
    const shift = plan.options[from + chance.below((plan.optionsAt[cell + 1] ?? 0) - from)] ?? 0;
    state.change(cell, shift, false);
    const preview = state.delta.slice();
    state.change(cell, shift, true);
    expect(state.delta, 'the same without and with the change').toEqual(preview);
    const now = tiers(instance, rosterOf(state, instance));
    now.forEach((value, index) => {
      const expected = (state.cost[index] ?? 0) - (before[index] ?? 0);
      expect(expected, `tier ${index} after move ${move}`).toBeCloseTo(value - (first[index] ?? 0), 4);
    });
  }
});

function freeCells({ plan }: RosterState): number[] {
  return Array.from(plan.start.keys()).filter((cell) => (plan.optionsAt[cell + 1] ?? 0) > (plan.optionsAt[cell] ?? 0));
}

/** Strict breaches and heads above what a cell may hold; missing heads and work; soft. */
function tiers(instance: RosteringInstance, roster: Roster): number[] {
  const { strict, shortage, missing, soft } = scoreRoster(instance, roster);
  const locked = computeStaffing(instance, createStartRoster(instance)).present;
  let over = 0;
  computeStaffing(instance, roster).present.forEach((heads, cell) => {
    over += Math.max(0, heads - Math.max(instance.cells.max[cell] ?? 0, locked[cell] ?? 0));
  });
  return [strict + 60 * over, shortage + missing, soft];
}

function rosterOf({ plan, grid }: RosterState, { employees, days }: RosteringInstance): Roster {
  const roster = new Int16Array(employees * days).fill(freeShift);
  return roster.map((_, at) => {
    const cell = Math.floor(at / days) * plan.days + plan.lead + (at % days);
    return (grid[cell] ?? 0) - 1;
  });
}
