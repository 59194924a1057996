// A test of your own: upload sales, train, predict, and turn the clock. Nothing sleeps, nothing listens on a port.
import { readFile } from 'node:fs/promises';
import { type RunningSimulators, startSimulators } from 'api-understudy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let simulators: RunningSimulators;

beforeEach(async () => {
  simulators = await startSimulators({ apis: ['inventory'] });
});

afterEach(async () => {
  await simulators.close();
});

/** An answer, as far as these tests look into it. */
interface Answer {
  access_token: string;
  status: string;
  url: string;
  jobId: string;
  results: Array<{
    forecast: Array<{ date: string }>;
    historicalData: Array<{ date: string }>;
    replenishmentSuggestion: { quantity: number };
  }>;
}

const bodyOf = async (response: Response) => (await response.json()) as Answer;

/** What your own client would do: a token first, then calls with the tenant in a header. */
async function signIn(tenantId: string) {
  const { clientId, clientSecret, scopes } = simulators.description.credentials.analysis;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: scopes['inventory'] ?? '',
  });
  const answer = await simulators.fetch(`${simulators.url}/connect/token`, { method: 'POST', body: form });
  const { access_token: token } = await bodyOf(answer);
  return async (call: string, { body, jobId }: { body?: unknown; jobId?: string } = {}) => {
    const [method = 'GET', path = ''] = call.split(' ');
    const headers = new Headers({ authorization: `Bearer ${token}`, tenantId, 'content-type': 'application/json' });
    if (jobId !== undefined) headers.set('jobId', jobId);
    const init: RequestInit =
      body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await simulators.fetch(`${simulators.url}${path}`, init);
    return await bodyOf(response);
  };
}

describe('a forecast of real rentals', () => {
  it('is computed from uploaded sales, and yields a purchase suggestion', async () => {
    const api = await signIn('my-tenant');
    const sales = await readFile(new URL('../../../fixtures/inventory/bike-rentals.json', import.meta.url));

    const { url, jobId: uploadId } = await api('GET /io/presigned_url');
    await simulators.fetch(url, { method: 'PUT', body: sales });
    expect((await api('GET /io/status', { jobId: uploadId })).status).toBe('success');

    const freezeDate = '2012-12-01';
    const datasetId = 'bike-rentals-casual';
    const training = { parametersArray: [{ datasetId, frequency: 'D', horizon: 14 }], freezeDate };
    await api('POST /io/start_trainer', { body: training });

    const prediction = {
      freezeDate,
      parametersArray: [
        {
          datasetId,
          currentInventoryLevel: 500,
          wantedServiceLevel: 0.95,
          replenishmentInterval: { value: 1, granularity: 'W' },
          supplier: { supplierId: 'depot', batchSize: 10, leadTime: { value: 2, granularity: 'D' } },
        },
      ],
    };
    const { jobId } = await api('POST /io/create_prediction', { body: prediction });
    const { results } = await api('GET /io/results', { jobId });

    expect(results[0]?.forecast).toHaveLength(14);
    expect(results[0]?.forecast[0]?.date).toBe(freezeDate);
    expect((results[0]?.replenishmentSuggestion.quantity ?? 1) % 10).toBe(0);
    expect(results[0]?.historicalData.at(-1)?.date).toBe('2012-11-30');
  });
});

describe('advancing the clock', () => {
  it('makes a presigned URL expire after an hour', async () => {
    const api = await signIn('my-tenant');
    const early = await api('GET /io/presigned_url');
    const late = await api('GET /io/presigned_url');

    await simulators.control.advance('PT59M');
    expect((await simulators.fetch(early.url, { method: 'PUT', body: '{}' })).status).toBe(200);

    await simulators.control.advance('PT2M');
    expect((await simulators.fetch(late.url, { method: 'PUT', body: '{}' })).status).toBe(403);
  });

  it('finishes a job after two hours, and calls its webhook', async () => {
    const api = await signIn('my-tenant');
    const inbox = simulators.control.inbox('jobs');
    await simulators.control.settings.change({ progression: 'after:PT2H' });

    const { url, jobId } = await api('GET /io/presigned_url');
    const body = JSON.stringify({ datasets: [], webhook: { webhookUrl: inbox.url, webhookApiKey: 'my-key' } });
    await simulators.fetch(url, { method: 'PUT', body });
    expect(await inbox.messages()).toEqual([]);

    await simulators.control.advance('PT2H');
    const [message] = await inbox.messages({ count: 1 });
    expect(message?.body).toMatchObject({ jobId, status: 'invalid' });
    expect(message?.headers['x-api-key']).toBe('my-key');
  });
});

describe('sandboxes', () => {
  it('keep parallel tests on one server apart', async () => {
    const mine = await simulators.control.sandboxes.create('mine');
    const yours = await simulators.control.sandboxes.create('yours');
    await mine.control.advance('P30D');
    expect((await mine.control.clock.get()).now).toBe('2026-02-14T09:00:00.000Z');
    expect((await yours.control.clock.get()).now).toBe('2026-01-15T09:00:00.000Z');
  });
});
