import { describe, expect, it } from 'vitest';
import {
  addDays,
  dateOfDay,
  dayNumber,
  daysBetween,
  intervalDate,
  intervalIndex,
  intervalStart,
  monthName,
} from './calendar.js';

describe('calendar', () => {
  it('begins days, weeks on Monday, months on the 1st', () => {
    // 2026-01-15 is a Thursday.
    expect(intervalStart('2026-01-15', 'D')).toBe('2026-01-15');
    expect(intervalStart('2026-01-15', 'W')).toBe('2026-01-12');
    expect(intervalStart('2026-01-18', 'W')).toBe('2026-01-12');
    expect(intervalStart('2026-01-19', 'W')).toBe('2026-01-19');
    expect(intervalStart('2026-01-01', 'W')).toBe('2025-12-29');
    expect(intervalStart('2026-01-31', 'M')).toBe('2026-01-01');
  });

  it('knows leap years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2025-02-28', 1)).toBe('2025-03-01');
    expect(daysBetween('2000-02-01', '2000-03-01')).toBe(29);
    expect(daysBetween('1900-02-01', '1900-03-01')).toBe(28);
    expect(() => dayNumber('2025-02-29')).toThrow('not a calendar date');
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
      expect(() => dayNumber(text), text).toThrow(RangeError);
    }
  });

  it('agrees with the platform calendar on every day of four centuries', () => {
    for (let day = Date.UTC(1900, 0, 1) / 86_400_000; day < Date.UTC(2300, 0, 1) / 86_400_000; day += 1) {
      const expected = new Date(day * 86_400_000).toISOString().slice(0, 10);
      if (dateOfDay(day) !== expected || dayNumber(expected) !== day) expect(dateOfDay(day)).toBe(expected);
    }
  });

  it('numbers intervals without gaps', () => {
    expect(intervalIndex('2026-01-01', 'M') - intervalIndex('2025-12-31', 'M')).toBe(1);
    expect(intervalIndex('2026-01-19', 'W') - intervalIndex('2025-12-28', 'W')).toBe(4);
    expect(intervalDate(intervalIndex('2025-11-30', 'M') + 3, 'M')).toBe('2026-02-01');
    expect(monthName(intervalIndex('2026-09-30', 'M'))).toBe('September');
  });
});

describe('the ends of the calendar', () => {
  it('are the years 0000 and 9999, whatever is added', () => {
    expect(addDays('2026-01-15', 1e308)).toBe('9999-12-31');
    expect(addDays('2026-01-15', -1e308)).toBe('0000-01-01');
    expect(intervalStart('0000-01-01', 'W')).toBe('0000-01-01');
  });
});
