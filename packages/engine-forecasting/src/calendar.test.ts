import { describe, expect, it } from 'vitest';
import { addDays, type Frequency, toDate, toDayNumber, toIntervalDate, toIntervalIndex } from './calendar.js';

const toIntervalStart = (date: string, frequency: Frequency) =>
  toIntervalDate(toIntervalIndex(date, frequency), frequency);

describe('the calendar', () => {
  it('starts weeks on Monday and months on the 1st', () => {
    // 2026-01-15 is a Thursday.
    expect(toIntervalStart('2026-01-15', 'D')).toBe('2026-01-15');
    expect(toIntervalStart('2026-01-15', 'W')).toBe('2026-01-12');
    expect(toIntervalStart('2026-01-18', 'W')).toBe('2026-01-12');
    expect(toIntervalStart('2026-01-19', 'W')).toBe('2026-01-19');
    expect(toIntervalStart('2026-01-01', 'W')).toBe('2025-12-29');
    expect(toIntervalStart('2026-01-31', 'M')).toBe('2026-01-01');
  });

  it.each([
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '01.01.2026',
    '2026-01-01T00:00:00Z',
    '',
  ])('rejects %o, which is not an existing date', (text) => {
    expect(() => toDayNumber(text)).toThrow(
      new RangeError(`"${text}" is not a calendar date. Write an existing date as YYYY-MM-DD, for example 2026-01-31.`),
    );
  });

  it('matches the JavaScript Date on every day of four centuries', () => {
    for (let day = Date.UTC(1900, 0, 1) / 86_400_000; day < Date.UTC(2300, 0, 1) / 86_400_000; day += 1) {
      const expected = new Date(day * 86_400_000).toISOString().slice(0, 10);
      if (toDate(day) !== expected || toDayNumber(expected) !== day) expect(toDate(day)).toBe(expected);
    }
  });

  it('numbers intervals without gaps', () => {
    expect(toIntervalIndex('2026-01-01', 'M') - toIntervalIndex('2025-12-31', 'M')).toBe(1);
    expect(toIntervalIndex('2026-01-19', 'W') - toIntervalIndex('2025-12-28', 'W')).toBe(4);
    expect(toIntervalDate(toIntervalIndex('2025-11-30', 'M') + 3, 'M')).toBe('2026-02-01');
  });

  it('limits dates to the years 0000 to 9999', () => {
    expect(addDays('2026-01-15', 1e308)).toBe('9999-12-31');
    expect(addDays('2026-01-15', -1e308)).toBe('0000-01-01');
    expect(toIntervalStart('0000-01-01', 'W')).toBe('0000-01-01');
  });
});
