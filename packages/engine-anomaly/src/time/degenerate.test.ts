import { describe, expect, it } from 'vitest';
import { companyWorkers, createRegistration, createWorkWeeks } from '../testing/registrations.js';
import { predictTime } from './predict-time.js';
import { prepareTime } from './prepare-time.js';
import { trainTime, updateTime } from './train-time.js';
import type { TimeRegistration } from './types.js';

const bare = (index: number): TimeRegistration => ({
  registrationId: `b${index}`,
  date: '2024-02-29',
  employeeId: '7',
});
const extreme = (index: number, value: number) =>
  createRegistration({ registrationId: `e${index}`, workDuration: value, numericals: [{ name: 'km', value }] });

const datasets: [string, TimeRegistration[]][] = [
  ['one registration', [createRegistration()]],
  ['one registration with only the required fields', [bare(0)]],
  ['ten such registrations on the same leap day', Array.from({ length: 10 }, (_, index) => bare(index))],
  [
    'a hundred equal registrations',
    Array.from({ length: 100 }, (_, index) => createRegistration({ registrationId: `${index}` })),
  ],
  ['one employee', createWorkWeeks([{ employeeId: 'anna' }], '2024-02-05', 8)],
  [
    'null values',
    [
      createRegistration({
        startTime: null,
        endTime: null,
        workDuration: null,
        breakDuration: null,
        numericals: null,
        categoricals: null,
      }),
    ],
  ],
  [
    '24-hour shifts',
    createWorkWeeks(companyWorkers, '2025-01-06', 4).map((record) => ({
      ...record,
      startTime: 0,
      endTime: 24,
      workDuration: 24,
      breakDuration: 0,
    })),
  ],
  [
    'night shifts',
    createWorkWeeks(companyWorkers, '2025-01-06', 4).map((record) => ({ ...record, startTime: 22, endTime: 5.5 })),
  ],
  ['huge numbers', [1e9, -1e9, 1e308, 1.7e308, -1.7e308, 0, 1e-300].map((value, index) => extreme(index, value))],
  [
    'names of built-in properties',
    createWorkWeeks(
      [{ employeeId: '__proto__', departmentId: 'constructor', workCategory: 'toString' }],
      '2025-01-06',
      4,
    ),
  ],
  [
    'dates far apart',
    [createRegistration({ date: '0001-01-01' }), createRegistration({ date: '9999-12-31', registrationId: 'y' })],
  ],
  [
    'holidays only',
    createWorkWeeks(companyWorkers, '2025-01-06', 2).map((record) => ({ ...record, publicHoliday: true })),
  ],
];
const questions = [
  createRegistration(),
  bare(1),
  extreme(1, 1e9),
  extreme(2, -1e300),
  createRegistration({
    registrationId: 'q1',
    employeeId: 'unknown',
    departmentId: 'unknown',
    startTime: 24,
    endTime: 0,
  }),
  createRegistration({ registrationId: 'q2', date: '2028-02-29', publicHoliday: true, workDuration: 0 }),
];

describe('degenerate training data', () => {
  it.each(datasets)('gives finite scores for %s', (_, registrations) => {
    const model = trainTime(registrations);
    const text = JSON.stringify(updateTime(model, registrations));
    // NaN and Infinity would be null in JSON.
    expect(JSON.stringify({ ...model, marked: [] })).not.toContain('null');
    expect(JSON.stringify({ ...JSON.parse(text), marked: [] })).not.toContain('null');
    for (const prepared of [prepareTime(model), prepareTime(JSON.parse(text))]) {
      const { predictions } = predictTime(prepared, {
        registrations: questions,
        aggregateForEmployeeIds: ['anna', '7', 'unknown'],
        missingRegistrationDates: ['2024-02-29', '2026-01-01'],
      });
      expect(predictions.length).toBeGreaterThan(questions.length);
      for (const { anomalyScore, significantFields } of predictions) {
        expect(anomalyScore).toBeGreaterThanOrEqual(0);
        expect(anomalyScore).toBeLessThanOrEqual(100);
        for (const { significance } of significantFields) expect(significance).toBeGreaterThan(0);
      }
    }
  });

  it('without any variation still gives a first deviation a high severity', () => {
    const equal = Array.from({ length: 100 }, (_, index) => createRegistration({ registrationId: `${index}` }));
    const prepared = prepareTime(trainTime(equal));
    const [same, other] = predictTime(prepared, {
      registrations: [createRegistration(), createRegistration({ registrationId: 'o', startTime: 12, endTime: 20 })],
    }).predictions;
    expect(same?.anomalyScore).toBe(0);
    expect(other).toMatchObject({ anomalySeverity: 'high' });
    expect(other?.significantFields[0]).toMatchObject({ field: 'startTime', direction: 1 });
  });
});
