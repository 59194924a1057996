import { describe, expect, it } from 'vitest';
import { predictRegistrations } from './predict-registrations.js';
import { prepareTime } from './prepare-time.js';
import { trainTime } from './train-time.js';
import type { TimeRegistration } from './types.js';

const day = 86_400_000;
const monday = Date.parse('2025-01-06');

/** Work of `hours` from `start` on, which varies by some minutes from day to day. */
function work(employeeId: string, at: number, start: number, hours: number): TimeRegistration {
  const minutes = ((at * 7) % 5) / 20;
  return {
    registrationId: `${employeeId}-${at}-${start}`,
    date: new Date(monday + at * day).toISOString().slice(0, 10),
    employeeId,
    departmentId: 'plant',
    startTime: start,
    endTime: (start + hours + minutes) % 24,
    workDuration: hours + minutes,
    breakDuration: 0,
  };
}

const weekdays = Array.from({ length: 26 * 7 }, (_, at) => at).filter((at) => at % 7 < 5);
const asked = 26 * 7 + 1;
const longer = (employeeId: string, start: number, hours: number, history: readonly TimeRegistration[]) =>
  predictRegistrations(prepareTime(trainTime(history)), [work(employeeId, asked, start, hours)])[0];

describe('the length of the work', () => {
  it('is that of the shift where shifts rotate', () => {
    // Early, late and night shift of 8, 6 and 10 hours, another one each week.
    const rotating = weekdays.flatMap((at) =>
      ['a', 'b', 'c'].map((employee, index) => {
        const [start = 0, hours = 0] =
          [
            [6, 8],
            [14, 6],
            [20, 10],
          ][(Math.floor(at / 7) + index) % 3] ?? [];
        return work(employee, at, start, hours);
      }),
    );
    const late = longer('a', 14, 8, rotating);
    expect(late?.significantFields[0]).toMatchObject({ field: 'workDuration', direction: 1 });
    expect(late?.anomalySeverity).toBe('high');
    expect(longer('a', 6, 8, rotating)?.anomalyScore).toBeLessThan(5);
  });
});
