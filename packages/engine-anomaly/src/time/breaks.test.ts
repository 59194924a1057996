import { expect, it } from 'vitest';
import { registration, workWeeks } from '../testing/registrations.js';
import { predictRegistrations } from './predict-registrations.js';
import { prepareTime } from './prepare-time.js';
import { trainTime } from './train-time.js';
import type { TimeRegistration } from './types.js';

/** Anna's Thursdays are divided: the break lies in the first half. On Fridays she works short, without a break. */
const history = workWeeks([{ employeeId: 'anna', start: 7.5 }], '2025-01-06', 26).flatMap((row): TimeRegistration[] => {
  const weekday = new Date(row.date).getUTCDay();
  const startTime = row.startTime ?? 7.5;
  if (weekday === 5) return [{ ...row, workDuration: 5, breakDuration: 0, endTime: startTime + 5 }];
  if (weekday < 4) return [row];
  return [
    { ...row, workDuration: 3.5, endTime: startTime + 4 },
    {
      ...row,
      registrationId: `${row.registrationId}-2`,
      startTime: 12.5,
      endTime: 16.5,
      workDuration: 4,
      breakDuration: 0,
    },
  ];
});
const model = prepareTime(trainTime(history));
const judge = (changes: Partial<TimeRegistration>) =>
  predictRegistrations(model, [registration({ date: '2025-07-10', breakDuration: 0, ...changes })])[0];

it('misses the break of a first half, and of no second one', () => {
  const first = judge({ startTime: 7.25, endTime: 10.75, workDuration: 3.5 });
  expect(first?.significantFields[0]).toMatchObject({ field: 'breakDuration', direction: -1 });
  expect(first?.anomalySeverity).not.toBe('low');
  expect(judge({ startTime: 12.5, endTime: 16.5, workDuration: 4 })?.anomalySeverity).toBe('low');
});

it('misses the break of a whole day, and of no short one that starts at the same time', () => {
  const whole = judge({ date: '2025-07-09', startTime: 7.75, endTime: 15.25, workDuration: 7.5 });
  expect(whole?.significantFields[0]).toMatchObject({ field: 'breakDuration', direction: -1 });
  expect(whole?.anomalySeverity).not.toBe('low');
  expect(judge({ date: '2025-07-11', startTime: 7.5, endTime: 12.5, workDuration: 5 })?.anomalySeverity).toBe('low');
});
