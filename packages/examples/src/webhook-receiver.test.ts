// A component test with pactum: its mock server is your webhook receiver, the simulators are the API that calls it.
import { createServer } from 'node:net';
import { type RunningSimulators, startSimulators } from 'api-understudy';
import pactum from 'pactum';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { mock, spec } = pactum;
let simulators: RunningSimulators;
let receiver: string;

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

beforeAll(async () => {
  simulators = await startSimulators({ apis: ['inventory'], port: 0, clock: 'real' });
  const port = await freePort();
  receiver = `http://127.0.0.1:${port}`;
  await mock.start(port, '127.0.0.1');
});

afterAll(async () => {
  await mock.stop();
  await simulators.close();
});

describe('a webhook receiver', () => {
  it('is called once per processed upload, with the API key it was registered with', async () => {
    const interaction = await mock.addInteraction({
      strict: false,
      request: { method: 'POST', path: '/hooks/upload' },
      response: { status: 204 },
    });
    const { clientId, clientSecret, scopes } = simulators.description.credentials.analysis;
    const token: string = await spec()
      .post(`${simulators.url}/connect/token`)
      .withForm({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: scopes['inventory'],
      })
      .expectStatus(200)
      .returns('access_token');
    const headers = { authorization: `Bearer ${token}`, tenantId: 'pactum' };
    const presigned: { url: string; jobId: string } = await spec()
      .get(`${simulators.url}/io/presigned_url`)
      .withHeaders(headers)
      .expectStatus(200)
      .returns('.');
    const sale = { transactionId: 't1', departureDate: '2026-01-05', quantity: 3 };
    const body = {
      datasets: [{ datasetId: 'beans', transactions: [sale] }],
      webhook: { webhookUrl: `${receiver}/hooks/upload`, webhookApiKey: 'my-key' },
    };
    await spec().put(presigned.url).withBody(JSON.stringify(body)).expectStatus(200);

    await simulators.control.journal.wait({ type: 'delivery', jobId: presigned.jobId, outcome: 'delivered' });
    const seen = await mock.getInteraction(interaction);
    expect(seen.callCount).toBe(1);
    expect(seen.calls?.[0]?.request).toMatchObject({
      headers: { 'x-api-key': 'my-key', tenantid: 'pactum' },
      body: { jobId: presigned.jobId, status: 'success' },
    });
    await spec()
      .get(`${simulators.url}/io/data`)
      .withHeaders(headers)
      .expectStatus(200)
      .expectJson({ countOfDatasets: 1, datasetIds: ['beans'] });
  });
});
