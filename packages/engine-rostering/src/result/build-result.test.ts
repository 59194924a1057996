import { describe, expect, it } from 'vitest';
import { compileInstance } from '../model/compile-instance.js';
import { readJobDefinition } from '../read/read-job-definition.js';
import { startRoster } from '../score/score-roster.js';
import { slotDefinition, smallDefinition } from '../testing/small-definition.js';
import { buildResult } from './build-result.js';

/** Two days; a works the locked day shift on day 0, b the planned one, who is one too few and not a senior on day 1. */
function example() {
  const definition = smallDefinition(
    {
      employees: [
        {
          id: 'a',
          roles: [{ id: 'boss' }, { id: 'hand' }],
          workTime: { maxHoursPerWeek: 20 },
          scheduledShifts: [{ shiftId: 'day', day: { date: '2026-03-02' }, roleId: 'hand' }],
        },
        { id: 'b' },
      ],
      shifts: [
        { id: 'day', intervals: [{ startTime: '08:00', endTime: '16:30', breakMinutes: 30 }], shiftTypeIds: ['early'] },
      ],
      demands: [
        { dates: ['2026-03-02'], shiftDemands: [{ shiftId: 'day', min: 1, ideal: 2, max: 2 }] },
        {
          dates: ['2026-03-03'],
          shiftDemands: [
            {
              shiftId: 'day',
              min: 2,
              ideal: 2,
              max: 3,
              attributeRequirements: [{ category: 'grade', values: ['senior'], matchType: 'ANY' }],
            },
          ],
        },
      ],
      constraints: {
        employeeAvailabilityConstraints: [
          {
            id: 'away',
            importance: 'STRICT',
            isDesired: false,
            periods: { customDefinitions: [{ startDate: '2026-03-02', endDate: '2026-03-02' }] },
            filters: { employees: { employeeIds: ['a'] } },
          },
          {
            id: 'wish',
            importance: 'HIGH',
            isDesired: false,
            periods: { customDefinitions: [{ startDate: '2026-03-03', endDate: '2026-03-03' }] },
          },
        ],
      },
    },
    {
      planningHorizon: {
        startDate: '2026-03-02',
        endDate: '2026-03-03',
        fteStartDay: { date: '2026-03-03' },
      },
    },
  );
  const instance = compileInstance(readJobDefinition(definition));
  const roster = startRoster(instance);
  roster[3] = 0;
  return { instance, roster, definition };
}

