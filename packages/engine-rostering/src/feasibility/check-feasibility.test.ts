import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  compileDefinition,
  createSlotDefinition,
  createSmallDefinition,
  onlyEmployee,
  strictRule,
} from '../testing/small-definition.js';
import { checkFeasibility } from './check-feasibility.js';

const reportOf = (definition: unknown) => checkFeasibility(compileDefinition(definition));
const clean = { version: '1.0', status: ['FEASIBLE'], warnings: [], infeasibilities: [], errors: [], timeouts: [] };
const violationsByTitle = (definition: unknown, level: 'warnings' | 'infeasibilities' = 'infeasibilities') =>
  Object.fromEntries(reportOf(definition)[level].map(({ title, violations }) => [title, violations]));
const wanted = (shiftId: string, min: number, more: object = {}) => ({ shiftId, min, ideal: min, max: min, ...more });
const monday = { day: 0, date: '2026-03-02' };

describe('checkFeasibility', () => {
  it('reports nothing for a correct definition', () => {
    expect(reportOf(createSmallDefinition())).toEqual(clean);
    expect(reportOf(createSlotDefinition())).toEqual(clean);
    expect(reportOf(createSmallDefinition({ demands: [] }))).toMatchObject({
      infeasibilities: [],
      status: ['WARNING'],
    });
  });

  it('reports too few employees for min as infeasible, and for ideal as a warning', () => {
    const shiftDemands = [{ shiftId: 'day', min: 3, ideal: 3, max: 3 }];
    expect(reportOf(createSmallDefinition({ demands: [{ dates: ['2026-03-02'], shiftDemands }] }))).toEqual({
      ...clean,
      status: ['INFEASIBLE'],
      infeasibilities: [
        {
          title: 'Employee-availability-check',
          category: 'INFEASIBILITY',
          description: 'In one case fewer employees are available than the demand asks for.',
          violations: [
            {
              ...monday,
              shift: { name: 'day' },
              startTime: '08:00',
              endTime: '16:00',
              requiredEmployees: 3,
              missingEmployees: 1,
              violatedProperties: ['MIN'],
            },
          ],
        },
      ],
    });
    const ideal = {
      demands: [{ dates: ['2026-03-02'], shiftDemands: [{ shiftId: 'day', min: 2, ideal: 3, max: 3 }] }],
    };
    const { infeasibilities, status, warnings } = reportOf(createSmallDefinition(ideal));
    expect([status, infeasibilities]).toEqual([['WARNING'], []]);
    expect(warnings[0]).toMatchObject({
      category: 'WARNING',
      description: 'In one case fewer employees are available than the demand asks for as ideal.',
      violations: [{ requiredEmployees: 3, missingEmployees: 1, violatedProperties: ['IDEAL'] }],
    });
  });

  it('reports details of the employee and shift (rostering.feasibility.violation)', () => {
    const group = { id: 'personnel_group', values: ['nurses'] };
    const interval = {
      startTime: '08:00',
      endTime: '16:00',
      workTypeId: 'care',
      assignmentId: 'ward-3',
      taskId: 'rounds',
    };
    const definition = createSmallDefinition({
      employees: [
        {
          id: 'a',
          employeeNumber: '1001',
          attributes: [group],
          scheduledShifts: [{ shiftId: 'day', day: { dayIndex: 0 } }],
        },
        { id: 'b' },
      ],
      shifts: [{ id: 'day', intervals: [interval] }],
      demands: [
        { shiftDemands: [wanted('day', 1, { attributeRequirements: [{ id: group.id, values: ['doctors'] }] })] },
      ],
      constraints: strictRule('employeeAvailability', onlyEmployee('a')),
    });
    const work = { workType: 'care', assignment: 'ward-3', taskId: 'rounds' };
    const violations = violationsByTitle(definition);
    expect(violations['Locked-shift-task-requirements-check']).toEqual([
      {
        ...monday,
        employeeId: 'a',
        employeeNumber: '1001',
        personnelGroup: 'nurses',
        lockedShiftName: 'day',
        constraintId: 'rule',
        ...work,
      },
    ]);
    expect(violations['Employee-availability-check']).toContainEqual(
      expect.objectContaining({
        ...work,
        shift: { name: 'day' },
        competencies: ['doctors'],
        personnelGroup: 'doctors',
      }),
    );
  });

  it('reports the slot of a time demand as a demand segment with its min', () => {
    const timeDemands = [{ timeSlotId: 'am', min: 3, ideal: 4, max: 5 }];
    const violations = violationsByTitle(createSlotDefinition({ demands: [{ dates: ['2026-03-02'], timeDemands }] }));
    expect(violations['Employee-availability-check']?.[0]).toEqual({
      ...monday,
      demandSegment: { startTime: '08:00', endTime: '12:00', minDemand: 3, timestamp: '2026-03-02T08:00:00' },
      requiredEmployees: 3,
      missingEmployees: 1,
      violatedProperties: ['MIN'],
    });
  });

  it('reports a day that needs more employees across all shifts, and the missing skill', () => {
    const shifts = ['08:00', '14:00'].map((startTime) => ({
      id: startTime,
      intervals: [{ startTime, endTime: '20:00' }],
    }));
    const skilled = [{ id: 'skill', values: ['x'], min: 1 }];
    const demandOf = (attributeRequirements: object[]) => ({
      shifts,
      employees: [{ id: 'a', attributes: [{ id: 'skill', values: ['x'] }] }, { id: 'b' }],
      demands: [
        {
          dates: ['2026-03-02'],
          shiftDemands: [wanted('08:00', 1, { attributeRequirements }), wanted('14:00', 1, { attributeRequirements })],
        },
      ],
    });
    expect(reportOf(createSmallDefinition(demandOf([]))).infeasibilities).toEqual([]);
    const violations = violationsByTitle(createSmallDefinition(demandOf(skilled)));
    expect(violations['Employee-availability-check']).toEqual([
      {
        ...monday,
        startTime: '08:00',
        endTime: '20:00',
        requiredEmployees: 2,
        missingEmployees: 1,
        competencies: ['x'],
        violatedProperties: ['MIN'],
      },
    ]);
  });

  it('compares demanded minutes of each week and the whole roster with available minutes', () => {
    const planningHorizon = { startDate: '2026-03-02', endDate: '2026-03-15' };
    const limit = (own: Record<string, unknown>) => ({ constraints: strictRule('employeeUtilization', own) });
    const weekly = { periods: { recurrentDefinition: { daysPerPeriod: 7 } } };
    const week = violationsByTitle(createSmallDefinition(limit({ maxHours: 24, ...weekly }), { planningHorizon }));
    expect(week['Employee-minutes-weekly-check']).toEqual(
      [0, 7].map((day) => ({
        day,
        date: day === 0 ? '2026-03-02' : '2026-03-09',
        requiredMinutes: 3360,
        achievableMinutes: 2880,
        missingMinutes: 480,
        totalMinutes: 3360,
        requiredEmployees: 7,
        missingEmployees: 1,
        violatedProperties: ['MIN'],
      })),
    );
    const whole = violationsByTitle(createSmallDefinition(limit({ maxHours: 52 }), { planningHorizon }));
    expect(whole['Employee-minutes-weekly-check']).toBeUndefined();
    expect(whole['Employee-minutes-entire-roster-check']).toMatchObject([
      { requiredMinutes: 6720, missingMinutes: 960 },
    ]);
  });

  it('reports employees who cannot reach a required minimum', () => {
    const constraints = strictRule('employeeUtilization', { minHours: 20, minShifts: 3, ...onlyEmployee('b') });
    const violations = violationsByTitle(createSmallDefinition({ constraints }));
    expect(violations).toEqual({
      'Employee-minutes-weekly-check': [
        {
          ...monday,
          employeeId: 'b',
          requiredMinutes: 1200,
          achievableMinutes: 960,
          missingMinutes: 240,
          totalMinutes: 1200,
          constraintId: 'rule',
        },
      ],
      'Shift-utilization-minimum-occurrence-check': [
        { ...monday, employeeId: 'b', constraintId: 'rule', violatedProperties: ['MIN'] },
        {
          ...monday,
          constraintId: 'rule',
          numberOfEmployees: 1,
          requiredMinutes: 1200,
          achievableMinutes: 960,
          missingMinutes: 240,
          violatedProperties: ['MIN'],
        },
      ],
    });
  });

  it('counts the remaining weekends of employees', () => {
    const definition = createSmallDefinition(
      { constraints: strictRule('weekendDistribution', { maxWorkedWeekends: 1 }) },
      { planningHorizon: { startDate: '2026-03-02', endDate: '2026-03-22' } },
    );
    const violations = violationsByTitle(definition)['Demand-weekend-covered-by-employees-check'];
    expect(violations).toHaveLength(1);
    expect(violations?.[0]).toMatchObject({ requiredEmployees: 1, missingEmployeesDueToWeekendDistribution: 1 });
  });

  it('reports demand without a shift, and shifts and locked work without demand', () => {
    const shifts = [
      { id: 'short', intervals: [{ startTime: '08:00', endTime: '12:00' }] },
      { id: 'odd', intervals: [{ startTime: '09:00', endTime: '11:00' }] },
    ];
    const employees = [{ id: 'a', scheduledShifts: [{ shiftId: 'odd', day: { dayIndex: 0 } }] }, { id: 'b' }];
    const definition = createSlotDefinition({ shifts, employees });
    expect(violationsByTitle(definition)['Demand-covered-by-shift-templates-check']).toMatchObject([
      { day: 0, demandSegment: { startTime: '12:00', endTime: '16:00', minDemand: 1 }, missingEmployees: 1 },
      { day: 1, demandSegment: { startTime: '12:00', endTime: '16:00', minDemand: 1 }, missingEmployees: 1 },
    ]);
    expect(violationsByTitle(definition, 'warnings')).toEqual({
      'Employee-assigned-to-shift-covers-demand-check': [{ ...monday, employeeId: 'a', lockedShiftName: 'odd' }],
      'Shift-Templates-are-demand-relevant-check': [{ shift: { name: 'odd' } }],
    });
  });

  it('reports every conflict in the over-constrained fixture and none in the others', () => {
    const fixture = (name: string): unknown =>
      JSON.parse(readFileSync(new URL(`../../../../fixtures/rostering/${name}.json`, import.meta.url), 'utf8'));
    for (const name of ['shop', 'ward', 'call-centre']) expect(reportOf(fixture(name)), name).toEqual(clean);
    const violations = violationsByTitle(fixture('over-constrained'));
    expect(Object.keys(violations)).toEqual([
      'Employee-availability-check',
      'Demand-weekend-covered-by-employees-check',
      'Employee-minutes-weekly-check',
      'Locked-shift-task-requirements-check',
    ]);
    expect(violations['Locked-shift-task-requirements-check']).toEqual([
      { day: 1, date: '2026-03-03', employeeId: 'ann', lockedShiftName: 'day', constraintId: 'ann-away' },
      { day: 2, date: '2026-03-04', employeeId: 'bob', lockedShiftName: 'late', constraintId: 'rest' },
      { day: 3, date: '2026-03-05', employeeId: 'bob', lockedShiftName: 'day', constraintId: 'rest' },
    ]);
  });

  it('reports checks that it could not finish', () => {
    const instance = compileDefinition(createSmallDefinition());
    const { status, timeouts } = checkFeasibility(instance, { steps: 1 });
    expect(status).toEqual(['TIMEOUT']);
    expect(timeouts).toContain('Employee-availability-check: stopped after 1 steps before the check was complete.');
  });
});
