import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type RunningSimulators, startSimulators } from './start-simulators.js';
import { requestDemoToken } from './testing/demo-token.js';
import { useResources } from './testing/use-resources.js';

const { start } = useResources();

/** Returns the CPU time of this process, which is independent of machine load. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Call {
  body?: unknown;
  jobId?: string;
  tenantId?: string;
}

async function client(simulators: RunningSimulators, base = simulators.url) {
  const bearer = await requestDemoToken(simulators, 'io', base);
  const send = async (call: string, { body, jobId, tenantId = 't1' }: Call = {}) => {
    const [method = 'GET', path = ''] = call.split(' ');
    const headers = { authorization: `Bearer ${bearer}`, tenantId, 'content-type': 'application/json' };
    const response = await simulators.fetch(`${base}${path}`, {
      method,
      headers: jobId === undefined ? headers : { ...headers, jobId },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const upload = async (datasets: unknown, tenantId = 't1') => {
    const presigned = JSON.parse((await send('GET /io/presigned_url', { tenantId })).text);
    await simulators.fetch(presigned.url, { method: 'PUT', body: JSON.stringify({ datasets }) });
    return presigned.jobId as string;
  };
  return { send, upload };
}

const sale = (transactionId: string, departureDate: string, quantity: number) => ({
  transactionId,
  departureDate,
  quantity,
});
const week = ['05', '06', '07', '08', '09', '10', '11'].map((day, index) =>
  sale(`s${index}`, `2026-01-${day}`, index + 1),
);
const prediction = {
  parametersArray: [
    {
      datasetId: 'd1',
      currentInventoryLevel: 1,
      wantedServiceLevel: 0.9,
      supplier: { supplierId: 's', leadTime: { value: 2, granularity: 'D' } },
      replenishmentInterval: { value: 7, granularity: 'D' },
    },
  ],
};
const training = { parametersArray: [{ datasetId: 'd1', frequency: 'D', horizon: 7 }] };

describe('startSimulators', () => {
  it('gives the same bytes and the same journal for the same seed and calls', async () => {
    const live = async () => {
      const simulators = await start({ randomSeed: 'fixed' });
      const { send, upload } = await client(simulators);
      const answers = [await upload([{ datasetId: 'd1', transactions: week }])];
      for (const call of [
        () => send('POST /io/start_trainer', { body: training }),
        () => send('POST /io/create_prediction', { body: prediction }),
        () => send('GET /io/nowhere'),
      ]) {
        const { text } = await call();
        answers.push(text);
        const { jobId } = JSON.parse(text);
        if (jobId !== undefined) answers.push((await send('GET /io/status', { jobId })).text);
      }
      await simulators.control.advance('PT1H');
      answers.push(JSON.stringify(await simulators.control.journal.list()));
      return answers.join('\n');
    };
    const first = await live();
    expect(first.match(/"status":"success"/g)?.length).toBeGreaterThanOrEqual(3);
    expect(await live()).toBe(first);
  });

  it('keeps two tenants with the same datasetId apart: data, jobs, results, deletion', async () => {
    const { send, upload } = await client(await start());
    const uploaded = await upload([{ datasetId: 'd1', transactions: week }], 'mine');
    await upload([{ datasetId: 'd1', transactions: [sale('x', '2020-05-05', 9)] }], 'yours');
    await send('POST /io/start_trainer', { body: training, tenantId: 'mine' });
    const { jobId } = JSON.parse(
      (await send('POST /io/create_prediction', { body: prediction, tenantId: 'mine' })).text,
    );
    expect((await send('GET /io/results', { jobId, tenantId: 'mine' })).status).toBe(200);
    expect((await send('GET /io/results', { jobId, tenantId: 'yours' })).status).toBe(404);
    expect((await send('GET /io/status', { jobId: uploaded, tenantId: 'yours' })).status).toBe(404);
    await send('DELETE /io/data/d1', { tenantId: 'yours' });
    expect((await send('GET /io/data/d1', { tenantId: 'yours' })).status).toBe(400);
    expect(JSON.parse((await send('GET /io/data/d1', { tenantId: 'mine' })).text)).toMatchObject({
      startDate: '2026-01-05',
      numberOfIntervalsTotal: 7,
    });
  });

  it('keeps two sandboxes with different clocks apart, with the same tenant and datasetId', async () => {
    const simulators = await start();
    const late = await simulators.control.sandboxes.create('late', { at: '2027-01-15T09:00:00Z' });
    const [here, there] = [await client(simulators), await client(simulators, late.url)];
    await here.upload([{ datasetId: 'd1', transactions: week }]);
    expect((await there.send('GET /io/data')).text).toBe('{"countOfDatasets":0,"datasetIds":[]}');
    const tomorrow = { ...training, freezeDate: '2026-06-01' };
    expect((await here.send('POST /io/start_trainer', { body: tomorrow })).status).toBe(400);
    expect((await there.send('POST /io/start_trainer', { body: tomorrow })).status).toBe(202);
    await late.control.advance('PT61M');
    expect((await there.send('GET /io/data')).status).toBe(403);
    expect((await here.send('GET /io/data')).status).toBe(200);
  });

  it('names a query that went into the path in the journal', async () => {
    const simulators = await start();
    const { send } = await client(simulators);
    await send('DELETE /io/data/coffee&toDate=2026-01-05&fro=1');
    await send('GET /io/statu&jobId=1');
    await send('GET /io/data/tea&coffee');
    const notes = (await simulators.control.journal.list({ type: 'request', last: 3 })).map(({ note }) => note);
    expect(notes).toEqual([
      'Query parameters in the path: toDate. Start the query string with a question mark: /io/data/coffee?toDate=2026-01-05&fro=1',
      'Query parameters in the path: jobId. Start the query string with a question mark: /io/statu?jobId=1',
      undefined,
    ]);
  });

  it('refuses a token of another sandbox', async () => {
    const simulators = await start();
    const { send } = await client(simulators);
    await simulators.control.sandboxes.create('other');
    expect((await send('GET /~other/io/data')).status).toBe(403);
  });

  it('has a demo tenant whose latest sales are of the last week', async () => {
    const simulators = await start({ seed: 'demo' });
    const { send } = await client(simulators);
    const { datasetIds } = JSON.parse((await send('GET /io/data', { tenantId: 'demo' })).text);
    const summaries = await Promise.all(
      datasetIds.map(async (id: string) => JSON.parse((await send(`GET /io/data/${id}`, { tenantId: 'demo' })).text)),
    );
    const latest = summaries
      .map(({ endDate }) => endDate)
      .sort()
      .at(-1);
    expect(latest >= '2026-01-08' && latest <= '2026-01-14').toBe(true);
    expect(
      JSON.parse((await send('GET /io/subscriptions', { tenantId: 'demo' })).text).countOfDatasets,
    ).toBeGreaterThan(0);
    const body = JSON.parse(
      await readFile(new URL('../../../fixtures/inventory/requests/create-prediction.json', import.meta.url), 'utf8'),
    );
    const { jobId } = JSON.parse((await send('POST /io/create_prediction', { body, tenantId: 'demo' })).text);
    expect(JSON.parse((await send('GET /io/status', { jobId, tenantId: 'demo' })).text).status).toBe('success');
  });

  it('prepares the demo seed once, for all sandboxes of a day', async () => {
    const simulators = await start({ seed: 'demo' });
    const times: number[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const before = cpuMilliseconds();
      await simulators.control.sandboxes.create(name, { seed: 'demo' });
      times.push(cpuMilliseconds() - before);
    }
    // The best of five, because other tests can run in this process. Without a cache, each takes hundreds of
    // milliseconds.
    expect(Math.min(...times)).toBeLessThan(60);
    const { send } = await client(simulators, `${simulators.url}/~e`);
    const whole = await client(simulators);
    expect(await send('GET /io/data', { tenantId: 'demo' })).toEqual(
      await whole.send('GET /io/data', { tenantId: 'demo' }),
    );
  });

  it('takes data of your own as a seed, and comes back to it', async () => {
    const seed = { inventory: { tenants: { t1: { datasets: [{ datasetId: 'mine', transactions: week }] } } } };
    const simulators = await start({ seed });
    const { send } = await client(simulators);
    await send('DELETE /io/data/mine');
    expect((await send('GET /io/data/mine')).status).toBe(400);
    expect(await simulators.control.reset()).toMatchObject({ seed: 'custom' });
    const again = await client(simulators);
    expect((await again.send('GET /io/data/mine')).status).toBe(200);
  });

  it('explains options that cannot be understood', async () => {
    await expect(startSimulators({ apis: ['invoices'] })).rejects.toThrow('Unknown API "invoices"');
    await expect(startSimulators({ port: 0, host: '0.0.0.0' })).rejects.toThrow('set controlToken');
    await expect(startSimulators({ clock: 'fast' })).rejects.toThrow('Clock "fast" is unknown');
    await expect(startSimulators({ progression: 'soon' })).rejects.toThrow('Progression "soon" is unknown');
    await expect(startSimulators({ seed: 'nowhere.json' })).rejects.toThrow('it cannot be read');
  });

  it('serves the identity provider alone when it alone is named', async () => {
    const simulators = await start({ apis: ['identity'] });
    const status = async (path: string) => (await simulators.fetch(`${simulators.url}${path}`)).status;
    expect([await status('/io/health_check'), await status('/.well-known/openid-configuration')]).toEqual([404, 200]);
    expect(simulators.description.credentials.identity).toMatchObject({
      issuer: simulators.url,
      clientId: 'demo-client',
    });
  });

  it('throws the sentence of the control plane', async () => {
    const { control } = await start();
    await expect(control.advance('soon')).rejects.toThrow('/body/by');
    await expect(control.advance({ to: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({ status: 400 });
  });

  it('refuses a member that an action does not have, and names what is near', async () => {
    const { control } = await start({ apis: ['inventory'] });
    const slip = { clientId: 'shop', clientSecret: 's', accpeted: true };
    await expect(control.action('identity', 'registerClient', slip)).rejects.toThrow('Did you mean "accepted"?');
  });

  it('names fault rules where Prefer asks for a status that is not documented', async () => {
    const simulators = await start({ apis: ['inventory'] });
    const headers = { prefer: 'code=503' };
    const answer = await simulators.fetch(`${simulators.url}/io/health_check`, { headers });
    expect(await answer.text()).toContain('PUT /_sim/faults');
  });

  it('names only what is near to a path that there is not', async () => {
    const simulators = await start();
    const near = async (path: string) => {
      await (await simulators.fetch(`${simulators.url}${path}`)).text();
      const [entry] = await simulators.control.journal.list({ last: 1 });
      return entry?.error?.split('nearest is ')[1];
    };
    expect(await near('/v1/lookup/receivers')).toBeUndefined();
    expect(await near('/io/openapi.json')).toBeUndefined();
    expect(await near('/io/result')).toBe('GET /io/results');
  });

  it('takes settings at the start, for every sandbox and after a reset', async () => {
    const settings = { apis: { inventory: { datasetMessageForm: 'string' } }, webhooks: { attempts: 3 } } as const;
    const { control } = await start({ apis: ['inventory'], settings });
    const shown = { webhooks: { attempts: 3 }, apis: { inventory: { datasetMessageForm: 'string' } } };
    expect(await control.settings.get()).toMatchObject(shown);
    await control.settings.change({ apis: { inventory: { datasetMessageForm: 'object' } } });
    await control.reset();
    expect(await control.settings.get()).toMatchObject(shown);
    const own = await control.sandboxes.create('own', { settings: { webhooks: { attempts: 5 } } });
    expect(await own.control.settings.get()).toMatchObject({ ...shown, webhooks: { attempts: 5 } });
    const fork = await control.sandboxes.create('fork', {
      from: { sandbox: 'own' },
      settings: { progression: 'manual' },
    });
    expect(await fork.control.settings.get()).toMatchObject({ progression: 'manual', webhooks: { attempts: 5 } });
    const slip = { settings: { apis: { inventory: { datasetMessageFrom: 'string' } } } };
    await expect(control.sandboxes.create('slip', slip)).rejects.toThrow('/body/settings/apis/inventory');
  });

  it.each([
    [{ apis: { inventory: { datasetMessageForm: 'text' } } }, 'must be one of object, string'],
    [{ apis: { inventroy: {} } }, '/apis/inventroy is not an API of this server'],
    [{ webhooks: { attempts: 0 } }, '/webhooks/attempts must be at least 1'],
    [JSON.parse('{"progresion": "manual"}'), '/progresion is not documented'],
  ])('refuses the settings %j', async (settings, message) => {
    await expect(startSimulators({ apis: ['inventory'], settings })).rejects.toThrow(message);
  });

  it('refuses an option that there is not, with the nearest one', async () => {
    await expect(startSimulators(JSON.parse('{"colck": "real"}'))).rejects.toThrow(
      '"colck" is not an option of startSimulators. Did you mean "clock"?',
    );
  });

  it('refuses a token of another sandbox and says of which it is', async () => {
    const simulators = await start({ apis: ['inventory'] });
    const { send } = await client(simulators);
    const refused = await send('GET /~b2/io/data');
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('The access token belongs to sandbox \\"default\\", but this is sandbox \\"b2\\"');
  });
});

it('answers with a response of the test, the latest first', async () => {
  const simulators = await startSimulators({ apis: ['inventory'] });
  const get = async () => (await simulators.fetch(`${simulators.url}/users/7`)).text();
  await simulators.answer('GET /users/{id}', { body: 'first' });
  const { id } = await simulators.answer({ path: '/users/*' }, { body: 'second', times: 2 });
  expect([await get(), id]).toEqual(['second', 'fault-2']);
  await simulators.control.faults.remove(id);
  expect(await get()).toBe('first');
  await simulators.close();
});
