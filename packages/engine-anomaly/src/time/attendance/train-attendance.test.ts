import { describe, expect, it } from 'vitest';
import { company, workWeeks } from '../../testing/registrations.js';
import { dayNumber, weekdayOf, weekOf } from '../calendar.js';
import { toTimeRow } from '../time-row.js';
import type { TimeRegistration } from '../types.js';
import { attendanceRates } from './attendance-rates.js';
import { trainAttendance } from './train-attendance.js';

const train = (registrations: readonly TimeRegistration[]) => trainAttendance(registrations.map(toTimeRow));
const ratesOf = (registrations: readonly TimeRegistration[]) =>
  attendanceRates(train(registrations), () => 'office', []);
const year = workWeeks(company, '2025-01-06', 52);

describe('trainAttendance', () => {
  it('counts working days and their weekdays', () => {
    const anna = train(year).employees[0];
    expect(anna?.worked.reduce((sum, count) => sum + count)).toBe(260);
    expect(anna?.exposed.reduce((sum, count) => sum + count)).toBe(364);
    const rates = ratesOf(year);
    expect(rates.weekday('anna', 'office', 1)).toBeGreaterThan(0.98);
    expect(rates.weekday('anna', 'office', 6)).toBeLessThan(0.01);
  });

  it('takes a day on which nearly everybody stayed away for closed, and weeks of leave for no habit', () => {
    const closed = year.filter(({ date }) => date !== '2025-05-01');
    expect(train(closed).closed).toEqual([dayNumber('2025-05-01')]);
    const leave = year.filter(
      ({ employeeId, date }) => employeeId !== 'anna' || date < '2025-07-07' || date > '2025-07-27',
    );
    expect(ratesOf(leave).weekday('anna', 'office', 1)).toBeGreaterThan(0.98);
    expect(train(leave).leaveDays).toBe(15);
    expect(train(year).leaveDays).toBe(0);
  });

  it('learns a free Friday every other week', () => {
    const isFree = (date: string) => weekdayOf(dayNumber(date)) === 4 && weekOf(dayNumber(date)) % 2 === 1;
    const rates = ratesOf(year.filter(({ employeeId, date }) => employeeId !== 'anna' || !isFree(date)));
    expect(rates.place('anna', 'office', 4)).toBeGreaterThan(0.85);
    expect(rates.place('anna', 'office', 4 + 7)).toBeLessThan(0.15);
  });

  it('is not led astray by one date in another century', () => {
    const slip = { ...year[0], registrationId: 'slip', employeeId: 'anna', date: '9999-12-31' };
    expect(ratesOf([...year, slip]).weekday('anna', 'office', 1)).toBeGreaterThan(0.98);
  });
});
