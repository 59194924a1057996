import { describe, expect, test } from 'vitest';
import { createStartRoster, scoreRoster } from '../score/score-roster.js';
import { checkSolverDuties } from '../testing/check-solver-duties.js';
import { listTestSeeds } from '../testing/many-seeds.js';
import { createRandomDefinition } from '../testing/random-definition.js';
import { createShiftScheduling } from '../testing/shift-scheduling.js';
import { compileDefinition, createSmallDefinition, strictRule } from '../testing/small-definition.js';
import { createSolver } from './search.js';
import type { Incumbent } from './solver-types.js';

const seeds = listTestSeeds(12);

describe('the solver with random definitions', () => {
  test.each(seeds)('finds a series of better, valid and exactly scored rosters for definition %i', async (seed) => {
    const instance = randomInstance(seed);
    const incumbents: Incumbent[] = [];
    const solution = await createSolver(instance, {
      iterations: 10_000,
      onIncumbent: (incumbent) => incumbents.push(incumbent),
    }).run();
    let last = scoreRoster(instance, createStartRoster(instance));
    for (const { roster, score } of incumbents) {
      expect(checkSolverDuties(instance, roster)).toEqual([]);
      expect(score).toEqual(scoreRoster(instance, roster));
      expect(score.hard < last.hard || (score.hard === last.hard && score.soft < last.soft)).toBe(true);
      last = score;
    }
    expect(solution.score).toEqual(last);
    expect(solution.roster).toEqual(incumbents.at(-1)?.roster ?? createStartRoster(instance));
  });

  test('continues from the roster of an earlier run', async () => {
    const instance = randomInstance(5);
    const before = await createSolver(instance, { iterations: 30_000 }).run();
    const first: Incumbent[] = [];
    await createSolver(instance, {
      iterations: 2_000,
      initial: before.roster,
      onIncumbent: (incumbent) => first.push(incumbent),
    }).run();
    expect(first[0]?.score).toEqual(before.score);
  });
});

describe('the solver', () => {
  test('solves a small shop to the proven optimum', async () => {
    const solution = await createSolver(shop(), { iterations: 300_000 }).run();
    expect(solution).toMatchObject({ reason: 'optimal', bound: { hard: 0, soft: 600 } });
    expect(solution.score).toMatchObject({ hard: 0, soft: 600 });
    expect([...solution.roster]).toEqual([0, -1]);
  });

  test('finds a roster with the known minimal cost of 302', async () => {
    const definition = createShiftScheduling({ employees: 8, weeks: 2, shifts: 1, seed: 401 });
    const instance = compileDefinition(definition);
    const solution = await createSolver(instance, { iterations: 200_000, seed: 1 }).run();
    expect(solution.score).toMatchObject({ hard: 0, soft: 302 * 60 });
  });

  test('returns the best roster so far if it is stopped', async () => {
    const instance = shop();
    const solution = await createSolver(instance, { shouldStop: () => true }).run();
    expect(solution.reason).toBe('stopped');
    expect(checkSolverDuties(instance, solution.roster)).toEqual([]);
  });

  test('stops at the time limit of an injected clock', async () => {
    let time = 0;
    // More than can all be tried, and too busy to be perfect.
    const definition = {
      ...createRandomDefinition(7),
      configuration: { timeLimitSeconds: 1, unimprovedTimeLimitSeconds: 1 },
    };
    const instance = compileDefinition(definition);
    const now = (): number => {
      time += 100;
      return time;
    };
    expect((await createSolver(instance, { now }).run()).reason).toBe('time-limit');
  });

  test('finds the same roster on a slow or busy machine within the time limit', async () => {
    const definition = createShiftScheduling({ employees: 20, weeks: 2, shifts: 3, seed: 401 });
    const instance = compileDefinition({ ...definition, configuration: { timeLimitSeconds: 1 } });
    const runs = [];
    for (const millisecondsPerLook of [0, 2, 10, 200]) {
      let time = 0;
      const now = (): number => {
        time += millisecondsPerLook;
        return time;
      };
      runs.push(await createSolver(instance, { now, seed: 3, iterations: 100_000 }).run());
    }
    const [fast, busy, slow, tooSlow] = runs;
    expect(fast?.reason).toBe('iterations');
    expect(busy).toEqual(fast);
    expect(slow).toEqual(fast);
    expect(tooSlow?.reason).toBe('time-limit');
  });

  test('finishes immediately if all work is locked', async () => {
    const lockedAssignments = [0, 1].map((dayIndex) => ({ employeeId: 'Ann', day: { dayIndex }, shiftId: 'late' }));
    const instance = shop({ extensions: { lockedAssignments } });
    const solution = await createSolver(instance, { iterations: 1000 }).run();
    expect([...solution.roster]).toEqual([1, 1]);
    expect(solution.reason).toBe('optimal');
    expect(solution.iterations).toBeLessThan(10);
  });
});

