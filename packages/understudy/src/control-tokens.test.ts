import { beforeAll, expect, it } from 'vitest';
import type { RunningSimulators } from './start-simulators.js';
import { call } from './testing/call.js';
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

type Who = keyof typeof values;

const ask = (who: Who | undefined, line: string, body?: unknown) =>
  call(server, line, body, { authorization: who && `Bearer ${values[who]}` });

const make = async (who: Who, name: string, from?: object) =>
  (await ask(who, 'POST /_sim/sandboxes', { name, clock: 'real', from })).status;

it('limits open event streams per control token, without affecting other tokens', async () => {
  const open = (who: Who, sandbox: string) =>
    server.fetch(`${server.url}/~${sandbox}/_sim/events`, { headers: { authorization: `Bearer ${values[who]}` } });
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

it('rejects requests without a control token, even from localhost', async () => {
  const refused = await ask(undefined, 'GET /_sim');
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect((await server.control.sandboxes.list()).map(({ name }) => name)).toEqual(['default', 'hers', 'his']);
});

it('a read-only control token cannot change anything', async () => {
  expect((await ask('eye', 'GET /~hers/_sim/clock')).status).toBe(200);
  const refused = await ask('eye', 'POST /_sim/sandboxes', { name: 'more' });
  expect(refused.status).toBe(403);
  expect(refused.headers.get('content-type')).toMatch(/problem\+json/);
  expect(refused.text).toMatch(/control token \\"eye\\" can only read/);
});

it('a scoped token sees only its own sandboxes, through every endpoint', async () => {
  const seen = (await ask('ada', 'GET /_sim/sandboxes')).body;
  expect(seen.sandboxes.map(({ name }: { name: string }) => name)).toEqual(['hers']);
  expect((await ask('ada', 'GET /~hers/_sim/journal')).status).toBe(200);
  for (const line of ['GET /~his/_sim/journal', 'GET /_sim/clock', 'POST /~his/_sim/reset', 'GET /~his/_sim/events'])
    expect([line, (await ask('ada', line)).status]).toEqual([line, 403]);
  const model = await ask('ada', 'PUT /~hers/_sim/apis/inventory/model', { understudy: 1 });
  expect([model.status, model.text]).toEqual([403, expect.stringContaining('all sandboxes')]);
  for (const name of ['his', 'no']) expect((await ask('ada', `DELETE /_sim/sandboxes/${name}`)).status).toBe(404);
  expect(await make('ada', 'copy', { sandbox: 'his' })).toBe(404);
  await server.control.snapshots.put('kept');
  expect(await make('ada', 'copy', { snapshot: 'kept' })).toBe(404);
  expect((await ask('ada', 'POST /~hers/_sim/snapshots/kept/restore')).status).toBe(404);
  expect((await ask('ada', 'PUT /~hers/_sim/snapshots/kept')).status).toBe(403);
  expect((await ask('ada', 'PUT /~hers/_sim/snapshots/ada-kept')).status).toBe(200);
  const { snapshots } = (await ask('ada', 'GET /_sim/snapshots')).body;
  expect(snapshots.map(({ name }: { name: string }) => name)).toEqual(['ada-kept']);
});

it('separates the snapshots of two tokens with similar names', async () => {
  expect(await make('ada-lab', 'lab')).toBe(201);
  for (const [who, line, status] of [
    ['ada-lab', 'PUT /~lab/_sim/snapshots/ada-lab-kept', 200],
    ['ada-lab', 'GET /_sim/snapshots/ada-lab-kept', 200],
    ['ada', 'GET /_sim/snapshots/ada-lab-kept', 404],
    ['ada', 'PUT /~hers/_sim/snapshots/ada-lab-kept', 403],
    ['ada', 'DELETE /_sim/snapshots/ada-lab-kept', 404],
  ] as const)
    expect([line, (await ask(who, line)).status]).toEqual([line, status]);
  expect(await make('ada', 'copy', { snapshot: 'ada-lab-kept' })).toBe(404);
});

it('hides the value of a control token that was sent to an inbox', async () => {
  expect((await ask('ada', 'POST /~hers/_sim/inbox/in', {})).status).toBe(204);
  const other = { authorization: 'Bearer of-no-token-of-this-server' };
  await call(server, 'POST /~hers/_sim/inbox/in', 'x', { ...other, 'content-type': undefined });
  const { messages } = (await ask('eye', 'GET /~hers/_sim/inbox/in/messages')).body;
  expect(messages.map(({ headers }: { headers: object }) => Object(headers).authorization)).toEqual([
    'Bearer [control token ada]',
    other.authorization,
  ]);
});

it('records the name of the control token with each change', async () => {
  await ask('ada', 'POST /~hers/_sim/reset');
  const { entries } = (await ask('ada', 'GET /~hers/_sim/journal?type=control')).body;
  expect(entries.at(-1)).toMatchObject({ token: 'ada', operationId: 'resetSandbox', method: 'POST', status: 200 });
  const ofServer = (await ask('eye', 'GET /_sim/journal?type=control')).text;
  expect(ofServer).toContain('"token":"eye"');
  for (const value of Object.values(values)) expect(ofServer).not.toContain(value);
});

it('limits sandboxes and requests per control token', async () => {
  expect([await make('ada', 'second'), await make('ada', 'third')]).toEqual([201, 409]);
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask('ben', 'GET /~his/_sim/clock')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(2);
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  // The limit also applies to the APIs in its sandboxes, but not to other sandboxes.
  expect((await ask(undefined, 'GET /~his/io/health_check')).status).toBe(429);
  expect((await ask(undefined, 'GET /~hers/io/health_check')).status).toBe(200);
});

it('limits stored bytes per token through every endpoint, and still allows deletion', async () => {
  const sale = { departureDate: '2026-01-01', quantity: 1, unitPrice: 1, unitCost: 1 };
  const transactions = Array.from({ length: 400 }, (_, index) => ({ transactionId: `t${index}`, ...sale }));
  const data = { inventory: { tenants: { t: { datasets: [{ datasetId: 'd', transactions }] } } } };
  const message = { text: 'x'.repeat(3000) };
  await ask('ada', 'DELETE /_sim/sandboxes/second');
  let sent = 0;
  while ((await ask(undefined, 'POST /~hers/_sim/inbox/in', message)).status === 204 && sent < 10) sent += 1;
  expect([sent > 0, sent < 6]).toEqual([true, true]);
  for (const [line, body, says] of [
    ['POST /~hers/_sim/inbox/in', message, 'its limit is 20000'],
    ['PUT /~hers/_sim/snapshots/ada-more', undefined, 'its limit is 20000'],
    ['POST /~hers/_sim/seed', { data }, 'can store 20000 in all'],
    ['POST /_sim/sandboxes', { name: 'fourth', from: { sandbox: 'hers' } }, 'its limit is 20000'],
  ] as const) {
    const { status, text } = await ask('ada', line, body);
    expect([line, status, text]).toEqual([line, 403, expect.stringContaining(says)]);
  }
  expect((await ask('ada', 'DELETE /~hers/_sim/inbox/in/messages')).status).toBe(204);
  expect((await ask('ada', 'POST /~hers/_sim/inbox/in', message)).status).toBe(204);
});

it('a scoped token cannot use up the operator’s snapshot quota', async () => {
  const shared = await start({
    apis: ['inventory'],
    maxSnapshots: 2,
    controlToken: 'control',
    controlTokens: [{ name: 'team', value: values.ben, scope: 'own sandboxes' }],
  });
  const send = async (token: string, line: string, body?: object) =>
    (await call(shared, line, body, { authorization: `Bearer ${token}` })).status;
  expect(await send(values.ben, 'POST /_sim/sandboxes', { name: 'box' })).toBe(201);
  const putAll = async (token: string, path: string) =>
    (await Promise.all(['a', 'b', 'c'].map((name) => send(token, `PUT ${path}${name}`)))).sort();
  expect(await putAll(values.ben, '/~box/_sim/snapshots/team-')).toEqual([200, 200, 409]);
  expect(await putAll('control', '/_sim/snapshots/')).toEqual([200, 200, 409]);
});

it('requests to simulated APIs cannot use up the sandbox quota of token holders', async () => {
  const shared = await start({ apis: ['inventory'], maxSandboxes: 2, controlToken: 'control' });
  for (const name of ['a', 'b', 'c']) await requestDemoToken(shared, 'io', `${shared.url}/~${name}`);
  const own = { authorization: 'Bearer control' };
  for (const name of ['one', 'two'])
    expect((await call(shared, 'POST /_sim/sandboxes', { name }, own)).status).toBe(201);
  // Explicitly created sandboxes are not evicted.
  expect((await call(shared, 'GET /~d/io/health_check')).status).toBe(409);
});
