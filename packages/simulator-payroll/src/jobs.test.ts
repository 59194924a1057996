import { describe, expect, it } from 'vitest';
import { origin, payrollApis } from './testing/payroll-api.js';
import { invalid, ordinary, success, twoYears, upload } from './testing/payslips.js';

const start = payrollApis();
const history = twoYears('ada');
const limit = 6 * 1024 * 1024;

describe('the progression documented', () => {
  it('lets each job take a minute on the clock of the sandbox, because the documents name no time', async () => {
    const api = await start({ progression: 'documented' });
    const running = async ({ jobId }: { readonly jobId: string }) => {
      await api.advance('PT59S');
      const before = (await api.status(jobId)).status;
      await api.advance('PT1S');
      return [before, (await api.status(jobId)).status];
    };
    const description = { datasets: [{ id: 'd1' }] };
    const jobs = [
      () => api.upload(upload(history)),
      () => api.upload(description, { type: 'descriptions' }),
      () => api.train('d1'),
      () => api.run('POST /pd/create_prediction', upload(history)),
      async () => (await api.send('DELETE /pd/data/d1')).body,
    ];
    for (const job of jobs) expect(await running(await job())).toEqual(['inProgress', 'success']);
  });
});

describe('a webhook', () => {
  const webhook = { webhookUrl: `${origin}/_sim/inbox/hooks?from=here`, webhookApiKey: 'k 1' };

  it('has the full form, for jobs that end invalid too', async () => {
    const api = await start({});
    const ended = [
      await api.upload({ ...upload(history), webhook }),
      await api.upload({ datasets: [{ id: 'd1' }], webhook }, { type: 'descriptions' }),
      await api.run('POST /pd/start_trainer', { datasetIds: ['d1'], webhook }),
      await api.run('POST /pd/create_prediction', { ...upload(history.slice(0, 1), 'none'), webhook }),
    ];
    const { messages } = (await api.control('GET /_sim/inbox/hooks/messages?count=4')).body;
    const withoutMessages = ended.map(({ jobId, status, message, datasetsStatus }) => ({
      jobId,
      status,
      message,
      datasetsStatus: datasetsStatus.map((item: Record<string, string>) => ({
        datasetId: item['datasetId'],
        status: item['status'],
      })),
    }));
    expect(messages.map(({ body }: { body: unknown }) => body)).toEqual(withoutMessages);
    expect(ended.map(({ status }) => status)).toEqual(['success', 'success', 'success', 'invalid']);
    expect(messages[2].body.message).toBe('Training job finished');
    expect(messages[0]).toMatchObject({
      method: 'POST',
      query: 'from=here',
      headers: { 'content-type': 'application/json', tenantid: 't1', 'x-api-key': 'k 1' },
    });
  });
});

describe('the status of a job', () => {
  it('has messages that are plain text', async () => {
    const api = await start();
    await api.upload(upload(history));
    const { jobId: _id, ...status } = await api.train('d1', 'none');
    const unknown = 'There is no such dataset; upload it first';
    expect(status).toEqual({
      status: 'invalid',
      message: `Training job finished with invalid datasets. Dataset "none": ${unknown}`,
      datasetsStatus: [success('d1'), invalid('none', unknown)],
    });
  });
});

describe('the body of a request', () => {
  it.each([
    ['POST /pd/create_prediction', 202, upload(history.slice(0, 1))],
    ['POST /pd/start_trainer', 202, { datasetIds: ['d1'] }],
    ['POST /pd/real_time_prediction', 200, upload(history.slice(0, 1))],
  ])('of %s may have 6 MB and not a byte more', async (call, expected, body) => {
    const api = await start();
    await api.upload(upload(history));
    await api.train('d1');
    const before = (await api.jobs()).length;
    const text = JSON.stringify(body);
    const over = await api.send(call, { body: text.padEnd(limit + 1) });
    expect([over.status, over.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await api.jobs()).toHaveLength(before);
    expect((await api.send(call, { body: text.padEnd(limit) })).status).toBe(expected);
  });

  it('of an upload may have more', async () => {
    const api = await start();
    expect((await api.upload(JSON.stringify(upload(history)).padEnd(limit + 1000))).status).toBe('success');
    await api.train('d1');
    const text = JSON.stringify(upload(history)).padEnd(limit + 1000);
    expect((await api.upload(text, { type: 'prediction' })).status).toBe('success');
  });
});

describe('tenants', () => {
  it('see neither data nor jobs nor results of each other', async () => {
    const api = await start();
    const { jobId } = await api.upload(upload(history));
    await api.train('d1');
    const predicted = await api.predict([ordinary('ada', '2026-01-28')]);
    const other = { tenantId: 'other' };
    expect((await api.send('GET /pd/data', other)).body.datasetIds).toEqual([]);
    expect((await api.send('GET /pd/data/d1', other)).status).toBe(400);
    expect((await api.send('GET /pd/status', { ...other, jobId })).status).toBe(404);
    expect((await api.send('GET /pd/results', { ...other, jobId: predicted.jobId })).status).toBe(404);
    expect((await api.train('d1')).status).toBe('success');
    expect((await api.run('POST /pd/start_trainer', { datasetIds: ['d1'] }, 'other')).status).toBe('invalid');
    await api.upload(upload([ordinary('x', '2020-01-01')]), other);
    expect((await api.send('GET /pd/data/d1')).body.startDate).toBe('2024-01-28');
  });

  it('need a token for this API, but not for its health', async () => {
    const api = await start({});
    await api.logIn('understudy-stage:td');
    const { status, body } = await api.send('GET /pd/data');
    expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
    await api.logIn('understudy-stage:pd');
    expect((await api.send('GET /pd/data')).status).toBe(200);
    expect((await api.send('GET /pd/data', { tenantId: '' })).body.code).toBe('CLIENT_ID_MISSING');
    expect((await api.control('GET /pd/data')).status).toBe(401);
    const healthy = { status: 200, body: { message: 'OK' } };
    expect([await api.control('GET /pd/health_check'), await api.send('GET /pd/health_check')]).toEqual([
      healthy,
      healthy,
    ]);
  });
});

describe('subscriptions', () => {
  it('come by an action and go by unsubscribing', async () => {
    const api = await start();
    const added = { tenantId: api.tenantId, datasetId: 'd1', subscriptionIds: ['a', 'b'] };
    expect((await api.control('POST /_sim/actions/payroll/addSubscriptions', added)).status).toBe(200);
    const body = { subscriptionObjects: [{ datasetId: 'd1', subscriptionIds: ['a'] }] };
    expect((await api.send('POST /pd/unsubscribe', { body })).body.countOfUnsubscribedSubscriptionIds).toBe(1);
    expect((await api.send('GET /pd/subscriptions')).body.subscriptionObjects).toEqual([
      { datasetId: 'd1', countOfSubscriptionIds: 1, subscriptionIds: ['b'] },
    ]);
  });
});
