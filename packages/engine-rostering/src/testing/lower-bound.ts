import { costUnits } from '../model/instance.js';
import { SolverBudget } from '../solve/budget.js';
import { createPlan } from '../solve/create-plan.js';
import { loadHighs } from '../solve/mip/load-highs.js';
import type { SolverPlan } from '../solve/plan.js';
import { RosterState } from '../solve/roster-state.js';
import { Replanner } from '../solve/rows/replanner.js';
import { RowProgramme } from '../solve/rows/row-programme.js';
import { SolverRandom } from '../solve/solver-random.js';
import { compileDefinition } from './small-definition.js';

/** Costs of a missing head in the relaxation, in points. The full cost is 100. */
const headCosts = [100, 30, 10, 3];
/** Bounds are sums of fractions: a bound just above a whole number must not be rounded up to the next. */
const roundingError = 0.01;

/**
 * A lower bound of the cost of a tight shift-scheduling instance, from column generation without a limit.
 *
 * A relaxation splits missing heads into fractions. So the minimum number of missing heads is computed first, without
 * wishes, and rounded up. Every roster costs at least that number times a part of the cost of a head, plus the relaxed
 * cost with the other part.
 */
export async function computeLowerBound(definition: unknown): Promise<{ bound: number; missingHeads: number }> {
  const plan = createPlan(compileDefinition(definition));
  if (plan.covers.some(({ toIdeal, min }) => toIdeal !== 100 * costUnits || min > 0)) {
    throw new Error('The definition prices missing heads differently.');
  }
  const missingHeads = Math.ceil((await relaxation(headsAlone(plan))) / 100 - roundingError);
  let bound = 0;
  for (const cost of headCosts) {
    const least = (await relaxation(withHeadsAt(plan, cost))) + missingHeads * (100 - cost);
    bound = Math.max(bound, Math.ceil(least - roundingError));
  }
  return { bound, missingHeads };
}

/** The plan in which only missing heads cost anything, and what is strict. */
function headsAlone(plan: SolverPlan): SolverPlan {
  const rules = [...plan.links, ...plan.runs, ...plan.patterns, ...plan.rows, ...plan.spreads];
  if (rules.some(({ tier }) => tier === 2)) throw new Error('There are soft rules besides wishes and staffing.');
  const covers = plan.covers.map((cover) => ({ ...cover, above: 0, tooMany: 0 }));
  return { ...plan, wishes: new Float32Array(0), covers };
}

function withHeadsAt(plan: SolverPlan, points: number): SolverPlan {
  return { ...plan, covers: plan.covers.map((cover) => ({ ...cover, toIdeal: points * costUnits })) };
}

/** Returns the least that a roster costs in the relaxation, in points. */
async function relaxation(plan: SolverPlan): Promise<number> {
  const state = new RosterState(plan);
  const endless = Number.POSITIVE_INFINITY;
  const budget = new SolverBudget({
    now: undefined,
    shouldStop: () => false,
    milliseconds: endless,
    work: endless,
    unimprovedWork: endless,
  });
  const replanner = new Replanner(state, new SolverRandom(1), budget);
  replanner.construct();
  const limits = { left: () => Number.MAX_SAFE_INTEGER, note: () => {} };
  const { planners } = replanner;
  const programme = new RowProgramme(
    await loadHighs(),
    plan,
    state.tables,
    planners,
    state.grid,
    new SolverRandom(1),
    limits,
  );
  programme.prove();
  const { bound } = programme;
  programme.dispose();
  return bound / costUnits;
}
