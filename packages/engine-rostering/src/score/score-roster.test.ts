import { describe, expect, it } from 'vitest';
import { compileInstance } from '../model/compile-instance.js';
import { readJobDefinition } from '../read/read-job-definition.js';
import { smallDefinition } from '../testing/small-definition.js';
import { checkSolverDuties } from './check-solver-duties.js';
import { listViolations } from './list-violations.js';
import { publishedScore, scoreRoster } from './score-roster.js';

/** One employee over two weeks from Monday, shifts d 08-16 and n 22-06; a day is a letter, a dot is free. */
function scoreOf(rows: string[], constraints: object, more: object = {}) {
  const definition = smallDefinition(
    {
      employees: rows.map((_, index) => ({ id: `e${index}`, attributes: [{ id: 'skill', values: [`s${index}`] }] })),
      shifts: [
        { id: 'd', intervals: [{ startTime: '08:00', endTime: '16:00' }] },
        { id: 'n', intervals: [{ startTime: '22:00', endTime: '06:00' }] },
      ],
      demands: [],
      constraints,
      ...more,
    },
    { planningHorizon: { startDate: '2026-03-02', endDate: '2026-03-15' } },
  );
  const instance = compileInstance(readJobDefinition(definition));
  const roster = Int16Array.from(rows.flatMap((row) => [...row.padEnd(14, '.')].map((day) => '.dn'.indexOf(day) - 1)));
  return { instance, roster, score: publishedScore(scoreRoster(instance, roster)) };
}

const strict = (family: string, own: object) => ({
  [`${family}Constraints`]: [{ id: 'c', importance: 'STRICT', ...own }],
});
const weekly = { recurrentDefinition: { daysPerPeriod: 7 } };

describe('scoreRoster', () => {
  it.each<[string, string, object, number]>([
    [
      '14 hours rest too short after a night',
      'nd',
      strict('restBetweenShifts', { minRestDuration: { hours: 16 } }),
      -14,
    ],
    ['rest after other shifts only', 'nd', strict('restBetweenShifts', { minRestDuration: { hours: 2 } }), 0],
    ['one day too many in a row', 'ddddd', strict('consecutiveWorkdays', { maxDays: 4 }), -1],
    ['runs at the edges may go on', 'd...d', strict('consecutiveWorkdays', { minDays: 2 }), -1],
    ['no run too short at the last day', '.............d', strict('consecutiveWorkdays', { minDays: 2 }), 0],
    [
      'hours above the maximum, by week',
      'dd.....ddd',
      strict('employeeUtilization', { maxHours: 12, periods: weekly }),
      -16,
    ],
    ['shifts below the minimum', 'dd.....d', strict('employeeUtilization', { minShifts: 2, periods: weekly }), -1],
    ['both weekends worked', '.....d......d', strict('weekendDistribution', { maxWorkedWeekends: 1 }), -1],
    [
      'no 48 hours free in the first week',
      'd.d.d.d',
      strict('periodicRest', { minimumContinuousRestDuration: { hours: 48 }, periods: weekly }),
      -8,
    ],
    ['the pattern once', 'n.n', strict('pattern', { sequence: ['n', 'OFF', 'n'], isDesired: false }), -1],
    [
      'a wanted pattern not followed',
      '.n.dn..',
      strict('pattern', { sequence: ['n', 'OFF', 'OFF'], isDesired: true }),
      -1,
    ],
    ['a day off worked', 'd', strict('employeeAvailability', { isDesired: false, periods: weekly }), -1],
  ])('counts %s', (_, row, constraints, hard) => {
    expect(scoreOf([row], constraints).score).toEqual({ hard: hard === 0 ? 0 : hard, soft: 0 });
  });

  it('weighs soft breaches by importance, or by the older weight', () => {
    const wish = {
      isDesired: false,
      periods: { customDefinitions: [{ startDate: '2026-03-02', endDate: '2026-03-02' }] },
    };
    const softOf = (own: object) =>
      scoreOf(['d'], { employeeAvailabilityConstraints: [{ id: 'w', ...wish, ...own }] }).score.soft;
    expect([
      softOf({}),
      softOf({ importance: 'NONE' }),
      softOf({ importance: 'VERY_HIGH' }),
      softOf({ weight: -7 }),
      softOf({ weight: -7, importance: 'LOW' }),
    ]).toEqual([-10, 0, -100, -7, -3]);
  });

  it('asks each employee for a share between floor and ceiling of the mean', () => {
    const even = { periodDistributionConstraints: [{ id: 'even', importance: 'LOW', target: 'SHIFTS' }] };
    expect(scoreOf(['dd', 'd', 'dd'], even).score.soft).toBe(0);
    expect(scoreOf(['dddd', 'd', '.'], even).score.soft).toBe(-9);
  });

  it('counts work at the same time as a breach of its own', () => {
    const shifts = [
      { id: 'd', intervals: [{ startTime: '08:00', endTime: '16:00' }] },
      { id: 'n', intervals: [{ startTime: '22:00', endTime: '09:00' }] },
    ];
    const { instance, roster, score } = scoreOf(['nd'], {}, { shifts });
    expect(score.hard).toBe(-1);
    expect(listViolations(instance, roster)).toEqual([
      { employee: 0, constraint: -1, id: 'no-concurrent-shifts', strict: true, breach: 60, cost: 60 },
    ]);
  });

  it('takes the larger of missing heads and missing competency, and prices the levels with priority', () => {
    const demands = [
      {
        dates: ['2026-03-02'],
        shiftDemands: [
          {
            shiftId: 'd',
            min: 2,
            ideal: 3,
            max: 3,
            priority: 2,
            attributeRequirements: [{ id: 'skill', values: ['s1'], min: 1 }],
          },
        ],
      },
    ];
    // Nobody: 2 missing; soft 2 x (100 x 2 + 10 x 3). One without the skill: 1 missing. Two without: still 1.
    expect(scoreOf(['.', '.'], {}, { demands }).score).toEqual({ hard: -2, soft: -460 });
    expect(scoreOf(['d', '.'], {}, { demands }).score).toEqual({ hard: -1, soft: -240 });
    expect(scoreOf(['d', '.', 'd'], {}, { demands }).score).toEqual({ hard: -1, soft: -20 });
    expect(scoreOf(['d', 'd'], {}, { demands }).score).toEqual({ hard: 0, soft: -20 });
    // One above max: 1 for above ideal, 100 for beyond max, each twice by priority.
    expect(scoreOf(['d', 'd', 'd', 'd'], {}, { demands }).score).toEqual({ hard: 0, soft: -202 });
  });
});

describe('checkSolverDuties', () => {
  it('reports work without demand, changed locks, strict breaches and cells above max', () => {
    const demands = [{ dates: ['2026-03-02'], shiftDemands: [{ shiftId: 'd', min: 1, ideal: 1, max: 1 }] }];
    const extensions = { lockedAssignments: [{ employeeId: 'e0', shiftId: 'n', day: { dayIndex: 3 } }] };
    const rest = strict('consecutiveWorkdays', { maxDays: 1 });
    const { instance, roster } = scoreOf(['dd', 'd'], rest, { demands, extensions });
    expect(checkSolverDuties(instance, roster)).toEqual([
      'Shift 0 is not allowed for employee 0 on day 1.',
      'The locked shift 1 of employee 0 on day 3 was changed to -1.',
      'Strict breaches are 1, above the 0 of the locked work alone.',
      'Cell 0 has 2 employees, above 1.',
    ]);
  });
});
