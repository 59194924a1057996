import { expect, test } from 'vitest';
import { compileInstance } from '../../model/compile-instance.js';
import { readJobDefinition } from '../../read/read-job-definition.js';
import { listTestSeeds } from '../../testing/many-seeds.js';
import { createRandomDefinition } from '../../testing/random-definition.js';
import { createPlan } from '../create-plan.js';
import { RosterState } from '../roster-state.js';
import { SolverRandom } from '../solver-random.js';
import { createRowAutomaton } from './row-automaton.js';
import { SequenceCheck } from './sequence-check.js';

test('says of a stretch that it breaks a strict sequence exactly when it does', () => {
  const said = { breaks: 0, keeps: 0 };
  for (const seed of listTestSeeds(120)) {
    // Only what rules on sequences are made of: everything else may break as well, or mend.
    const whole = createPlan(compileInstance(readJobDefinition(createRandomDefinition(seed))));
    const links = whole.links.filter(({ distance, next }) => distance === 1 || next);
    const plan = { ...whole, links, counters: [], blocks: [], rows: [], covers: [], spreads: [] };
    const state = new RosterState(plan);
    const { tables, grid, cost } = state;
    const automata = Array.from({ length: plan.employees }, (_, employee) =>
      createRowAutomaton(plan, tables, employee),
    );
    const check = new SequenceCheck(state, automata);
    const chance = new SolverRandom(seed);
    const shifts = new Uint16Array(plan.days);
    for (let trial = 0; trial < 200 && cost[0] === 0; trial += 1) {
      const employee = chance.below(plan.employees);
      const begin = plan.lead + chance.below(plan.days - plan.lead);
      const end = Math.min(plan.days, begin + 1 + chance.below(4));
      const before = grid.slice();
      for (let day = begin; day < end; day += 1) {
        const cell = employee * plan.days + day;
        const from = plan.optionsAt[cell] ?? 0;
        const options = (plan.optionsAt[cell + 1] ?? 0) - from;
        shifts[day] = (options === 0 ? grid[cell] : plan.options[from + chance.below(options)]) ?? 0;
      }
      const breaks = check.breaks(employee, begin, end, shifts, 0);
      for (let day = begin; day < end; day += 1) state.change(employee * plan.days + day, shifts[day] ?? 0, true);
      const broken = (cost[0] ?? 0) > 1e-6;
      if (automata[employee] !== undefined) {
        expect(breaks, `definition ${seed}, trial ${trial}`).toBe(broken);
        said[breaks ? 'breaks' : 'keeps'] += 1;
      }
      if (broken) state.load(before);
    }
  }
  expect(said.breaks).toBeGreaterThan(100);
  expect(said.keeps).toBeGreaterThan(100);
});
