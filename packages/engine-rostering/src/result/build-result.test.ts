import { describe, expect, it } from 'vitest';
import { createStartRoster } from '../score/score-roster.js';
import { compileDefinition, createSlotDefinition, createSmallDefinition } from '../testing/small-definition.js';
import { buildResult } from './build-result.js';
import example from './example.json' with { type: 'json' };

/** Two days; a works the locked day shift on day 0, b the planned one, who is one too few and not a senior on day 1. */
function planned() {
  const instance = compileDefinition(example.definition);
  const roster = createStartRoster(instance);
  roster[3] = 0;
  return { instance, roster };
}

describe('buildResult', () => {
  it('returns the complete result of a roster', () => {
    const { instance, roster } = planned();
    expect(buildResult(instance, roster, { fullSchedule: true })).toEqual(example.result);
  });

  it('omits only the daily lists with fullSchedule=false', () => {
    const { instance, roster } = planned();
    const full = buildResult(instance, roster, { fullSchedule: true });
    const statistics = buildResult(instance, roster, { fullSchedule: false });
    const { generatedShifts, missingDemands, userDefinedShifts, ...sums } = full.solution;
    expect(statistics).toEqual({
      ...full,
      roster: { ...full.roster, employeeRosters: full.roster.employeeRosters.map(({ assignments, ...rest }) => rest) },
      solution: { ...sums, employeeOutcomes: sums.employeeOutcomes.map(({ plannedDays, ...rest }) => rest) },
    });
    expect(statistics.solution).not.toHaveProperty('missingDemands');
  });

  it('splits missing employees by the requirements they lack', () => {
    const requirement = (value: string, min: number) => ({ id: 'skill', values: [value], matchType: 'ANY', min });
    const shiftDemands = [
      { shiftId: 'day', min: 4, ideal: 4, max: 4, attributeRequirements: [requirement('x', 1), requirement('y', 3)] },
    ];
    const definition = createSmallDefinition({ demands: [{ dates: ['2026-03-02'], shiftDemands }] });
    const instance = compileDefinition(definition);
    const { solution } = buildResult(instance, createStartRoster(instance), { fullSchedule: true });
    const missing = solution.missingDemands?.[0]?.demands.map(({ attributeRequirements, nbrOfMissingEmployees }) => [
      nbrOfMissingEmployees,
      attributeRequirements.map(({ values }) => values.join()),
    ]);
    expect(missing).toEqual([
      [1, ['x', 'y']],
      [2, ['y']],
      [1, []],
    ]);
    expect(solution.score.hard).toBe(-4);
  });

  it('returns generated shifts and a schedule without dates', () => {
    const definition = createSlotDefinition({}, { scheduleType: 'RECURRING', planningHorizon: { nrOfWeeks: 1 } });
    const instance = compileDefinition(definition);
    const roster = createStartRoster(instance);
    roster[0] = 1; // gen-2, both slots of day 0
    const { roster: answered, scheduleType, solution } = buildResult(instance, roster, { fullSchedule: true });
    expect(scheduleType.weekRecurring.fullScheduleStartDate).toBeNull();
    expect(answered.employeeRosters[0]?.assignments?.[0]?.day).toEqual({ dayIndex: 0 });
    expect(answered.demandFulfillment.timeDemand.max).toEqual({ demand: 21, assigned: 2 });
    expect(solution.wallDemandOutcome).toEqual({ lessThanMin: 12, min: 0, minIdeal: 0, ideal: 2, maxIdeal: 0, max: 0 });
    expect(solution.generatedShifts?.[1]).toEqual({
      id: 'gen-2',
      shiftTypeIds: [],
      shiftTemplateId: null,
      intervals: [
        {
          startTime: '08:00',
          endTime: '16:00',
          dayIndicator: 0,
          breakMinutes: 0,
          workTypeId: null,
          assignmentId: null,
          taskId: null,
        },
      ],
    });
  });

  it('returns a second locked shift of a day as locked, and as a violation of one-shift-per-day', () => {
    const shifts = ['08:00', '14:00'].map((startTime) => ({
      id: startTime,
      intervals: [{ startTime, endTime: '20:00' }],
    }));
    const scheduledShifts = shifts.map(({ id }) => ({ shiftId: id, day: { dayIndex: 0 } }));
    const demands = [{ dates: ['2026-03-02'], shiftDemands: [{ shiftId: '14:00', min: 1, ideal: 1, max: 1 }] }];
    const definition = createSmallDefinition({ shifts, demands, employees: [{ id: 'a', scheduledShifts }] });
    const instance = compileDefinition(definition);
    const { infeasibleConstraints, roster, solution } = buildResult(instance, createStartRoster(instance), {
      fullSchedule: true,
    });
    expect(infeasibleConstraints).toEqual([{ id: 'one-shift-per-day', employeeIds: ['a'] }]);
    expect(
      roster.employeeRosters[0]?.assignments?.map(({ assignmentType, shiftId }) => [shiftId, assignmentType]),
    ).toEqual([
      ['08:00', 'LOCKED'],
      ['14:00', 'LOCKED'],
    ]);
    expect(solution.employeeOutcomes[0]?.totalPlannedHours).toBe(18);
    expect(solution.wallDemandOutcome.lessThanMin).toBe(0);
    expect(solution.score.hard).toBe(-1);
  });
});
