import { describe, expect, it } from 'vitest';
import { registration } from '../testing/registrations.js';
import { toDayRows } from './day-rows.js';
import { toTimeRow } from './time-row.js';
import { workHours } from './work-hours.js';

describe('toTimeRow', () => {
  it('checks the end against start, break and duration, over midnight as well', () => {
    expect(toTimeRow(registration()).misfit).toBe(0);
    expect(toTimeRow(registration({ endTime: 17 })).misfit).toBe(1);
    expect(toTimeRow(registration({ startTime: 22, endTime: 6 })).misfit).toBe(0);
    expect(toTimeRow(registration({ startTime: 0, endTime: 24, workDuration: 23.5 })).misfit).toBe(0);
    expect(toTimeRow(registration({ endTime: -1 })).misfit).toBeNaN();
  });

  it('takes -1, null and absence for not given', () => {
    const row = toTimeRow(registration({ startTime: -1, breakDuration: null, workCategory: undefined }));
    expect([row.start, row.pause, row.category]).toEqual([Number.NaN, Number.NaN, '']);
  });
});

describe('workHours', () => {
  it('takes the duration, else end less start less break, else nothing', () => {
    expect(workHours(registration({ workDuration: 3 }))).toBe(3);
    expect(workHours(registration({ workDuration: null }))).toBe(7.5);
    expect(workHours(registration({ workDuration: null, startTime: 22, endTime: 6, breakDuration: null }))).toBe(8);
    expect(workHours(registration({ workDuration: null, startTime: -1 }))).toBeUndefined();
  });
});

describe('toDayRows', () => {
  it('sums work and breaks and takes the first start and the last end', () => {
    const rows = [
      registration({ startTime: 13, endTime: 17, workDuration: 4, breakDuration: 0 }),
      registration({ employeeId: 'ben' }),
      registration({ startTime: 8, endTime: 12, workDuration: 3.5, breakDuration: 0.5, publicHoliday: true }),
    ].map(toTimeRow);
    const days = toDayRows(rows);
    expect(days.map(({ members }) => members)).toEqual([[0, 2], [1]]);
    const { start, end, duration, pause, holiday, category } = days[0]?.row ?? rows[1] ?? toTimeRow(registration());
    expect({ start, end, duration, pause, holiday, category }).toEqual({
      start: 8,
      end: 17,
      duration: 7.5,
      pause: 0.5,
      holiday: true,
      category: '',
    });
    // The rows themselves stay as they are.
    expect(rows[0]?.start).toBe(13);
  });
});
