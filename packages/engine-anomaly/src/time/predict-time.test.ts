import { describe, expect, it } from 'vitest';
import { companyWorkers, createRegistration, createWorkWeeks } from '../testing/registrations.js';
import { predictTime } from './predict-time.js';
import { prepareTime } from './prepare-time.js';
import { trainTime } from './train-time.js';

const prepared = prepareTime(trainTime(createWorkWeeks(companyWorkers, '2025-01-06', 26)));
/** The week of Monday 2025-07-07. */
const week = createWorkWeeks(companyWorkers, '2025-07-07', 1);

describe('predictTime', () => {
  it('returns only the registrations if nothing else is requested', () => {
    const { predictions, plans, severityThresholds } = predictTime(prepared, { registrations: week });
    expect(predictions.map(({ registrationId }) => registrationId)).toEqual(
      week.map(({ registrationId }) => registrationId),
    );
    expect(predictions.every(({ aggregated, missing }) => !aggregated && !missing)).toBe(true);
    expect(plans).toEqual([]);
    expect(severityThresholds).toEqual(prepared.model.severityThresholds);
  });

  it('aggregates the days of the listed employees', () => {
    const parts = [
      createRegistration({ registrationId: 'a', date: '2025-07-07', endTime: 12, workDuration: 4, breakDuration: 0 }),
      createRegistration({ registrationId: 'b', date: '2025-07-07', startTime: 12, endTime: 21, workDuration: 8.5 }),
      createRegistration({ registrationId: 'c', date: '2025-07-07', employeeId: 'ben' }),
    ];
    const { predictions } = predictTime(prepared, { registrations: parts, aggregateForEmployeeIds: ['anna', 'anna'] });
    expect(predictions).toHaveLength(4);
    expect(predictions[3]).toMatchObject({
      registrationId: 'agg_anna_2025-07-07',
      aggregated: true,
      missing: false,
      relatedRegistrationIds: ['a', 'b'],
      subModelId: 'employee_agg_level-anna',
      breaches: [],
    });
    // 12.5 hours in the day, though neither part is long.
    expect(predictions[3]?.significantFields[0]).toMatchObject({ field: 'workDuration', direction: 1 });
    expect(predictions[3]?.anomalySeverity).not.toBe('low');
  });

  it('reports days without a registration, on the listed dates or between the first and last', () => {
    const registrations = week.filter(({ employeeId, date }) => employeeId !== 'anna' || date !== '2025-07-09');
    const listed = predictTime(prepared, { registrations, missingRegistrationDates: ['2025-07-09', '2025-07-12'] });
    const missing = listed.predictions.filter((prediction) => prediction.missing);
    // Saturday is free for all five, Wednesday is Anna's alone.
    expect(missing).toHaveLength(6);
    expect(missing.filter(({ anomalySeverity }) => anomalySeverity !== 'low')).toEqual([
      {
        registrationId: 'agg_anna_2025-07-09',
        date: '2025-07-09',
        employeeId: 'anna',
        anomalyScore: expect.any(Number),
        anomalySeverity: expect.any(String),
        significantFields: [{ field: 'date', significance: expect.any(Number), direction: -1 }],
        aggregated: true,
        missing: true,
        relatedRegistrationIds: [],
        subModelId: 'employee_agg_level-anna',
        breaches: [],
      },
    ]);
    const between = predictTime(prepared, { registrations, aggregateForEmployeeIds: ['anna'] });
    expect(between.predictions.filter((prediction) => prediction.missing).map(({ date }) => date)).toEqual([
      '2025-07-09',
    ]);
  });

  it('reports missing registrations even if the request has none', () => {
    const { predictions } = predictTime(prepared, {
      registrations: [],
      aggregateForEmployeeIds: ['anna', 'nobody'],
      missingRegistrationDates: ['2025-07-09', '2025-07-13'],
    });
    expect(
      predictions.map(({ registrationId, anomalySeverity }) => [registrationId, anomalySeverity === 'low']),
    ).toEqual([
      ['agg_anna_2025-07-09', false],
      ['agg_anna_2025-07-13', true],
      ['agg_nobody_2025-07-09', false],
      ['agg_nobody_2025-07-13', true],
    ]);
    expect(predictTime(prepared, { registrations: [], aggregateForEmployeeIds: ['anna'] }).predictions).toEqual([]);
  });

  it('reports no missing registration on a holiday or a day when everyone was absent', () => {
    const severities = (registrations: typeof week) =>
      predictTime(prepared, { registrations, missingRegistrationDates: ['2025-07-09'] }).predictions.flatMap(
        (prediction) => (prediction.missing ? [prediction.anomalySeverity] : []),
      );
    const closed = week.filter(({ date }) => date !== '2025-07-09');
    expect(severities(closed)).toEqual(Array(5).fill('low'));
    const holiday = week.flatMap((record) =>
      record.date !== '2025-07-09' ? [record] : record.employeeId === 'ben' ? [{ ...record, publicHoliday: true }] : [],
    );
    expect(severities(holiday)).toEqual(Array(4).fill('low'));
  });

  it('returns rule breaches of registrations and, in a separate list without scores, of plans', () => {
    const { predictions, plans } = predictTime(prepared, {
      registrations: [createRegistration({ registrationId: 'a' })],
      rules: [{ ruleId: 'day', ruleType: 'max_hours_per_day', value: 7 }],
      plans: [{ planId: 'p', date: '2025-07-02', employeeId: 'anna', workDuration: 6 }],
    });
    expect(predictions[0]?.breaches).toEqual([
      { ruleId: 'day', relatedFields: [['workDuration']], relatedIds: [['a']] },
    ]);
    expect(plans).toEqual([{ planId: 'p', date: '2025-07-02', employeeId: 'anna', breaches: [] }]);
  });

  it('rejects registrations that are more than ten years apart', () => {
    const registrations = [createRegistration({ date: '1925-07-01' }), createRegistration({ date: '2025-07-01' })];
    expect(() => predictTime(prepared, { registrations, aggregateForEmployeeIds: ['anna'] })).toThrow(
      /ten years apart/,
    );
  });
});
