import { describe, expect, it } from 'vitest';
import { dateOf, dayNumber, weekdayOf, weekOf } from './calendar.js';

describe('calendar', () => {
  it('counts days and knows weekdays and ISO weeks', () => {
    expect(dayNumber('1970-01-01')).toBe(0);
    expect(dateOf(dayNumber('2024-02-29'))).toBe('2024-02-29');
    expect(weekdayOf(dayNumber('2026-02-08'))).toBe(6); // a Sunday
    expect(weekdayOf(dayNumber('1969-12-29'))).toBe(0); // a Monday
    expect(weekOf(dayNumber('2026-02-08')) - weekOf(dayNumber('2026-02-02'))).toBe(0);
    expect(weekOf(dayNumber('2026-02-09')) - weekOf(dayNumber('2026-02-08'))).toBe(1);
    // The ISO week continues over New Year.
    expect(weekOf(dayNumber('2025-12-31'))).toBe(weekOf(dayNumber('2026-01-01')));
  });

  it.each(['2023-02-29', '29.02.2024', '2024-13-01', '2024-02-29T00:00:00Z', ''])('refuses %s', (date) => {
    expect(() => dayNumber(date)).toThrow(RangeError);
  });
});
