import { describe, expect, it } from 'vitest';
import { compileInstance } from '../model/compile-instance.js';
import { JobDefinitionError } from '../model/job.js';
import {
  compileDefinition,
  createSlotDefinition,
  createSmallDefinition,
  onlyEmployee,
  strictRule,
} from '../testing/small-definition.js';
import { readJobDefinition } from './read-job-definition.js';

const level = { min: 1, ideal: 1, max: 1 };

describe('readJobDefinition', () => {
  it('computes days and weeks, and fills in default settings', () => {
    const { configuration, days, fteFrom, fteTo, nrOfWeeks, startDate } = readJobDefinition(createSmallDefinition());
    expect({ days, fteFrom, fteTo, nrOfWeeks, startDate }).toEqual({
      days: 2,
      fteFrom: 0,
      fteTo: 1,
      nrOfWeeks: 1,
      startDate: '2026-03-02',
    });
    expect(configuration).toEqual({
      timeLimitSeconds: 30,
      unimprovedTimeLimitSeconds: 10,
      seed: 0,
      demandWeights: { min: 100, ideal: 10, max: 1 },
      analyzeInput: false,
    });
  });

  it('reads the configuration from the extensions if there is no top-level one', () => {
    const sent = { extensions: { configuration: { seed: 7 } } };
    expect(readJobDefinition(createSmallDefinition(sent)).configuration.seed).toBe(7);
    expect(readJobDefinition(createSmallDefinition({ ...sent, configuration: { seed: 8 } })).configuration.seed).toBe(
      8,
    );
  });

  it('merges days.dates, days.dayIndexes and dates, and uses every day without them', () => {
    const daysOf = (demand: object): number[] =>
      readJobDefinition(
        createSmallDefinition({ demands: [{ ...demand, shiftDemands: [{ shiftId: 'day', ...level }] }] }),
      ).demands.map(({ day }) => day);
    expect(daysOf({})).toEqual([0, 1]);
    expect(daysOf({ days: null, dates: ['2026-03-03'] })).toEqual([1]);
    expect(daysOf({ days: { dates: ['2026-03-03'] }, dates: ['2026-03-02', '2026-03-03'] })).toEqual([0, 1]);
    expect(daysOf({ days: { dayIndexes: [1] } })).toEqual([1]);
    expect(daysOf({ dates: [] })).toEqual([]);
  });

  it('assigns a shift over midnight to its first day, moved by the day indicator', () => {
    const shifts = [-1, 0, 1].map((dayIndicator) => ({
      id: `n${dayIndicator}`,
      intervals: [{ startTime: '22:00', endTime: '06:00', dayIndicator, breakMinutes: 30 }],
    }));
    const instance = compileDefinition(createSmallDefinition({ shifts, demands: [] }));
    expect([...instance.shiftStart]).toEqual([-120, 1320, 2760]);
    expect([...instance.shiftEnd]).toEqual([360, 1800, 3240]);
    expect([...instance.shiftMinutes]).toEqual([450, 450, 450]);
    expect(instance.reach).toBe(2);
  });

  it('moves a shift by more than one day (rostering.shift-interval.schema)', () => {
    const shifts = [
      { id: 'far', intervals: [{ startTime: '07:00', endTime: '15:00', dayIndicator: 4 }] },
      { id: 'near', intervals: [{ startTime: '07:00', endTime: '15:00' }] },
    ];
    const constraints = strictRule('employeeAvailability', {
      startTime: '08:00',
      endTime: '10:00',
      periods: { customDefinitions: [{ startDate: '2026-03-06', endDate: '2026-03-06' }] },
    });
    const planningHorizon = { startDate: '2026-03-02', endDate: '2026-03-08' };
    const instance = compileDefinition(createSlotDefinition({ shifts, constraints }, { planningHorizon }));
    const slotsOfDay = instance.cells.count / instance.days;
    const covered = [...instance.coverCell.subarray(instance.coverFrom[0], instance.coverFrom[1])];
    expect(covered.length).toBeGreaterThan(0);
    expect(covered.every((cell) => Math.floor(cell / slotsOfDay) === 4)).toBe(true);
    expect(instance.reach).toBe(4);
    expect(instance.overlap[3 * 4 + 1]).toBe(1);
    // On Monday the far shift is worked on Friday, in the window.
    expect([...instance.allowed.subarray(0, 2)]).toEqual([0, 1]);
    expect([...instance.allowed.subarray(8, 10)]).toEqual([0, 0]);
  });

  it('lets a shift cover only slots that it contains completely, even on the next day', () => {
    const instance = compileDefinition(
      createSlotDefinition({
        shifts: [
          {
            id: 'split',
            intervals: [
              { startTime: '08:00', endTime: '12:00' },
              { startTime: '13:00', endTime: '16:00' },
            ],
          },
          {
            id: 'joined',
            intervals: [
              { startTime: '06:00', endTime: '10:00' },
              { startTime: '10:00', endTime: '16:00' },
            ],
          },
          { id: 'night', intervals: [{ startTime: '22:00', endTime: '12:00' }] },
        ],
      }),
    );
    const covered = (day: number, shift: number) => {
      const at = day * instance.shifts + shift;
      return [...instance.coverCell.subarray(instance.coverFrom[at], instance.coverFrom[at + 1])];
    };
    // Cells: 0 and 1 are the slots of day 0, 2 and 3 those of day 1.
    expect([covered(0, 0), covered(0, 1), covered(0, 2), covered(1, 2)]).toEqual([[0], [0, 1], [2], []]);
  });

  it('generates a shift for each sequence of adjacent slots up to eight hours', () => {
    const times = (slots: [string, string, string][]) => {
      const timeSlots = slots.map(([id, startTime, endTime]) => ({ id, startTime, endTime }));
      const timeDemands = slots.map(([timeSlotId]) => ({ timeSlotId, ...level }));
      return readJobDefinition(
        createSlotDefinition({ shifts: undefined, timeSlots, demands: [{ timeDemands }] }),
      ).shifts.map(
        ({ id, intervals }) => `${id} ${intervals.map(({ end, start }) => `${start / 60}-${end / 60}`).join()}`,
      );
    };
    expect(
      times([
        ['a', '08:00', '12:00'],
        ['b', '12:00', '16:00'],
        ['c', '16:00', '18:00'],
      ]),
    ).toEqual(['gen-1 8-12', 'gen-2 8-16', 'gen-3 12-16', 'gen-4 12-18', 'gen-5 16-18']);
    expect(
      times([
        ['late', '22:00', '00:00'],
        ['night', '00:00', '03:00'],
        ['gap', '04:00', '05:00'],
      ]),
    ).toEqual(['gen-1 0-3', 'gen-2 4-5', 'gen-3 22-24', 'gen-4 22-27']);
  });

  it('reads a week-recurring schedule without dates', () => {
    const job = readJobDefinition(
      createSmallDefinition(
        { demands: [{ days: { dayIndexes: [13] }, shiftDemands: [{ shiftId: 'day', ...level }] }] },
        { scheduleType: 'RECURRING', planningHorizon: { nrOfWeeks: 2, fteEndDay: { dayIndex: 6 } } },
      ),
    );
    const instance = compileInstance(job);
    expect([job.days, job.startDate, job.fteTo]).toEqual([14, null, 6]);
    expect([...instance.weekend]).toEqual([-1, -1, -1, -1, -1, 0, 0, -1, -1, -1, -1, -1, 1, 1]);
  });

  it('reads locked work, forbidden shifts and the history', () => {
    const instance = compileDefinition(
      createSmallDefinition({
        employees: [
          { id: 'a', scheduledShifts: [{ shiftId: 'day', day: { dayIndex: 1 } }] },
          { id: 'b' },
          { id: 'c', readOnly: true },
        ],
        constraints: strictRule('employeeAvailability', {
          startTime: '15:00',
          endTime: '17:00',
          periods: { customDefinitions: [{ startDate: '2026-03-03', endDate: '2026-03-09' }] },
          ...onlyEmployee('b'),
        }),
        extensions: { history: [{ employeeId: 'a', date: '2026-02-27', shiftId: 'day' }] },
      }),
    );
    expect([...instance.locked]).toEqual([-1, 0, -1, -1, -1, -1]);
    expect([...instance.allowed]).toEqual([1, 0, 1, 0, 0, 0]);
    expect([...instance.history]).toEqual([0, -1, -1, -2, -2, -2, -2, -2, -2]);
  });

  it('throws the findings of an invalid definition', () => {
    const read = () => readJobDefinition(createSmallDefinition({ employees: [{ id: 'a' }, { id: 'a' }] }));
    expect(read).toThrow(JobDefinitionError);
    expect(read).toThrow('/employees/1/id: The id "a" is given twice');
  });
});
