import { describe, expect, it } from 'vitest';
import { checkSolverDuties } from '../testing/check-solver-duties.js';
import { compileDefinition, createSmallDefinition, strictRule } from '../testing/small-definition.js';
import { scoreRoster, toPublishedScore } from './score-roster.js';

/** One employee over two weeks from Monday, shifts d 08-16 and n 22-06; a day is a letter, a dot is free. */
function scoreOf(rows: string[], constraints: object, more: object = {}) {
  const definition = createSmallDefinition(
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
  const instance = compileDefinition(definition);
  const roster = Int16Array.from(rows.flatMap((row) => [...row.padEnd(14, '.')].map((day) => '.dn'.indexOf(day) - 1)));
  return { instance, roster, score: toPublishedScore(scoreRoster(instance, roster)) };
}

describe('scoreRoster', () => {
  it('weights soft violations by importance, or by the older weight property', () => {
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
});

describe('checkSolverDuties', () => {
  it('reports forbidden work, changed locked work, strict violations and shifts above their max', () => {
    const demands = [{ dates: ['2026-03-02'], shiftDemands: [{ shiftId: 'd', min: 1, ideal: 1, max: 1 }] }];
    const extensions = { lockedAssignments: [{ employeeId: 'e0', shiftId: 'n', day: { dayIndex: 3 } }] };
    const rest = strictRule('consecutiveWorkdays', { maxDays: 1 });
    const { instance, roster } = scoreOf(['dd', 'd'], rest, { demands, extensions });
    expect(checkSolverDuties(instance, roster)).toEqual([
      'Shift 0 is not allowed for employee 0 on day 1.',
      'The locked shift 1 of employee 0 on day 3 was changed to -1.',
      'Strict breaches are 1, above the 0 of the locked work alone.',
      'Cell 0 has 2 employees, above 1.',
    ]);
  });
});
