import { describe, expect, it } from 'vitest';
import { documentedDuration } from './policies.js';
import { ordinary, registration, upload, workingWeeks } from './testing/registrations.js';
import { origin, timeApis } from './testing/time-api.js';

const start = timeApis();

describe('the progression documented', () => {
  it.each([
    ['upload', 4000, 2],
    ['upload', 55_000, 10],
    ['training', 50, 2],
    ['training', 500, 10],
    ['prediction', 300, 2],
    ['prediction', 5000, 12],
  ])('lets %s of %i records end under %i minutes, and not long before', (kind, records, minutes) => {
    const duration = documentedDuration(kind, records);
    expect(duration).toBeLessThan(minutes * 60_000);
    expect(duration).toBeGreaterThan(minutes * 50_000);
  });

  it.each(['upload', 'training', 'prediction'])('lets each further record of %s take longer', (kind) => {
    const durations = [0, 10, 50, 300, 500, 4000, 5000, 55_000, 60_000].map((count) => documentedDuration(kind, count));
    expect(durations).toEqual([...durations].sort((left, right) => left - right));
    expect(new Set(durations).size).toBe(durations.length);
    expect(durations[0]).toBeGreaterThan(0);
  });

  it('is a minute where the documents name nothing', () => {
    expect([documentedDuration('deletion', 0), documentedDuration('descriptions', 9)]).toEqual([60_000, 60_000]);
  });

  it('holds on the clock of the sandbox, by registrations and by employees', async () => {
    const api = await start({ progression: 'documented' });
    const days = ['2026-01-05', '2026-01-06'];
    const crowd = days.flatMap((date) =>
      Array.from({ length: 275 }, (_, index) => registration(`${index}-${date}`, date, { employeeId: `e${index}` })),
    );
    const running = async (jobId: string, before: string) => {
      await api.advance(before);
      const { status } = await api.status(jobId);
      await api.advance('PT1S');
      return [status, (await api.status(jobId)).status];
    };
    const { jobId } = await api.upload(upload(crowd));
    expect(await running(jobId, 'PT38S')).toEqual(['inProgress', 'success']);
    expect(await running((await api.train(['d1'])).jobId, 'PT5M23S')).toEqual(['inProgress', 'success']);
    const body = { parameters: [{ datasetId: 'd1', registrations: crowd.slice(0, 300) }] };
    const predicted = await api.run('POST /td/create_prediction', body);
    expect(await running(predicted.jobId, 'PT1M47S')).toEqual(['inProgress', 'success']);
    const uploaded = await api.upload(
      { parameters: [{ datasetId: 'd1', registrations: crowd }] },
      { type: 'prediction' },
    );
    expect(await running(uploaded.jobId, 'PT2M16S')).toEqual(['inProgress', 'success']);
  });
});

describe('a webhook', () => {
  const webhook = { webhookUrl: `${origin}/_sim/inbox/hooks?from=here`, webhookApiKey: 'k 1' };

  it('has the short form, for jobs that end invalid too', async () => {
    const api = await start({});
    const registrations = workingWeeks('ada', 2);
    const ended = [
      await api.upload({ ...upload(registrations), webhook }),
      await api.upload({ datasets: [{ datasetId: 'd1' }], webhook }, { type: 'descriptions' }),
      await api.run('POST /td/start_trainer', { parameters: [{ datasetId: 'd1' }], webhook }),
      await api.run('POST /td/create_prediction', {
        parameters: [{ datasetId: 'none', registrations: [ordinary('a', '2026-01-13')] }],
        webhook,
      }),
    ].map(({ jobId, status }) => ({ jobId, status }));
    const { messages } = (await api.control('GET /_sim/inbox/hooks/messages?count=4')).body;
    expect(messages.map(({ body }: { body: unknown }) => body)).toEqual(ended);
    expect(ended.map(({ status }) => status)).toEqual(['success', 'success', 'success', 'invalid']);
    expect(messages[0]).toMatchObject({
      method: 'POST',
      query: 'from=here',
      headers: { 'content-type': 'application/json', tenantid: 't1', 'x-api-key': 'k 1' },
    });
  });

  it('that cannot be called is refused', async () => {
    const api = await start();
    const body = { parameters: [{ datasetId: 'd1' }], webhook: { webhookUrl: 'http://host:99999/x' } };
    expect((await api.send('POST /td/start_trainer', { body })).status).toBe(400);
  });
});

describe('tenants', () => {
  it('see neither data nor jobs nor results of each other', async () => {
    const api = await start();
    const { jobId } = await api.upload(upload(workingWeeks('ada', 2)));
    await api.train(['d1']);
    const predicted = await api.predict({ registrations: [ordinary('a', '2026-01-13')] });
    const other = { tenantId: 'other' };
    expect((await api.send('GET /td/data', other)).body.datasetIds).toEqual([]);
    expect((await api.send('GET /td/data/d1', other)).status).toBe(400);
    expect((await api.send('GET /td/status', { ...other, jobId })).status).toBe(404);
    expect((await api.send('GET /td/results', { ...other, jobId: predicted.jobId })).status).toBe(404);
    await api.upload(upload([registration('x', '2020-01-01')]), other);
    expect((await api.send('GET /td/data/d1')).body.startDate).toBe('2025-12-29');
  });

  it('need a token for this API', async () => {
    const api = await start({});
    await api.logIn('understudy-stage:pd');
    expect((await api.send('GET /td/data')).status).toBe(403);
    await api.logIn('understudy-stage:td');
    expect((await api.send('GET /td/data')).status).toBe(200);
    const { status, body } = await api.send('GET /td/data', { tenantId: '' });
    expect([status, body.code]).toEqual([400, 'CLIENT_ID_MISSING']);
    expect(await api.control('GET /td/health_check')).toEqual({ status: 200, body: { message: 'OK' } });
  });
});

describe('subscriptions', () => {
  it('come by an action and go by unsubscribing', async () => {
    const api = await start();
    const added = { tenantId: api.tenantId, datasetId: 'd1', subscriptionIds: ['a', 'b'] };
    expect((await api.control('POST /_sim/actions/time/addSubscriptions', added)).status).toBe(200);
    const body = { subscriptionObjects: [{ datasetId: 'd1', subscriptionIds: ['a'] }] };
    expect((await api.send('POST /td/unsubscribe', { body })).body.countOfUnsubscribedSubscriptionIds).toBe(1);
    expect((await api.send('GET /td/subscriptions')).body.subscriptionObjects).toEqual([
      { datasetId: 'd1', countOfSubscriptionIds: 1, subscriptionIds: ['b'] },
    ]);
  });
});
