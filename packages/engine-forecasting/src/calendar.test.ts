import { describe, expect, it } from 'vitest';
import {
  addDays,
  countDaysBetween,
  toDate,
  toDayNumber,
  toIntervalDate,
  toIntervalIndex,
  toIntervalStart,
  toMonthName,
} from './calendar.js';

describe('calendar', () => {
  it('begins days, weeks on Monday, months on the 1st', () => {
    // 2026-01-15 is a Thursday.
    expect(toIntervalStart('2026-01-15', 'D')).toBe('2026-01-15');
    expect(toIntervalStart('2026-01-15', 'W')).toBe('2026-01-12');
    expect(toIntervalStart('2026-01-18', 'W')).toBe('2026-01-12');
    expect(toIntervalStart('2026-01-19', 'W')).toBe('2026-01-19');
    expect(toIntervalStart('2026-01-01', 'W')).toBe('2025-12-29');
    expect(toIntervalStart('2026-01-31', 'M')).toBe('2026-01-01');
  });

  it('knows leap years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2025-02-28', 1)).toBe('2025-03-01');
    expect(countDaysBetween('2000-02-01', '2000-03-01')).toBe(29);
    expect(countDaysBetween('1900-02-01', '1900-03-01')).toBe(28);
    expect(() => toDayNumber('2025-02-29')).toThrow('not a calendar date');
  });

  it('refuses what is not an existing date', () => {
    for (const text of [
      '2026-13-01',
      '2026-00-10',
      '2026-04-31',
      '2026-1-1',
      '01.01.2026',
      '2026-01-01T00:00:00Z',
      '',
    ]) {
      expect(() => toDayNumber(text), text).toThrow(RangeError);
    }
  });

  it('agrees with the platform calendar on every day of four centuries', () => {
    for (let day = Date.UTC(1900, 0, 1) / 86_400_000; day < Date.UTC(2300, 0, 1) / 86_400_000; day += 1) {
      const expected = new Date(day * 86_400_000).toISOString().slice(0, 10);
      if (toDate(day) !== expected || toDayNumber(expected) !== day) expect(toDate(day)).toBe(expected);
    }
  });

  it('numbers intervals without gaps', () => {
    expect(toIntervalIndex('2026-01-01', 'M') - toIntervalIndex('2025-12-31', 'M')).toBe(1);
    expect(toIntervalIndex('2026-01-19', 'W') - toIntervalIndex('2025-12-28', 'W')).toBe(4);
    expect(toIntervalDate(toIntervalIndex('2025-11-30', 'M') + 3, 'M')).toBe('2026-02-01');
    expect(toMonthName(toIntervalIndex('2026-09-30', 'M'))).toBe('September');
  });
});

describe('the ends of the calendar', () => {
  it('are the years 0000 and 9999, whatever is added', () => {
    expect(addDays('2026-01-15', 1e308)).toBe('9999-12-31');
    expect(addDays('2026-01-15', -1e308)).toBe('0000-01-01');
    expect(toIntervalStart('0000-01-01', 'W')).toBe('0000-01-01');
  });
});
