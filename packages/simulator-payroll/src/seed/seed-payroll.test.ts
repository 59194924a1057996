import { describe, expect, it } from 'vitest';
import { createPayrollDrivers } from '../testing/payroll-api.js';
import { createOrdinaryPayslip, createTwoYears } from '../testing/payslips.js';

const start = createPayrollDrivers();
const payslips = createTwoYears('ada');
const tenant = {
  datasets: [{ id: 'd1', customerId: 'C', payslips }],
  subscriptions: [{ datasetId: 'd1', subscriptionIds: ['s1'] }],
};

describe('the payroll seed', () => {
  it('creates datasets, models and subscriptions of tenants', async () => {
    const api = await start({ seed: { tenants: { t1: { ...tenant, training: {} }, t2: tenant } } });
    expect((await api.send('GET /pd/data/d1')).body).toMatchObject({ startDate: '2024-01-28', endDate: '2025-12-28' });
    expect((await api.send('GET /pd/subscriptions')).body.countOfSubscriptionIds).toBe(1);
    const [raised] = (await api.score(createOrdinaryPayslip('ada', '2026-01-28', { salary: 9000 }))).payslipResults;
    expect(raised.findings.observed[0].anomalyType).toBe('HIGH_VALUE');
    // Like a training through the API.
    const before = await api.stored('models');
    await api.train('d1');
    expect(await api.stored('models')).toEqual(before);
    const body = { datasets: [{ id: 'd1', payslips: payslips.slice(0, 1) }] };
    expect((await api.send('POST /pd/real_time_prediction', { body, tenantId: 't2' })).status).toBe(404);
    expect(Object.isFrozen(payslips[0])).toBe(false);
  });

  it('creates predictions of the latest payslips, or explains why there are none', async () => {
    const [id, early] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    const asked = (jobId: string, datasetId: string) => [{ jobId, datasetId, latest: 3 }];
    const api = await start({
      seed: {
        tenants: {
          t1: { ...tenant, training: {}, predictions: asked(id, 'd1') },
          t2: { ...tenant, predictions: asked(early, 'd1') },
        },
      },
    });
    const results = (await api.send('GET /pd/results', { headers: { jobId: id } })).body;
    const sent = await api.score(...payslips.slice(-3));
    const scores = (result: typeof sent) =>
      result.payslipResults.map((each: { id: string; score: number }) => [each.id, each.score]);
    expect(scores(results.datasetResults[0])).toEqual(scores(sent));
    const { body } = await api.send('GET /pd/status', { tenantId: 't2', headers: { jobId: early } });
    expect(body).toMatchObject({ status: 'invalid', message: expect.stringContaining('not trained') });
  });

  it('can be shifted to yesterday by whole months', async () => {
    const seed = { shiftTo: 'yesterday', tenants: { t1: tenant } };
    const api = await start({ at: '2027-03-03T12:00:00.000Z', seed });
    expect((await api.send('GET /pd/data/d1')).body).toMatchObject({ startDate: '2025-03-28', endDate: '2027-02-28' });
  });
});