describe('buildResult', () => {
  it('gives the whole document of a roster', () => {
    const { definition, instance, roster } = example();
    expect(buildResult(instance, roster, { fullSchedule: true })).toEqual({
      jobInfo: {
        ...Object(definition['jobInfo']),
        planningHorizon: {
          startDate: '2026-03-02',
          endDate: '2026-03-03',
          nrOfWeeks: 1,
          fteStartDay: { date: '2026-03-03', dayIndex: 1 },
          fteEndDay: { date: '2026-03-03', dayIndex: 1 },
        },
      },
      id: 'small',
      organisationId: 'org',
      scheduleType: {
        weekRecurring: {
          nrOfWeeks: 1,
          fteCountStartDayIndex: 1,
          fteCountEndDayIndex: 1,
          fullScheduleStartDate: '2026-03-02',
        },
      },
      infeasibleConstraints: [{ id: 'away', employeeIds: ['a'] }],
      roster: {
        demandFulfillment: {
          shiftDemand: {
            min: { demand: 3, assigned: 2 },
            ideal: { demand: 4, assigned: 2 },
            max: { demand: 5, assigned: 2 },
          },
          timeDemand: {
            min: { demand: 0, assigned: 0 },
            ideal: { demand: 0, assigned: 0 },
            max: { demand: 0, assigned: 0 },
          },
        },
        employeeRosters: [
          {
            employeeId: 'a',
            summary: { hoursAssigned: 8, hoursAdjusted: 8 },
            assignments: [
              { day: { date: '2026-03-02', dayIndex: 0 }, shiftId: 'day', roleId: 'hand', assignmentType: 'LOCKED' },
            ],
          },
          {
            employeeId: 'b',
            summary: { hoursAssigned: 8, hoursAdjusted: 8 },
            assignments: [
              { day: { date: '2026-03-03', dayIndex: 1 }, shiftId: 'day', roleId: null, assignmentType: 'PLANNED' },
            ],
          },
        ],
      },
      solution: {
        // Hard: a on a day off, one missing. Soft: wish 30; day 0 ideal 10; day 1 min 100 and ideal 10.
        score: { hard: -2, soft: -150 },
        missingDemands: [
          {
            scheduleDay: { dayIndex: 1 },
            startTime: '08:00',
            endTime: '16:30',
            demands: [
              {
                nbrOfMissingEmployees: 1,
                assignmentId: null,
                taskId: null,
                attributeRequirements: [{ category: 'grade', values: ['senior'], matchType: 'ANY', id: 'grade' }],
              },
            ],
          },
        ],
        wallDemandOutcome: { lessThanMin: 1, min: 1, minIdeal: 0, ideal: 0, maxIdeal: 0, max: 0 },
        fteDemandOutcome: {
          min: { target: 16, planned: 8 },
          ideal: { target: 16, planned: 8 },
          max: { target: 24, planned: 8 },
        },
        shiftDemandFulfillment: {
          totalFulfillmentStatistics: {
            requestedHours: 32,
            requestedShiftAssignments: 4,
            plannedHours: 16,
            plannedShiftAssignments: 2,
          },
        },
        userDefinedShifts: [{ id: 'day', fteHours: 8, shiftTypeIds: ['early'] }],
        generatedShifts: [],
        employeeOutcomes: [
          {
            employeeId: 'a',
            maxAvailableHours: 16,
            totalPlannedHours: 8,
            plannedDays: [{ shiftId: 'day', scheduleDay: { dayIndex: 0 }, roleId: 'hand', preAssigned: true }],
            softConstraintViolations: [],
            hardConstraintViolations: [{ id: 'away', violation: 1 }],
          },
          {
            employeeId: 'b',
            maxAvailableHours: 48,
            totalPlannedHours: 8,
            plannedDays: [{ shiftId: 'day', scheduleDay: { dayIndex: 1 }, roleId: null, preAssigned: false }],
            softConstraintViolations: [{ id: 'wish', softPenalty: 30, hardPenalty: 0 }],
            hardConstraintViolations: [],
          },
        ],
      },
    });
  });

  it('leaves the day-by-day lists out of the statistics, and nothing else', () => {
    const { instance, roster } = example();
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
    const definition = smallDefinition({ demands: [{ dates: ['2026-03-02'], shiftDemands }] });
    const instance = compileInstance(readJobDefinition(definition));
    const { solution } = buildResult(instance, startRoster(instance), { fullSchedule: true });
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

  it('names generated shifts and a schedule without dates', () => {
    const definition = slotDefinition({}, { scheduleType: 'RECURRING', planningHorizon: { nrOfWeeks: 1 } });
    const instance = compileInstance(readJobDefinition(definition));
    const roster = startRoster(instance);
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

  it('shows a second locked shift of a day as locked work that breaks the rule of one shift a day', () => {
    const shifts = ['08:00', '14:00'].map((startTime) => ({
      id: startTime,
      intervals: [{ startTime, endTime: '20:00' }],
    }));
    const scheduledShifts = shifts.map(({ id }) => ({ shiftId: id, day: { dayIndex: 0 } }));
    const demands = [{ dates: ['2026-03-02'], shiftDemands: [{ shiftId: '14:00', min: 1, ideal: 1, max: 1 }] }];
    const definition = smallDefinition({ shifts, demands, employees: [{ id: 'a', scheduledShifts }] });
    const instance = compileInstance(readJobDefinition(definition));
    const { infeasibleConstraints, roster, solution } = buildResult(instance, startRoster(instance), {
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
