import { describe, expect, test } from 'vitest';
import { compileInstance } from '../model/compile-instance.js';
import type { RosteringInstance } from '../model/instance.js';
import { readJobDefinition } from '../read/read-job-definition.js';
import { checkSolverDuties } from '../score/check-solver-duties.js';
import { createStartRoster, scoreRoster } from '../score/score-roster.js';
import { listTestSeeds } from '../testing/many-seeds.js';
import { createRandomDefinition } from '../testing/random-definition.js';
import { createShiftScheduling } from '../testing/shift-scheduling.js';
import { createSolver } from './search.js';
import type { Incumbent } from './solver-types.js';

const seeds = listTestSeeds(12);

describe('random definitions', () => {
  test.each(seeds)(
    'definition %i: incumbents only get better, keep the duties and carry their exact score',
    async (seed) => {
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
    },
  );

  test('a run goes on from the roster of an earlier one', async () => {
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

  test('the same seed gives the same roster', async () => {
    const instance = randomInstance(7);
    const [one, two] = await Promise.all([
      createSolver(instance, { iterations: 30_000, seed: 5 }).run(),
      createSolver(instance, { iterations: 30_000, seed: 5 }).run(),
    ]);
    expect(one).toEqual(two);
  });
});

describe('a small shop', () => {
  test('is solved to the proved optimum: the cheapest of two shifts that only one employee can work', async () => {
    const instance = compileInstance(readJobDefinition(shop()));
    const solution = await createSolver(instance, { iterations: 300_000 }).run();
    expect(solution).toMatchObject({ reason: 'optimal', bound: { hard: 0, soft: 600 } });
    expect(solution.score).toMatchObject({ hard: 0, soft: 600 });
    expect([...solution.roster]).toEqual([0, -1]);
  });

  test('a roster with runs and hours is proved to be the best by planning all rows together', async () => {
    const definition = createShiftScheduling({ employees: 8, weeks: 2, shifts: 1, seed: 401 });
    const instance = compileInstance(readJobDefinition(definition));
    const solution = await createSolver(instance, { iterations: 2_000_000, seed: 1 }).run();
    expect(solution.reason).toBe('optimal');
    expect(solution.bound).toEqual({ hard: 0, soft: 302 * 60 });
    expect(solution.score).toMatchObject({ hard: 0, soft: 302 * 60 });
  });

  test('stops when asked, with the best roster so far', async () => {
    const instance = compileInstance(readJobDefinition(shop()));
    const solution = await createSolver(instance, { shouldStop: () => true }).run();
    expect(solution.reason).toBe('stopped');
    expect(checkSolverDuties(instance, solution.roster)).toEqual([]);
  });

  test('ends at the time limit of an injected clock', async () => {
    let time = 0;
    // More than can all be tried, and too busy to be perfect.
    const definition = {
      ...createRandomDefinition(7),
      configuration: { timeLimitSeconds: 1, unimprovedTimeLimitSeconds: 1 },
    };
    const instance = compileInstance(readJobDefinition(definition));
    const now = (): number => {
      time += 100;
      return time;
    };
    expect((await createSolver(instance, { now }).run()).reason).toBe('time-limit');
  });

  test('does the same work on a slow machine and beside others, as long as the clock does not end it', async () => {
    const definition = createShiftScheduling({ employees: 20, weeks: 2, shifts: 3, seed: 401 });
    const instance = compileInstance(readJobDefinition({ ...definition, configuration: { timeLimitSeconds: 1 } }));
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

  test('has nothing left to do when all work is locked', async () => {
    const lockedAssignments = [0, 1].map((dayIndex) => ({ employeeId: 'Ann', day: { dayIndex }, shiftId: 'late' }));
    const instance = compileInstance(readJobDefinition({ ...shop(), extensions: { lockedAssignments } }));
    const solution = await createSolver(instance, { iterations: 1000 }).run();
    expect([...solution.roster]).toEqual([1, 1]);
    expect(solution.reason).toBe('optimal');
    expect(solution.iterations).toBeLessThan(10);
  });
});

test('a strict rule is never broken to fill demand: the demand stays missing', async () => {
  const definition = {
    ...shop(),
    demands: [
      { days: { dayIndexes: [0] }, shiftDemands: [{ shiftId: 'late', min: 1, ideal: 1, max: 1 }] },
      { days: { dayIndexes: [1] }, shiftDemands: [{ shiftId: 'early', min: 1, ideal: 1, max: 1 }] },
    ],
    constraints: {
      restBetweenShiftsConstraints: [{ id: 'rest', importance: 'STRICT', minRestDuration: { hours: 11 } }],
    },
  };
  const instance = compileInstance(readJobDefinition(definition));
  const { score } = await createSolver(instance, { iterations: 50_000 }).run();
  expect(score).toMatchObject({ strict: 0, missing: 60 });
});

test('work on several days in a row is found where a strict minimum asks for it', async () => {
  const definition = {
    ...shop(),
    demands: [{ shiftDemands: [{ shiftId: 'early', min: 1, ideal: 1, max: 1 }] }],
    jobInfo: { ...shop().jobInfo, planningHorizon: { startDate: '2026-03-02', endDate: '2026-03-15' } },
    employees: [{ id: 'Ann' }, { id: 'Bob' }],
    constraints: { consecutiveWorkdaysConstraints: [{ id: 'run', importance: 'STRICT', minDays: 3, maxDays: 5 }] },
  };
  const instance = compileInstance(readJobDefinition(definition));
  const { score } = await createSolver(instance, { iterations: 100_000 }).run();
  expect(score.hard).toBe(0);
});

function randomInstance(seed: number): RosteringInstance {
  return compileInstance(readJobDefinition(createRandomDefinition(seed)));
}

/** Ann, two days; a shift is wanted on the first day only, and she would rather not work late. */
function shop() {
  const shift = (id: string, startTime: string, endTime: string) => ({ id, intervals: [{ startTime, endTime }] });
  return {
    jobInfo: {
      id: 'shop',
      organisationId: 'o',
      scheduleType: 'CALENDAR',
      demandType: 'SHIFT_DEMAND',
      planningHorizon: { startDate: '2026-03-02', endDate: '2026-03-03' },
    },
    employees: [{ id: 'Ann' }],
    shifts: [shift('early', '06:00', '14:00'), shift('late', '14:00', '22:00')],
    demands: [
      {
        dates: ['2026-03-02'],
        shiftDemands: [
          { shiftId: 'early', min: 0, ideal: 1, max: 1 },
          { shiftId: 'late', min: 0, ideal: 1, max: 1 },
        ],
      },
    ],
    constraints: {
      employeeAvailabilityConstraints: [
        { id: 'wish', importance: 'LOW', isDesired: false, filters: { shifts: { shiftIds: ['late'] } } },
      ],
    },
    configuration: {},
  };
}
