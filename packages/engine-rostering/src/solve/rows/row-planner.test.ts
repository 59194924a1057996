import { describe, expect, test } from 'vitest';
import { compileInstance } from '../../model/compile-instance.js';
import { readJobDefinition } from '../../read/read-job-definition.js';
import { listTestSeeds } from '../../testing/many-seeds.js';
import { createRandomDefinition } from '../../testing/random-definition.js';
import { SolverBudget } from '../budget.js';
import { createPlan } from '../create-plan.js';
import type { SolverPlan } from '../plan.js';
import { RosterState } from '../roster-state.js';
import { SolverRandom } from '../solver-random.js';
import { priceRow } from './price-row.js';
import { Replanner } from './replanner.js';
import { rowWeights } from './row-weights.js';

const seeds = listTestSeeds(120);

describe('a row as a whole', () => {
  test.each(seeds)('costs what the search says it costs: random definition %i', (seed) => {
    const { state, replanner, chance } = roster(seed);
    if (!isExact(state.plan)) return;
    for (const planner of replanner.planners) {
      const first = planner.employee * state.plan.days;
      const prices = emptyRow(state, planner.employee);
      const empty = state.grid.slice(first, first + state.plan.days);
      const before = weighed(state);
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const row = empty.map((held, day) => anyOf(state.plan, first + day, chance) ?? held);
        row.forEach((shift, day) => {
          state.change(first + day, shift, true);
        });
        const predicted = planner.costOf(row, prices) - planner.costOf(empty, prices);
        expect(weighed(state) - before).toBeCloseTo(predicted, 2);
        empty.forEach((shift, day) => {
          state.change(first + day, shift, true);
        });
      }
    }
  });

  test.each(seeds)('is the cheapest of all when every label is kept: random definition %i', (seed) => {
    const { state, replanner, chance } = roster(seed);
    const { plan } = state;
    for (const planner of replanner.planners.slice(0, 3)) {
      const first = planner.employee * plan.days;
      const prices = emptyRow(state, planner.employee);
      const row = new Uint16Array(plan.days);
      const cost = planner.plan(prices, Number.POSITIVE_INFINITY, 1_000_000, row);
      expect(planner.exact).toBe(true);
      expect(planner.costOf(row, prices)).toBeCloseTo(cost, 4);
      expect(planner.least).toBeCloseTo(cost, 4);
      // No other row costs less, be it any or one that differs on a few days.
      for (let attempt = 0; attempt < 300; attempt += 1) {
        const other = row.slice();
        const changes = attempt % 2 === 0 ? plan.days : 3;
        for (let change = 0; change < changes; change += 1) {
          const day = attempt % 2 === 0 ? change : chance.below(plan.days);
          other[day] = anyOf(plan, first + day, chance) ?? row[day] ?? 0;
        }
        expect(planner.costOf(other, prices)).toBeGreaterThanOrEqual(cost - 1e-4);
      }
      // Few labels may miss it, but they never report more than there is.
      for (const counting of [false, true]) {
        const narrow = planner.plan(prices, Number.POSITIVE_INFINITY, 5, row, counting);
        expect(narrow).toBeGreaterThanOrEqual(cost - 1e-4);
        expect(planner.least).toBeLessThanOrEqual(cost + 1e-4);
      }
    }
  });

  test('keeps a narrow window of hours with few labels where hours are counted', () => {
    const { state, replanner } = rosterOf(narrowHours());
    const [planner] = replanner.planners;
    const prices = emptyRow(state, 0);
    const row = new Uint16Array(state.plan.days);
    expect(planner?.plan(prices, Number.POSITIVE_INFINITY, 3, row)).toBeGreaterThan(rowWeights[1]);
    expect(planner?.plan(prices, Number.POSITIVE_INFINITY, 3, row, true)).toBeLessThan(rowWeights[1]);
  });
});

/** Exactly 41 hours in two weeks, of shifts of 8, 9 and 5 hours, two to four on end. */
function narrowHours() {
  const shift = (id: string, startTime: string, endTime: string) => ({ id, intervals: [{ startTime, endTime }] });
  return {
    jobInfo: {
      id: 'narrow',
      organisationId: 'o',
      scheduleType: 'CALENDAR',
      demandType: 'SHIFT_DEMAND',
      planningHorizon: { startDate: '2026-03-02', endDate: '2026-03-15' },
    },
    employees: [{ id: 'Ann' }],
    shifts: [shift('early', '06:00', '14:00'), shift('day', '08:00', '17:00'), shift('short', '16:00', '21:00')],
    demands: [{ shiftDemands: ['early', 'day', 'short'].map((shiftId) => ({ shiftId, min: 0, ideal: 1, max: 1 })) }],
    constraints: {
      consecutiveWorkdaysConstraints: [{ id: 'run', importance: 'STRICT', minDays: 2, maxDays: 4 }],
      employeeUtilizationConstraints: [
        {
          id: 'hours',
          importance: 'STRICT',
          minHours: 41,
          maxHours: 41,
          periods: { customDefinitions: [{ startDate: '2026-03-02', endDate: '2026-03-15' }] },
        },
      ],
    },
  };
}

function roster(seed: number) {
  return rosterOf(createRandomDefinition(seed), seed);
}

function rosterOf(definition: object, seed = 1) {
  const plan = createPlan(compileInstance(readJobDefinition(definition)));
  const state = new RosterState(plan);
  const chance = new SolverRandom(seed);
  const budget = new SolverBudget({
    now: undefined,
    shouldStop: () => false,
    milliseconds: 0,
    work: Number.POSITIVE_INFINITY,
    unimprovedWork: Number.POSITIVE_INFINITY,
  });
  return { state, chance, replanner: new Replanner(state, chance, budget) };
}

/** Whether no rule looks at more than a row and a day of staffing. */
function isExact({ rows, spreads, links, covers }: SolverPlan): boolean {
  return (
    rows.length + spreads.length === 0 &&
    links.every(({ distance, next }) => distance === 1 || next) &&
    covers.every(({ days }) => new Set(days).size < 2)
  );
}

function emptyRow(state: RosterState, employee: number): Float64Array {
  const { plan } = state;
  const prices = new Float64Array(plan.days * (plan.shifts + 1));
  priceRow(state, employee, prices);
  return prices;
}

function weighed({ cost }: RosterState): number {
  return cost.reduce((sum, amount, tier) => sum + amount * (rowWeights[tier] ?? 0), 0);
}

function anyOf({ optionsAt, options }: SolverPlan, cell: number, chance: SolverRandom): number | undefined {
  const from = optionsAt[cell] ?? 0;
  const count = (optionsAt[cell + 1] ?? 0) - from;
  return count > 0 ? options[from + chance.below(count)] : undefined;
}
