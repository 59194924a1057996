import { expect, it } from 'vitest';
import { predictTime, prepareTime, trainTime } from './index.js';

it('does what the example of the entry file says', () => {
  const registrations = ['02', '03', '04', '05', '06'].map((day) => ({
    registrationId: `r${day}`,
    date: `2026-02-${day}`,
    employeeId: '7',
    startTime: 8,
    endTime: 16,
    breakDuration: 0.5,
    workDuration: 7.5,
  }));
  const prepared = prepareTime(trainTime(registrations));
  const [first] = registrations;
  if (first === undefined) throw new Error('There must be a registration.');
  const { predictions } = predictTime(prepared, {
    registrations: [{ ...first, registrationId: 'r8', date: '2026-02-08' }],
    rules: [{ ruleId: 'short', ruleType: 'max_hours_per_day', value: 7 }],
  });
  expect(predictions[0]?.significantFields[0]?.field).toBe('date');
  expect(predictions[0]?.breaches[0]?.relatedIds).toEqual([['r8']]);
});
