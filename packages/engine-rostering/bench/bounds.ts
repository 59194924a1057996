/**
 * Bounds of the tight shift-scheduling instances, by column generation to the end, for bench/yardsticks.json:
 * `node --import tsx packages/engine-rostering/bench/bounds.ts` takes some minutes, `... bounds.ts 30-4-4` only those whose
 * names hold that. Nothing that is known gets worse.
 */
import { compileInstance } from '../src/model/compile-instance.js';
import { readJobDefinition } from '../src/read/read-job-definition.js';
import { Budget } from '../src/solve/budget.js';
import { Chance } from '../src/solve/chance.js';
import { loadHighs } from '../src/solve/mip/load-highs.js';
import { planOfInstance } from '../src/solve/plan-of-instance.js';
import { RosterState } from '../src/solve/roster-state.js';
import { Replanner } from '../src/solve/rows/replanner.js';
import { RowProgramme } from '../src/solve/rows/row-programme.js';
import { benchmark } from './instances.ts';
import { readYardsticks, writeYardsticks } from './yardstick.ts';

const asked = process.argv.slice(2);
for (const { kind, name, definition } of benchmark()) {
  if (kind !== 'tight' || (asked.length > 0 && !asked.some((part) => name.includes(part)))) continue;
  const began = process.cpuUsage();
  const plan = planOfInstance(compileInstance(readJobDefinition(definition)));
  const state = new RosterState(plan);
  const endless = Number.POSITIVE_INFINITY;
  const budget = new Budget({
    now: undefined,
    shouldStop: () => false,
    milliseconds: endless,
    work: endless,
    unimprovedWork: endless,
  });
  const replanner = new Replanner(state, new Chance(1), budget);
  replanner.construct();
  const limits = { left: () => Number.MAX_SAFE_INTEGER, note: () => {} };
  const { planners } = replanner;
  const programme = new RowProgramme(
    await loadHighs(),
    plan,
    state.tables,
    planners,
    state.grid,
    new Chance(1),
    limits,
  );
  programme.prove();
  // Bounds are sums of fractions: one that lies a hair above a point must not be taken for the next.
  const bound = Math.ceil(programme.bound / 60 - 0.01);
  programme.dispose();
  const known = readYardsticks();
  const yardstick = known[name];
  if (yardstick === undefined) throw new Error(`Nothing is known of ${name}: run bench/yardsticks.ts first.`);
  yardstick.bound = Math.max(bound, yardstick.bound ?? 0);
  writeYardsticks(known);
  console.log(name, 'at least', bound, 'found', yardstick.soft, process.cpuUsage(began).user / 1e6, 's of CPU');
}
