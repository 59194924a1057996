/**
 * Bounds of the tight shift-scheduling instances, by column generation to the end, for bench/yardsticks.json:
 * `node --import tsx packages/engine-rostering/bench/bounds.ts` takes some minutes, `... bounds.ts 30-4-4` only those whose
 * names hold that. Nothing that is known gets worse.
 *
 * A relaxation shares out missing heads in parts. So the fewest heads that can be missing are told first, without wishes, and
 * rounded up: every roster costs at least that many times a part of the price of a head, and what the relaxation says when
 * a head costs the other part.
 */
import { compileInstance } from '../src/model/compile-instance.js';
import { UNITS } from '../src/model/instance.js';
import { readJobDefinition } from '../src/read/read-job-definition.js';
import { Budget } from '../src/solve/budget.js';
import { Chance } from '../src/solve/chance.js';
import { loadHighs } from '../src/solve/mip/load-highs.js';
import type { Plan } from '../src/solve/plan.js';
import { planOfInstance } from '../src/solve/plan-of-instance.js';
import { RosterState } from '../src/solve/roster-state.js';
import { Replanner } from '../src/solve/rows/replanner.js';
import { RowProgramme } from '../src/solve/rows/row-programme.js';
import { benchmark } from './instances.ts';
import { readYardsticks, writeYardsticks } from './yardstick.ts';

/** What a missing head costs in the relaxation, in points; all of it is 100. */
const pricesOfHeads = [100, 30, 10, 3];
/** Bounds are sums of fractions: one that lies a hair above a whole number must not be taken for the next. */
const roundingError = 0.01;

const asked = process.argv.slice(2);
for (const { kind, name, definition } of benchmark()) {
  if (kind !== 'tight' || (asked.length > 0 && !asked.some((part) => name.includes(part)))) continue;
  const began = process.cpuUsage();
  const plan = planOfInstance(compileInstance(readJobDefinition(definition)));
  if (plan.covers.some(({ toIdeal, min }) => toIdeal !== 100 * UNITS || min > 0))
    throw new Error(`${name}: other prices`);
  const heads = Math.ceil((await relaxation(headsAlone(plan))) / 100 - roundingError);
  let bound = 0;
  for (const price of pricesOfHeads) {
    const least = (await relaxation(withHeadsAt(plan, price))) + heads * (100 - price);
    bound = Math.max(bound, Math.ceil(least - roundingError));
  }
  const known = readYardsticks();
  const yardstick = known[name];
  if (yardstick === undefined) throw new Error(`Nothing is known of ${name}: run bench/yardsticks.ts first.`);
  if (bound > yardstick.soft) throw new Error(`${name}: a roster of ${yardstick.soft} is known, the bound is ${bound}`);
  yardstick.bound = Math.max(bound, yardstick.bound ?? 0);
  writeYardsticks(known);
  const { user } = process.cpuUsage(began);
  console.log(name, 'at least', bound, 'with', heads, 'heads missing; found', yardstick.soft, user / 1e6, 's of CPU');
}

/** The plan in which only missing heads cost anything, and what is strict. */
function headsAlone(plan: Plan): Plan {
  const rules = [...plan.links, ...plan.runs, ...plan.patterns, ...plan.rows, ...plan.spreads];
  if (rules.some(({ tier }) => tier === 2)) throw new Error('There are soft rules besides wishes and staffing.');
  const covers = plan.covers.map((cover) => ({ ...cover, above: 0, tooMany: 0 }));
  return { ...plan, wishes: new Float32Array(0), covers };
}

function withHeadsAt(plan: Plan, points: number): Plan {
  return { ...plan, covers: plan.covers.map((cover) => ({ ...cover, toIdeal: points * UNITS })) };
}

/** The least that a roster costs in the relaxation, in points. */
async function relaxation(plan: Plan): Promise<number> {
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
  const { bound } = programme;
  programme.dispose();
  return bound / UNITS;
}
