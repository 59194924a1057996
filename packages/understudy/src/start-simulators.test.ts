import { readFile } from 'node:fs/promises';
import { WorkerPool } from '@understudy/kernel';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { ActionName, ApiWithActions } from './control/control-calls.js';
import type { StartOptions } from './start-options.js';
import { type RunningSimulators, startSimulators } from './start-simulators.js';
import { call } from './testing/call.js';
import { changeApi } from './testing/change-api.js';
import { requestDemoToken } from './testing/demo-token.js';
import { shopDescriptionPath } from './testing/shop.js';
import { useResources } from './testing/use-resources.js';

const { start, fileWith } = useResources();

/** Returns the CPU time of this process, which is independent of machine load. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function client(simulators: RunningSimulators, { url = simulators.url, tenantId = 't1' } = {}) {
  const authorization = `Bearer ${await requestDemoToken(simulators, 'io', url)}`;
  const send = (line: string, body?: unknown, jobId?: string) =>
    call({ ...simulators, url }, line, body, { authorization, tenantId, jobId });
  const upload = async (datasets: unknown): Promise<string> => {
    const { body } = await send('GET /io/presigned_url');
    await simulators.fetch(body.url, { method: 'PUT', body: JSON.stringify({ datasets }) });
    return body.jobId;
  };
  return { send, upload };
}

const week = ['05', '06', '07', '08', '09', '10', '11'].map((day, index) => {
  return { transactionId: `s${index}`, departureDate: `2026-01-${day}`, quantity: index + 1 };
});
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
  it('returns the same bytes and the same journal for the same seed and calls', async () => {
    const live = async () => {
      const simulators = await start({ randomSeed: 'fixed' });
      const { send, upload } = await client(simulators);
      const answers = [await upload([{ datasetId: 'd1', transactions: week }])];
      for (const [line, sent] of [
        ['POST /io/start_trainer', training],
        ['POST /io/create_prediction', prediction],
        ['GET /io/nowhere', undefined],
      ] as const) {
        const { text, body } = await send(line, sent);
        answers.push(text);
        if (body.jobId !== undefined) answers.push((await send('GET /io/status', undefined, body.jobId)).text);
      }
      await simulators.control.advance('PT1H');
      answers.push(JSON.stringify(await simulators.control.journal.list()));
      return answers.join('\n');
    };
    const first = await live();
    expect(first.match(/"status":"success"/g)?.length).toBeGreaterThanOrEqual(3);
    expect(await live()).toBe(first);
  });

  it('separates sandboxes with different clocks, even for the same tenant', async () => {
    const simulators = await start();
    const late = await simulators.control.sandboxes.create('late', { at: '2027-01-15T09:00:00Z' });
    const [here, there] = [await client(simulators), await client(simulators, late)];
    await here.upload([{ datasetId: 'd1', transactions: week }]);
    expect((await there.send('GET /io/data')).text).toBe('{"countOfDatasets":0,"datasetIds":[]}');
    const tomorrow = { ...training, freezeDate: '2026-06-01' };
    expect((await here.send('POST /io/start_trainer', tomorrow)).status).toBe(400);
    expect((await there.send('POST /io/start_trainer', tomorrow)).status).toBe(202);
    await late.control.advance('PT61M');
    expect((await there.send('GET /io/data')).status).toBe(403);
    expect((await here.send('GET /io/data')).status).toBe(200);
  });

  it('adds a note to the journal if the path of a request contains query parameters', async () => {
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

  it('has a demo tenant whose latest sales are in the last week', async () => {
    const simulators = await start({ seed: 'demo' });
    const { send } = await client(simulators, { tenantId: 'demo' });
    const { datasetIds } = (await send('GET /io/data')).body;
    const summaries = await Promise.all(datasetIds.map((id: string) => send(`GET /io/data/${id}`)));
    const latest = summaries
      .map(({ body }) => body.endDate)
      .sort()
      .at(-1);
    expect(latest >= '2026-01-08' && latest <= '2026-01-14').toBe(true);
    expect((await send('GET /io/subscriptions')).body.countOfDatasets).toBeGreaterThan(0);
    const request = new URL('../../../fixtures/inventory/requests/create-prediction.json', import.meta.url);
    const { jobId } = (await send('POST /io/create_prediction', await readFile(request, 'utf8'))).body;
    expect((await send('GET /io/status', undefined, jobId)).body.status).toBe('success');
  });

  it('prepares the demo seed only once for sandboxes that start on the same day', async () => {
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
    const { send } = await client(simulators, { url: `${simulators.url}/~e`, tenantId: 'demo' });
    const whole = await client(simulators, { tenantId: 'demo' });
    expect((await send('GET /io/data')).body).toEqual((await whole.send('GET /io/data')).body);
  });

  it('starts with a custom seed, and restores it on reset', async () => {
    const seed = { inventory: { tenants: { t1: { datasets: [{ datasetId: 'mine', transactions: week }] } } } };
    const simulators = await start({ seed });
    const { send } = await client(simulators);
    await send('DELETE /io/data/mine');
    expect((await send('GET /io/data/mine')).status).toBe(400);
    expect(await simulators.control.reset()).toMatchObject({ seed: 'custom' });
    const again = await client(simulators);
    expect((await again.send('GET /io/data/mine')).status).toBe(200);
  });

  it('explains invalid options', async () => {
    await expect(startSimulators({ apis: ['invoices'] })).rejects.toThrow('Unknown API "invoices"');
    await expect(startSimulators({ clock: 'fast' })).rejects.toThrow('Clock "fast" is unknown');
    await expect(startSimulators({ progression: 'soon' })).rejects.toThrow('Progression "soon" is unknown');
    await expect(startSimulators({ seed: 'nowhere.json' })).rejects.toThrow('it cannot be read');
  });

  it('describes the issuer and the client if it serves only the identity provider', async () => {
    const simulators = await start({ apis: ['identity'] });
    const status = async (path: string) => (await call(simulators, `GET ${path}`)).status;
    expect([await status('/io/health_check'), await status('/.well-known/openid-configuration')]).toEqual([404, 200]);
    expect(simulators.description.credentials.identity).toMatchObject({
      issuer: simulators.url,
      clientId: 'demo-client',
    });
  });

  it('rejects with the error message of the control plane', async () => {
    const { control } = await start();
    await expect(control.advance('soon')).rejects.toThrow('/body/by');
    await expect(control.advance({ to: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({ status: 400 });
  });

  it('rejects an unknown property of an action, and suggests a similar one', async () => {
    const { control } = await start({ apis: ['inventory'] });
    const slip = { clientId: 'shop', clientSecret: 's', accpeted: true };
    await expect(control.action('identity', 'registerClient', slip)).rejects.toThrow('Did you mean "accepted"?');
  });

  it('suggests fault rules if Prefer requests an undocumented status code', async () => {
    const simulators = await start({ apis: ['inventory'] });
    const { text } = await call(simulators, 'GET /io/health_check', undefined, { prefer: 'code=503' });
    expect(text).toContain('PUT /_sim/faults');
  });

  it('suggests the nearest path for an unknown path only if it is similar', async () => {
    const simulators = await start();
    const near = async (path: string) => {
      await call(simulators, `GET ${path}`);
      const [entry] = await simulators.control.journal.list({ last: 1 });
      return entry?.error?.split('nearest is ')[1];
    };
    expect(await near('/v1/lookup/receivers')).toBeUndefined();
    expect(await near('/io/openapi.json')).toBeUndefined();
    expect(await near('/io/result')).toBe('GET /io/results');
  });

  it('applies settings at startup, to every sandbox and after a reset', async () => {
    const settings = { apis: { inventory: { datasetMessageForm: 'string' } }, webhooks: { attempts: 3 } } as const;
    const { control } = await start({ apis: ['inventory'], settings });
    const shown = { webhooks: { attempts: 3 }, apis: { inventory: { datasetMessageForm: 'string' } } };
    expect(await control.settings.get()).toMatchObject(shown);
    await control.settings.change({ apis: { inventory: { datasetMessageForm: 'object' } } });
    await control.reset();
    expect(await control.settings.get()).toMatchObject(shown);
    const own = await control.sandboxes.create('own', { settings: { webhooks: { attempts: 5 } } });
    expect(await own.control.settings.get()).toMatchObject({ ...shown, webhooks: { attempts: 5 } });
    const forked = { from: { sandbox: 'own' }, settings: { progression: 'manual' } };
    const fork = await control.sandboxes.create('fork', forked);
    expect(await fork.control.settings.get()).toMatchObject({ progression: 'manual', webhooks: { attempts: 5 } });
    const slip = { settings: { apis: { inventory: { datasetMessageFrom: 'string' } } } };
    await expect(control.sandboxes.create('slip', slip)).rejects.toThrow('/body/settings/apis/inventory');
  });

  it.each([
    [{ apis: { inventory: { datasetMessageForm: 'text' } } }, 'must be one of object, string'],
    [{ apis: { inventroy: {} } }, '/apis/inventroy is not an API of this server'],
    [{ webhooks: { attempts: 0 } }, '/webhooks/attempts must be at least 1'],
    [JSON.parse('{"progresion": "manual"}'), '/progresion is not documented'],
  ])('rejects the settings %j', async (settings, message) => {
    await expect(startSimulators({ apis: ['inventory'], settings })).rejects.toThrow(message);
  });

  it('rejects an unknown option, and suggests the nearest one', async () => {
    await expect(startSimulators(JSON.parse('{"colck": "real"}'))).rejects.toThrow(
      '"colck" is not an option of startSimulators. Did you mean "clock"?',
    );
  });

  it('rejects a token of another sandbox and names that sandbox', async () => {
    const simulators = await start({ apis: ['inventory'] });
    const { send } = await client(simulators);
    const refused = await send('GET /~b2/io/data');
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('The access token belongs to sandbox \\"default\\", but this is sandbox \\"b2\\"');
  });
});

it('serves only the identity provider if no other API is named', async () => {
  for (const apis of [['identity'], []]) {
    const simulators = await start({ apis });
    expect((await call(simulators, 'GET /.well-known/openid-configuration')).status).toBe(200);
    expect((await call(simulators, 'GET /io/health_check')).status).toBe(404);
    expect(Object.keys((await call(simulators, 'GET /_sim')).body.apis ?? {})).toHaveLength(1);
  }
});

it('a test can set responses, and the latest one is returned first', async () => {
  const simulators = await start({ apis: ['inventory'] });
  const get = async () => (await call(simulators, 'GET /users/7')).text;
  await simulators.answer('GET /users/{id}', { body: 'first' });
  const { id } = await simulators.answer({ path: '/users/*' }, { body: 'second', times: 2 });
  expect([await get(), id]).toEqual(['second', 'fault-2']);
  await simulators.control.faults.remove(id);
  expect(await get()).toBe('first');
});

it('loads fault rules from a file, and applies a rule only if its condition on records is true', async () => {
  const file = await fileWith(
    'faults.yaml',
    `- { match: { if: 'find("products", path.productId).name == "Blocked"' }, effect: { status: 423 } }`,
  );
  const simulators = await start({
    apis: [shopDescriptionPath],
    faults: file,
    settings: { apis: { shop: { security: 'off' } } },
  });
  const make = async (name: string) => (await call(simulators, 'POST /products', { name })).body.id;
  const [good, blocked] = [await make('Good'), await make('Blocked')];
  const status = async (id: unknown) => (await call(simulators, `GET /products/${id}`)).status;
  expect([await status(good), await status(blocked)]).toEqual([200, 423]);
  const match = { operationId: 'getProduct', if: 'find("products", path.productId).name == "Good"' };
  await simulators.answer(match, { status: 410 });
  expect([await status(good), await status(blocked)]).toEqual([410, 423]);
  const wrong = await fileWith(
    'wrong.yaml',
    `faults: [{ match: { if: 'find("product", 1)' }, effect: { status: 423 } }]`,
  );
  await expect(start({ apis: [shopDescriptionPath], faults: wrong })).rejects.toThrow('products');
});

describe('a server with deviations', () => {
  const startInventory = (options: StartOptions) => start({ apis: ['inventory'], ...options }, 'any');
  const overlay = (target: string, update: object) => {
    return { inventory: { overlay: '1.0.0', info: { title: 't', version: '1' }, actions: [{ target, update }] } };
  };
  const health = async (simulators: RunningSimulators) => await call(simulators, 'GET /io/health_check');

  it('validates requests against the description with its Overlay applied', async () => {
    const overlays = overlay('$.components.parameters.TenantId.schema', { minLength: 9 });
    const simulators = await startInventory({ overlays });
    const status = async (tenantId: string) =>
      (await (await client(simulators, { tenantId })).send('GET /io/data')).status;
    expect([await status('short'), await status('long enough')]).toEqual([400, 200]);
  });

  it('rejects an Overlay that matches nothing', async () => {
    const overlays = overlay('$.components.nowhere', { a: 1 });
    await expect(startInventory({ overlays })).rejects.toThrow('selects nothing');
  });

  it('responds with a replaced operation handler', async () => {
    const checkHealth = async () => ({ status: 200, body: { message: 'changed' } });
    const change = changeApi('inventory', (simulator) => {
      return { ...simulator, operations: { ...simulator.operations, checkHealth } };
    });
    expect((await health(await startInventory({ change }))).body).toEqual({ message: 'changed' });
  });

  it('does not stop the threads of a worker pool that was passed as an option', async () => {
    const pool = new WorkerPool();
    await (await startSimulators({ apis: ['inventory'], pool })).close();
    expect((await health(await startInventory({ pool }))).status).toBe(200);
    await pool.close();
  });
});

/** The completions of a union, or `never` for plain `string`. */
type Completed<Union> = Union extends string ? (string extends Union ? never : Union) : never;
type Option<Name extends keyof StartOptions> = NonNullable<StartOptions[Name]>;

it('option types suggest known values in editors, and accept other strings', () => {
  type Api = 'inventory' | 'time' | 'payroll' | 'rostering' | 'einvoicing';
  expectTypeOf<Completed<Option<'apis'>[number]>>().toEqualTypeOf<Api>();
  expectTypeOf<Completed<Option<'clock'>>>().toEqualTypeOf<'manual' | 'real' | `scaled:${number}`>();
  expectTypeOf<Completed<Option<'progression'>>>().toEqualTypeOf<
    'immediate' | 'manual' | 'documented' | `after:${string}` | `polls:${number}`
  >();
  expectTypeOf<Completed<Option<'seed'>>>().toEqualTypeOf<'empty' | 'demo'>();
  expectTypeOf<Completed<ApiWithActions>>().toEqualTypeOf<Exclude<Api, 'rostering'> | 'identity'>();
  expectTypeOf<ActionName<'inventory'>>().toEqualTypeOf<'addSubscriptions'>();
  expectTypeOf<string>().toExtend<Option<'apis'>[number] & Option<'seed'> & Option<'clock'>>();
});