test('never violates a strict rule to fill demand', async () => {
  const demands = ['late', 'early'].map((shiftId, dayIndex) => ({
    days: { dayIndexes: [dayIndex] },
    shiftDemands: [{ shiftId, min: 1, ideal: 1, max: 1 }],
  }));
  const constraints = strictRule('restBetweenShifts', { minRestDuration: { hours: 11 } });
  const { score } = await createSolver(shop({ demands, constraints }), { iterations: 50_000 }).run();
  expect(score).toMatchObject({ strict: 0, missing: 60 });
});

test('assigns several days in a row if a strict minimum requires it', async () => {
  const definition = createSmallDefinition(
    { constraints: strictRule('consecutiveWorkdays', { minDays: 3, maxDays: 5 }) },
    { planningHorizon: { startDate: '2026-03-02', endDate: '2026-03-15' } },
  );
  const { score } = await createSolver(compileDefinition(definition), { iterations: 100_000 }).run();
  expect(score.hard).toBe(0);
});

test('proves the optimum of a tiny job in few steps, even if demand is missing', async () => {
  // One employee, and one shift wanted twice on each of five days.
  const definition = createSmallDefinition(
    {
      employees: [{ id: 'e' }],
      demands: [{ shiftDemands: [{ shiftId: 'day', min: 2, ideal: 2, max: 2 }] }],
      constraints: {
        ...strictRule('employeeUtilization', { maxShifts: 2 }),
        consecutiveWorkdaysConstraints: [{ id: 'c', importance: 'HIGH', maxDays: 1 }],
      },
    },
    { planningHorizon: { startDate: '2026-03-02', endDate: '2026-03-06' } },
  );
  const { reason, score, bound, iterations, roster } = await createSolver(compileDefinition(definition)).run();
  expect(reason).toBe('optimal');
  // Each roster is a unit of work; so is what the first roster took.
  expect(iterations).toBeGreaterThanOrEqual(2 ** 5);
  expect(iterations).toBeLessThan(3 * 2 ** 5);
  // Two of ten are there, on days that do not follow each other.
  expect(score).toMatchObject({ missing: 8 * 60, strict: 0 });
  expect(bound).toEqual({ hard: score.hard, soft: score.soft });
  const [first = 0, second = 0, ...more] = [...roster].flatMap((shift, day) => (shift < 0 ? [] : [day]));
  expect(second - first).toBeGreaterThan(1);
  expect(more).toEqual([]);
});

const randomInstance = (seed: number) => compileDefinition(createRandomDefinition(seed));

/** Ann, two days; a shift is wanted on the first day only, and she would rather not work late. */
function shop(change: Record<string, unknown> = {}) {
  const shift = (id: string, startTime: string, endTime: string) => ({ id, intervals: [{ startTime, endTime }] });
  const shiftDemands = ['early', 'late'].map((shiftId) => ({ shiftId, min: 0, ideal: 1, max: 1 }));
  const definition = createSmallDefinition({
    employees: [{ id: 'Ann' }],
    shifts: [shift('early', '06:00', '14:00'), shift('late', '14:00', '22:00')],
    demands: [{ dates: ['2026-03-02'], shiftDemands }],
    constraints: {
      employeeAvailabilityConstraints: [
        { id: 'wish', importance: 'LOW', isDesired: false, filters: { shifts: { shiftIds: ['late'] } } },
      ],
    },
    ...change,
  });
  return compileDefinition(definition);
}
