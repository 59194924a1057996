import { beforeAll, expect, it } from 'vitest';
import type { RunningSimulators } from './start-simulators.js';
import { requestDemoToken } from './testing/demo-token.js';
import { useResources } from './testing/use-resources.js';

const { start } = useResources();

const values = {
  ada: 'ada-0123456789abcdef',
  'ada-lab': 'lab-0123456789abcdef',
  ben: 'ben-0123456789abcdef',
  eye: 'eye-0123456789abcdef',
};
let server: RunningSimulators;

beforeAll(async () => {
  server = await start({
    apis: ['inventory'],
    clock: 'real',
    controlTokens: [
      {
        name: 'ada',
        value: values.ada,
        scope: 'own sandboxes',
        limits: { sandboxes: 2, storedBytes: 20_000, requestsPerSecond: 500, streams: 2 },
      },
      { name: 'ada-lab', value: values['ada-lab'], scope: 'own sandboxes' },
      { name: 'ben', value: values.ben, scope: 'own sandboxes', limits: { requestsPerSecond: 4 } },
      { name: 'eye', value: values.eye, scope: 'read' },
    ],
  });
  expect([await make('ada', 'hers'), await make('ben', 'his')]).toEqual([201, 201]);
});

async function ask(who: keyof typeof values | undefined, call: string, body?: unknown): Promise<Response> {
  const [method = '', path = ''] = call.split(' ');
  return await server.fetch(`${server.url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(who === undefined ? {} : { authorization: `Bearer ${values[who]}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

const make = async (who: keyof typeof values, name: string, from?: object) =>
  (await ask(who, 'POST /_sim/sandboxes', { name, clock: 'real', from })).status;

it('opens as many event streams as a token may have, and others as well', async () => {
  const open = async (who: keyof typeof values, sandbox: string) => await ask(who, `GET /~${sandbox}/_sim/events`);
  const [first, second] = [await open('ada', 'hers'), await open('ada', 'hers')];
  const third = await open('ada', 'hers');
  expect([first.status, second.status, third.status]).toEqual([200, 200, 429]);
  expect(await third.text()).toContain('has 2 event streams open');
  const other = await open('ben', 'his');
  expect(other.status).toBe(200);
  await first.body?.cancel();
  const again = await open('ada', 'hers');
  expect(again.status).toBe(200);
  for (const stream of [second, other, again]) await stream.body?.cancel();
});

it('lets nobody in without a token, on this machine either', async () => {
  const refused = await ask(undefined, 'GET /_sim');
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect((await server.control.sandboxes.list()).map(({ name }) => name)).toEqual(['default', 'hers', 'his']);
});

it('lets a token that reads do nothing else', async () => {
  expect((await ask('eye', 'GET /~hers/_sim/clock')).status).toBe(200);
  const refused = await ask('eye', 'POST /_sim/sandboxes', { name: 'more' });
  expect(refused.status).toBe(403);
  expect(refused.headers.get('content-type')).toMatch(/problem\+json/);
  expect(await refused.text()).toMatch(/control token \\"eye\\" may only read/);
});

it('shows a token with sandboxes of its own no others, by whichever way', async () => {
  const seen = Object(await (await ask('ada', 'GET /_sim/sandboxes')).json());
  expect(seen.sandboxes.map(({ name }: { name: string }) => name)).toEqual(['hers']);
  expect((await ask('ada', 'GET /~hers/_sim/journal')).status).toBe(200);
  for (const call of ['GET /~his/_sim/journal', 'GET /_sim/clock', 'POST /~his/_sim/reset', 'GET /~his/_sim/events']) {
    expect([call, (await ask('ada', call)).status]).toEqual([call, 403]);
  }
  const overlay = await ask('ada', 'PUT /~hers/_sim/apis/inventory/overlay', { overlay: null, dryRun: true });
  expect([overlay.status, await overlay.text()]).toEqual([403, expect.stringContaining('all sandboxes')]);
  const [others, none] = [
    await ask('ada', 'DELETE /_sim/sandboxes/his'),
    await ask('ada', 'DELETE /_sim/sandboxes/no'),
  ];
  expect([others.status, none.status]).toEqual([404, 404]);
  expect(await make('ada', 'copy', { sandbox: 'his' })).toBe(404);
  await server.control.snapshots.put('kept');
  expect(await make('ada', 'copy', { snapshot: 'kept' })).toBe(404);
  expect((await ask('ada', 'POST /~hers/_sim/snapshots/kept/restore')).status).toBe(404);
  expect((await ask('ada', 'PUT /~hers/_sim/snapshots/kept')).status).toBe(403);
  expect((await ask('ada', 'PUT /~hers/_sim/snapshots/ada-kept')).status).toBe(200);
  const snapshots = Object(await (await ask('ada', 'GET /_sim/snapshots')).json());
  expect(snapshots.snapshots.map(({ name }: { name: string }) => name)).toEqual(['ada-kept']);
});

it('tells the snapshots of two tokens apart of which one is named like the other', async () => {
  expect(await make('ada-lab', 'lab')).toBe(201);
  expect((await ask('ada-lab', 'PUT /~lab/_sim/snapshots/ada-lab-kept')).status).toBe(200);
  expect((await ask('ada-lab', 'GET /_sim/snapshots/ada-lab-kept')).status).toBe(200);
  expect((await ask('ada', 'GET /_sim/snapshots/ada-lab-kept')).status).toBe(404);
  expect((await ask('ada', 'PUT /~hers/_sim/snapshots/ada-lab-kept')).status).toBe(403);
  expect((await ask('ada', 'DELETE /_sim/snapshots/ada-lab-kept')).status).toBe(404);
  expect(await make('ada', 'copy', { snapshot: 'ada-lab-kept' })).toBe(404);
});

it('shows no value of a token that was sent to an inbox', async () => {
  expect((await ask('ada', 'POST /~hers/_sim/inbox/in', {})).status).toBe(204);
  const other = { authorization: 'Bearer of-no-token-of-this-server' };
  await server.fetch(`${server.url}/~hers/_sim/inbox/in`, { method: 'POST', headers: other, body: 'x' });
  const { messages } = Object(await (await ask('eye', 'GET /~hers/_sim/inbox/in/messages')).json());
  expect(messages.map(({ headers }: { headers: object }) => Object(headers).authorization)).toEqual([
    'Bearer [control token ada]',
    other.authorization,
  ]);
});

it('notes who did what, by the name of the token', async () => {
  await ask('ada', 'POST /~hers/_sim/reset');
  const { entries } = Object(await (await ask('ada', 'GET /~hers/_sim/journal?type=control')).json());
  expect(entries.at(-1)).toMatchObject({ token: 'ada', operationId: 'resetSandbox', method: 'POST', status: 200 });
  const ofServer = await (await ask('eye', 'GET /_sim/journal?type=control')).text();
  expect(ofServer).toContain('"token":"eye"');
  for (const value of Object.values(values)) expect(ofServer).not.toContain(value);
});

it('refuses what is more than a token may take', async () => {
  expect([await make('ada', 'second'), await make('ada', 'third')]).toEqual([201, 409]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('ben', 'GET /~his/_sim/clock')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(2);
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  // The limit also applies to the APIs in its sandboxes, but not to other sandboxes.
  const [his, hers] = [
    await ask(undefined, 'GET /~his/io/health_check'),
    await ask(undefined, 'GET /~hers/io/health_check'),
  ];
  expect([his.status, hers.status]).toEqual([429, 200]);
});

it('refuses to store more than a token may, in every way to store it, and lets it delete', async () => {
  const transactions = Array.from({ length: 400 }, (_, index) => ({
    transactionId: `t${index}`,
    departureDate: '2026-01-01',
    quantity: 1,
    unitPrice: 1,
    unitCost: 1,
  }));
  const data = { inventory: { tenants: { t: { datasets: [{ datasetId: 'd', transactions }] } } } };
  const message = { text: 'x'.repeat(3000) };
  await ask('ada', 'DELETE /_sim/sandboxes/second');
  let sent = 0;
  while ((await ask(undefined, 'POST /~hers/_sim/inbox/in', message)).status === 204 && sent < 10) sent += 1;
  expect([sent > 0, sent < 6]).toEqual([true, true]);
  const ways: Array<[call: string, body?: unknown]> = [
    ['POST /~hers/_sim/inbox/in', message],
    ['PUT /~hers/_sim/snapshots/ada-more'],
    ['POST /~hers/_sim/seed', { data }],
    ['POST /_sim/sandboxes', { name: 'fourth', from: { sandbox: 'hers' } }],
  ];
  for (const [call, body] of ways) {
    const refused = await ask('ada', call, body);
    expect([call, refused.status, await refused.text()]).toEqual([
      call,
      403,
      expect.stringMatching(/its limit is 20000/),
    ]);
  }
  expect((await ask('ada', 'DELETE /~hers/_sim/inbox/in/messages')).status).toBe(204);
  expect((await ask('ada', 'POST /~hers/_sim/inbox/in', message)).status).toBe(204);
});

it('leaves the operator the places for snapshots', async () => {
  const shared = await start({
    apis: ['inventory'],
    maxSnapshots: 2,
    controlToken: 'control',
    controlTokens: [{ name: 'team', value: values.ben, scope: 'own sandboxes' }],
  });
  const send = async (token: string, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return (await shared.fetch(`${shared.url}${path}`, init)).status;
  };
  expect(await send(values.ben, 'POST', '/_sim/sandboxes', { name: 'box' })).toBe(201);
  const put = (token: string, sandbox: string, name: string) => send(token, 'PUT', `${sandbox}/_sim/snapshots/${name}`);
  const own = ['a', 'b', 'c'].map((name) => put(values.ben, '/~box', `team-${name}`));
  expect((await Promise.all(own)).sort()).toEqual([200, 200, 409]);
  expect([await put('control', '', 'a'), await put('control', '', 'b'), await put('control', '', 'c')]).toEqual([
    200, 200, 409,
  ]);
});

it('keeps places for those who have a token, whatever others do with the APIs', async () => {
  const shared = await start({ apis: ['inventory'], maxSandboxes: 2, controlToken: 'control' });
  const send = async (path: string, body: string, headers: Record<string, string>) =>
    (await shared.fetch(`${shared.url}${path}`, { method: 'POST', body, headers })).status;
  for (const name of ['a', 'b', 'c']) await requestDemoToken(shared, 'io', `${shared.url}/~${name}`);
  const own = { 'content-type': 'application/json', authorization: 'Bearer control' };
  for (const name of ['one', 'two']) {
    expect(await send('/_sim/sandboxes', JSON.stringify({ name }), own)).toBe(201);
  }
  // Explicitly created sandboxes are not evicted.
  expect((await shared.fetch(`${shared.url}/~d/io/health_check`)).status).toBe(409);
});
