import { describe, expect, it } from 'vitest';
import { createOrdinaryDay, createRegistration, createWorkingWeeks } from './testing/registrations.js';
import { createTimeDrivers } from './testing/time-api.js';

const start = createTimeDrivers();
const registrations = createWorkingWeeks('ada', 4);
const tenant = {
  datasets: [{ datasetId: 'd1', customerId: 'C', registrations }],
  subscriptions: [{ datasetId: 'd1', subscriptionIds: ['s1'] }],
};

describe('the time seed', () => {
  it('creates datasets, models and subscriptions of tenants', async () => {
    const api = await start({ seed: { tenants: { t1: { ...tenant, training: {} }, t2: tenant } } });
    expect((await api.send('GET /td/data/d1')).body).toMatchObject({ startDate: '2025-12-15', endDate: '2026-01-09' });
    expect((await api.send('GET /td/subscriptions')).body.countOfSubscriptionIds).toBe(1);
    expect((await api.score(createOrdinaryDay('a', '2026-01-13'))).subModelId).toBe('employee_level-ada');
    // An update skips data that a seed has trained.
    const before = await api.stored('models');
    await api.train(['d1'], false);
    expect(await api.stored('models')).toEqual(before);
    const body = { parameters: [{ datasetId: 'd1', registrations: [createRegistration('a', '2026-01-13')] }] };
    expect((await api.send('POST /td/real_time_prediction', { body, tenantId: 't2' })).status).toBe(404);
    expect(Object.isFrozen(registrations[0])).toBe(false);
  });

  it('can be shifted to yesterday', async () => {
    const api = await start({
      at: '2027-03-03T12:00:00.000Z',
      seed: { shiftTo: 'yesterday', tenants: { t1: tenant } },
    });
    expect((await api.send('GET /td/data/d1')).body).toMatchObject({ startDate: '2027-02-08', endDate: '2027-03-02' });
  });

  it.each([
    [
      { tenants: { t1: { training: true } } },
      '/tenants/t1/training: it must be an empty object, which has every dataset trained',
    ],
    [
      { tenants: { t1: { datasets: [{ datasetId: 'd1', registrations: [createRegistration('a', 'soon')] }] } } },
      '/tenants/t1/datasets: it has an invalid dataset "d1": /registrations/0/date must be a date (YYYY-MM-DD), but is "soon"',
    ],
  ])('%j is rejected with a matching error', async (time, message) => {
    const api = await start({});
    const { status, body } = await api.control('POST /_sim/seed', { data: { time } });
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining(JSON.stringify(`The time seed is invalid at /time${message}`).slice(1, -1)),
    ]);
  });
});
