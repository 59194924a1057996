import { beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdinaryDay,
  createSuccessStatus,
  createUploadBody,
  createWorkingWeeks,
} from './testing/registrations.js';
import { createTimeDrivers, type TimeDriver } from './testing/time-api.js';

const start = createTimeDrivers();
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const tuesday = createOrdinaryDay('tuesday', '2026-01-13');
const longDay = createOrdinaryDay('long', '2026-01-14', { workDuration: 13, endTime: 21.5 });
const sunday = createOrdinaryDay('sunday', '2026-01-18');
const longRule = { ruleId: 'long-day', ruleType: 'max_hours_per_day', value: 10 };

const nulls = { aggregateForEmployeeIds: null, missingRegistrationDates: null, plans: null, rules: null };
const weeks = [...createWorkingWeeks('ada'), ...createWorkingWeeks('bob')];

let api: TimeDriver;
beforeEach(async () => {
  api = await start();
  await api.upload(createUploadBody(weeks));
  await api.train(['d1']);
});

// biome-ignore lint/suspicious/noExplicitAny: looked into by each test
function byId(result: any): Record<string, any> {
  // biome-ignore lint/suspicious/noExplicitAny: looked into by each test
  return Object.fromEntries(result.predictions.map((prediction: any) => [prediction.registrationId, prediction]));
}

describe('a prediction', () => {
  it('has one complete entry per registration, in order', async () => {
    const { jobId, ...result } = await api.predict({ registrations: [longDay, tuesday], ...nulls });
    expect(result).toEqual({
      datasetId: 'd1',
      severityThresholds: { lowMid: expect.any(Number), midHigh: expect.any(Number) },
      predictions: [
        {
          predictionId: expect.stringMatching(uuid),
          resultId: expect.stringMatching(uuid),
          registrationId: 'long',
          date: '2026-01-14',
          employeeId: 'ada',
          anomalyScore: expect.any(Number),
          anomalySeverity: 'high',
          significantFields: [{ field: 'workDuration', significance: expect.any(Number), direction: 1 }],
          aggregated: false,
          missing: false,
          relatedRegistrationIds: [],
          subModelId: 'employee_level-ada',
          breaches: [],
        },
        expect.objectContaining({ registrationId: 'tuesday', anomalySeverity: 'low', significantFields: [] }),
      ],
      plans: [],
    });
    expect(await api.status(jobId)).toEqual({
      status: 'success',
      message: 'Prediction job finished',
      datasetsStatus: [createSuccessStatus('d1')],
    });
    const { message, page, pages } = (await api.send('GET /td/results?page=1', { jobId })).body;
    expect([message, page, pages]).toEqual(['Prediction results fetched', 1, 1]);
    expect((await api.send('GET /td/results?page=2', { jobId })).status).toBe(404);
  });

  it('reports an unusual weekday under the configured field name', async () => {
    const seed = { tenants: { t1: { datasets: createUploadBody(weeks).datasets, training: {} } } };
    const api = await start({ seed });
    const fields = async () => byId(await api.predict({ registrations: [tuesday, sunday] }));
    const before = await fields();
    expect([before['sunday'].significantFields[0], before['tuesday'].significantFields]).toEqual([
      { field: 'date', significance: expect.any(Number), direction: 0 },
      [],
    ]);
    await api.control('PATCH /_sim/settings', { apis: { time: { weekdayField: 'weekday' } } });
    expect((await fields())['sunday'].significantFields[0].field).toBe('weekday');
    expect((await api.score(sunday)).significantFields[0].field).toBe('weekday');
    expect((await api.control('PATCH /_sim/settings', { apis: { time: { weekdayField: '' } } })).status).toBe(400);
  });

  it('adds daily totals of the requested employees, and days without registrations', async () => {
    const two = [
      tuesday,
      createOrdinaryDay('more', '2026-01-13', { workDuration: 1 }),
      createOrdinaryDay('bob', '2026-01-13', { employeeId: 'bob' }),
    ];
    const result = byId(
      await api.predict({
        registrations: two,
        aggregateForEmployeeIds: ['ada'],
        missingRegistrationDates: ['2026-01-13', '2026-01-14', '2026-01-17'],
      }),
    );
    const agg = (date: string) => result[`agg_ada_${date}`];
    expect(Object.keys(result)).toHaveLength(6);
    expect(agg('2026-01-13')).toMatchObject({
      aggregated: true,
      missing: false,
      relatedRegistrationIds: ['tuesday', 'more'],
      subModelId: 'employee_agg_level-ada',
    });
    expect(agg('2026-01-14')).toMatchObject({ aggregated: true, missing: true, relatedRegistrationIds: [] });
    expect([agg('2026-01-14').anomalySeverity, agg('2026-01-17').anomalySeverity]).toEqual(['high', 'low']);
    expect(new Set(Object.values(result).flatMap((item) => [item.predictionId, item.resultId])).size).toBe(12);
  });

  it('applies rules to whole days of registrations and to plans', async () => {
    const half = (id: string) => createOrdinaryDay(id, '2026-01-13', { workDuration: 6 });
    const plan = (planId: string, workDuration: number) => ({
      planId,
      date: '2026-01-20',
      employeeId: planId,
      workDuration,
    });
    const result = await api.predict({
      registrations: [half('one'), half('two'), createOrdinaryDay('eight', '2026-01-14')],
      plans: [plan('much', 12), plan('fine', 8)],
      rules: [longRule, { ...longRule, ruleId: 'other', value: 12 }],
    });
    const breach = (...ids: string[]) => ({ ruleId: 'long-day', relatedFields: [['workDuration']], relatedIds: [ids] });
    const { one, two, eight } = byId(result);
    expect([one.breaches, two.breaches, eight.breaches]).toEqual([[breach('one', 'two')], [breach('one', 'two')], []]);
    expect(result.plans).toEqual([
      {
        resultId: expect.stringMatching(uuid),
        planId: 'much',
        date: '2026-01-20',
        employeeId: 'much',
        breaches: [breach('much')],
      },
      { resultId: expect.stringMatching(uuid), planId: 'fine', date: '2026-01-20', employeeId: 'fine', breaches: [] },
    ]);
  });
});
