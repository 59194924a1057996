import { once } from 'node:events';
import { createServer, globalAgent, request } from 'node:http';
import { connect } from 'node:net';
import type { ServerEvent } from '@understudy/kernel';
import { startPostgres, type TestPostgres } from '@understudy/persistence/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StartOptions } from './start-options.js';
import { type RunningSimulators, startSimulators } from './start-simulators.js';
import { call } from './testing/call.js';
import { requestDemoToken } from './testing/demo-token.js';
import { useResources } from './testing/use-resources.js';

const { listen } = useResources();

let postgres: TestPostgres;
let database: string;
let servers: RunningSimulators[] = [];

const start = (more: StartOptions = {}) => startSimulators({ apis: ['inventory'], port: 0, data: database, ...more });

beforeAll(async () => {
  postgres = await startPostgres();
  database = await postgres.newDatabase();
  servers = await Promise.all([start(), start(), start()]);
}, 60_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await postgres.close();
});

/** Returns rows if a transaction has locked the sandboxes. */
const held = `SELECT FROM pg_locks WHERE mode= 'AccessExclusiveLock' AND granted AND relation = 'understudy.sandboxes'::regclass`;

let turn = 0;
/** Sends requests to each server in turn, like a simple proxy. */
async function ask(line: string, body?: object) {
  turn += 1;
  return await call({ fetch, url: String(servers[turn % servers.length]?.url) }, line, body);
}

const create = (name: string, more: object = { clock: 'manual' }) => ask('POST /_sim/sandboxes', { name, ...more });
const advance = (server: { url: string } | undefined, sandbox: string, by: string) =>
  call({ fetch, url: String(server?.url) }, `POST /~${sandbox}/_sim/clock/advance`, { by });
const json = (method: string, body: unknown): RequestInit => ({
  ...{ method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
});

const nowOf = async (sandbox: string): Promise<string> => (await ask(`GET /~${sandbox}/_sim/clock`)).body.now;

/** Lets a server have a lease of a minute and a sandbox. */
async function own(sandbox: string, address: string): Promise<void> {
  await postgres.run(
    database,
    `WITH owner AS (INSERT INTO understudy.processes (address, until)
       VALUES ('${address}', clock_timestamp() + interval '1 minute') RETURNING id)
     INSERT INTO understudy.sandboxes (name, process, epoch, kept, time_to_live, last_used)
     SELECT '${sandbox}', id, 1, true, 1000000, 1 FROM owner`,
  );
}

/** Locks the sandboxes for some seconds, and waits until they are locked. @returns when they are unlocked */
async function lockSandboxes(seconds: number): Promise<{ unlocked: Promise<unknown> }> {
  const lock = `LOCK TABLE understudy.sandboxes IN ACCESS EXCLUSIVE MODE; PERFORM pg_sleep(${seconds})`;
  const unlocked = postgres.run(database, `DO $$ BEGIN ${lock}; END $$`).then(() => 'a query waited for the lock');
  while ((await postgres.run(database, held)).length === 0);
  return { unlocked };
}

describe('servers that share a database', () => {
  it('forward a request with a Trailer header but no trailers', async () => {
    await create('trailers', {});
    for (const { url } of servers) {
      const { host, hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      socket.write(`GET /~trailers/_sim/clock HTTP/1.1\r\nHost: ${host}\r\nTrailer: x\r\nConnection: close\r\n\r\n`);
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
      socket.destroy();
    }
  });

  it('serve one sandbox consistently, whichever server receives a request', async () => {
    await create('one');
    for (let hour = 1; hour <= 6; hour += 1) {
      expect((await ask('POST /~one/_sim/clock/advance', { by: 'PT1H' })).status).toBe(200);
      expect(await nowOf('one')).toBe(`2026-01-15T${String(9 + hour).padStart(2, '0')}:00:00.000Z`);
    }
    for (const { url } of servers) await fetch(`${url}/~of-${new URL(url).port}/_sim/clock`);
    for (const name of ['one', ...servers.map(({ url }) => `of-${new URL(url).port}`)])
      expect((await create(name, {})).status).toBe(409);
  });

  it('return the same response from every server, without a database query per request', { tags: 'slow' }, async () => {
    await create('same');
    const [owner, ...others] = servers;
    const rule = (path: string, effect: unknown) =>
      fetch(`${owner?.url}/~same/_sim/faults`, json('POST', { match: { path }, effect }));
    await rule('/io/reset', { reset: true });
    await rule('/io/short', { status: 200, body: 'x'.repeat(100), truncateAfter: 10 });
    const sent: [string, RequestInit?][] = [
      ['/io/health_check'],
      ['/io/health_check', { method: 'HEAD' }],
      ['/io/data'],
      ['/io/nothing'],
      ['/io/reset'],
      ['/io/short'],
      ['/_sim/openapi.json'],
      ['/_sim/inbox/log', json('POST', { text: 'small ö' })],
      ['/_sim/inbox/log', json('POST', { text: 'x'.repeat(100_000) })],
      ['/_sim/inbox/log', { method: 'POST', body: new Blob(['a', 'b']).stream(), duplex: 'half' } as RequestInit],
      ['/_sim/settings', json('PATCH', { unknown: 1 })],
      ['/_sim/inbox/log/messages'],
      ['/_sim/snapshot'],
    ];
    const read = async (url: string | undefined, [path, init]: [string, RequestInit?]) => {
      try {
        const answer = await fetch(`${url}/~same${path}`, init);
        const names = [...answer.headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name));
        const text = (await answer.text()).replace(/"?(seq|id|at)"?:[^,}]*/g, '');
        return { path, status: answer.status, names, text };
      } catch (error) {
        return { path, error: String(error) };
      }
    };
    for (const one of sent) {
      const fresh = (): [string, RequestInit?] =>
        one[1]?.body instanceof ReadableStream ? [one[0], { ...one[1], body: new Blob(['a', 'b']).stream() }] : one;
      const direct = await read(owner?.url, fresh());
      for (const { url } of others) {
        const forwarded = await read(url, fresh());
        if (!one[0].endsWith('messages') && !one[0].endsWith('snapshot')) expect(forwarded).toEqual(direct);
        expect(forwarded.status).toBe(direct.status);
      }
    }
    const { unlocked } = await lockSandboxes(1);
    const answered = Promise.all(others.map(async ({ url }) => (await fetch(`${url}/~same/io/health_check`)).status));
    expect(await Promise.race([unlocked, answered])).toEqual([200, 200]);
    await unlocked;
  });

  it('return 503 within a second if the database hangs, but still serve active sandboxes', {
    tags: 'slow',
  }, async () => {
    const [owner] = servers;
    await fetch(`${owner?.url}/~active/_sim/clock`);
    const { unlocked } = await lockSandboxes(3);
    const seen = async (name: string) => {
      const { status, headers } = await fetch(`${owner?.url}/~${name}/io/health_check`);
      return [status, headers.get('retry-after')];
    };
    const answers = Promise.all([seen('active'), seen('new-a'), seen('new-b')]);
    expect(await Promise.race([unlocked, answers])).toEqual([
      [200, null],
      [503, '1'],
      [503, '1'],
    ]);
    await unlocked;
    while ((await seen('new-a'))[0] !== 200);
  });

  it('reject a peer connection with invalid credentials', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'understudy-peer', authorization: 'Peer x' };
    const stranger = request(`${servers[0]?.url}/_sim`, { headers }).end();
    const [refused] = await once(stranger, 'response');
    expect(refused.statusCode).toBe(403);
  });

  it('list, fork and delete sandboxes that another server owns', async () => {
    await create('parent');
    await ask('POST /~parent/_sim/clock/advance', { by: 'P1D' });
    for (const name of ['child-a', 'child-b', 'child-c']) {
      expect((await create(name, { from: { sandbox: 'parent' } })).status).toBe(201);
      expect(await nowOf(name)).toBe('2026-01-16T09:00:00.000Z');
    }
    const names = async () =>
      (await ask('GET /_sim/sandboxes')).body.sandboxes.map(({ name }: { name: string }) => name);
    for (const _each of servers)
      expect(await names()).toEqual(expect.arrayContaining(['default', 'parent', 'child-b']));
    for (const name of ['child-a', 'child-b', 'child-c'])
      expect((await ask(`DELETE /_sim/sandboxes/${name}`)).status).toBe(204);
    for (const _each of servers) expect(await names()).not.toContain('child-b');
    expect((await ask('DELETE /_sim/sandboxes/child-a')).status).toBe(404);
  });

  it('forward event streams without buffering', async () => {
    await create('streamed');
    const streams = await Promise.all(servers.map(({ url }) => fetch(`${url}/~streamed/_sim/events`)));
    await ask('GET /~streamed/io/health_check');
    for (const stream of streams) {
      const reader = stream.body?.getReader();
      let text = '';
      while (!text.includes('/io/health_check')) {
        const piece = await reader?.read();
        if (piece?.done !== false) break;
        text += new TextDecoder().decode(piece.value);
      }
      expect(text).toContain('/io/health_check');
      await reader?.cancel();
    }
  });

  it('forward an early 413 response to a request body that is too large', async () => {
    await create('large');
    const body = 'x'.repeat(8 * 1024 * 1024);
    const path = '/~large/_sim/inbox/log';
    for (const { url } of servers) {
      for (const agent of [globalAgent, false as const]) {
        const headers = { 'x-understudy': '1', 'content-length': body.length };
        const sent = request(`${url}${path}`, { method: 'POST', agent, headers }).end(body);
        const [answer] = await once(sent, 'response');
        expect(answer.statusCode).toBe(413);
        answer.resume();
        await once(sent, 'close');
      }
    }
  });

  it('forward requests to the new owner of a sandbox while the previous owner shuts down', {
    tags: 'slow',
  }, async () => {
    const leaving = await start();
    const clock = '/~moves/_sim/clock';
    await advance(leaving, 'moves', 'PT3H');
    // After a 503, retry. After a 504, a read can be repeated too.
    const nowAt = async (url = ''): Promise<unknown> => {
      const answer = await fetch(`${url}${clock}`);
      return answer.status >= 503 ? await nowAt(url) : Object(await answer.json()).now;
    };
    const now = await nowAt(leaving.url);
    for (const { url } of servers) expect(await nowAt(url)).toBe(now);
    const ended = leaving.close();
    const all = await Promise.all([...servers, ...servers].map(({ url }) => nowAt(url)));
    await ended;
    expect([...all, ...(await Promise.all(servers.map(({ url }) => nowAt(url))))]).toEqual(Array(9).fill(now));
  });

  it('log which server handled a forwarded request, with the same request id', { tags: 'slow' }, async () => {
    const events: ServerEvent[] = [];
    const onEvent = (event: ServerEvent) => void events.push(event);
    const [first, second] = await Promise.all([start({ onEvent }), start({ onEvent })]);
    await fetch(`${first.url}/~logged/io/health_check`);
    events.splice(0);
    const { headers } = await call({ fetch, url: second.url }, 'GET /~logged/io/data', undefined, { tenantId: 't' });
    const request = { kind: 'request', sandbox: 'logged', requestId: Number(headers.get('x-request-id')) };
    const same = { ...request, operationId: 'listDatasets', tenantId: 't', status: 401 };
    expect(events).toMatchObject([
      { ...same, handedTo: undefined },
      { ...same, handedTo: first.url },
    ]);
    await Promise.all([first.close(), second.close()]);
  });

  it('take over the sandboxes of a server immediately when it shuts down', async () => {
    await create('moved');
    const leaving = await start();
    const { now } = (await advance(leaving, 'left', 'PT2H')).body;
    const connectionOf = async (path: string) => (await fetch(`${leaving.url}${path}`)).headers.get('connection');
    expect(await connectionOf('/_sim/health/live')).toBe('keep-alive');
    const ended = leaving.close();
    // Proxies open no request on a connection that is about to close.
    const paths = ['/_sim/health/live', '/~left/_sim/clock', '/nowhere'];
    expect(await Promise.all(paths.map(connectionOf))).toEqual(['close', 'close', 'close']);
    await ended;
    expect(await nowOf('left')).toBe(now);
  });

  it('finish pending requests at shutdown, and leave pending webhooks to another server', {
    tags: 'slow',
  }, async () => {
    const attempts: Array<() => void> = [];
    const attempt = () => new Promise<void>((resolve) => attempts.push(resolve));
    const [failed, repeated] = [attempt(), attempt()];
    let status = 500;
    const receiver = createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(status).end();
        status = 204;
        attempts.shift()?.();
      });
    });
    const receiverUrl = await listen(receiver);
    const leaving = await start();
    // The retry delay of one simulated minute takes two seconds.
    const terms = { name: 'drained', clock: 'scaled:30', settings: { webhooks: { attempts: 2 } } };
    expect((await call({ fetch, url: leaving.url }, 'POST /_sim/sandboxes', terms)).status).toBe(201);
    const sandbox = { fetch, url: `${leaving.url}/~drained` };
    const headers = { tenantId: 't', authorization: `Bearer ${await requestDemoToken(sandbox)}` };
    const { body: upload } = await call(sandbox, 'GET /io/presigned_url', undefined, headers);
    const transactions = Array.from({ length: 60 }, (_each, day) => {
      const departureDate = new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10);
      return { transactionId: `d-${day}`, departureDate, quantity: 10 + (day % 7), unitPrice: 12.5, unitCost: 7.5 };
    });
    const datasets = [{ datasetId: 'd', transactions }];
    await fetch(upload.url, { method: 'PUT', body: JSON.stringify({ datasets }) });
    const webhook = { webhookUrl: `${receiverUrl}/hook`, webhookApiKey: 'key' };
    const body = { parametersArray: [{ datasetId: 'd', frequency: 'D', horizon: 5 }], webhook };
    await call(sandbox, 'POST /io/start_trainer', body, headers);
    await failed;
    const paths = ['/_sim/health/ready', '/~drained/_sim/clock', '/~late/_sim/clock'];
    const ask = () => Promise.all(paths.map((path) => fetch(`${leaving.url}${path}`)));
    expect((await ask()).map(({ status }) => status)).toEqual([200, 200, 200]);
    const ended = leaving.close();
    expect((await ask()).map(({ status }) => status)).toEqual([503, 200, 200]);
    await ended;
    await repeated;
  });

  it('report whether a request may have been executed if the owner of the sandbox fails', async () => {
    let received = 0;
    const dying = createServer().on('upgrade', (_request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: understudy-peer\r\n\r\n');
      socket.once('data', () => {
        received += 1;
        socket.destroy();
      });
    });
    await own('dying', await listen(dying));
    const lost = await ask('POST /~dying/_sim/clock/advance', { by: 'PT1H' });
    expect([lost.status, lost.headers.get('retry-after'), received]).toEqual([504, null, 1]);
    expect(lost.body.type).toBe('urn:understudy:problem:unclear');
    dying.close();
    const gone = await ask('POST /~dying/_sim/clock/advance', { by: 'PT1H' });
    expect([gone.status, gone.headers.get('retry-after'), received]).toEqual([503, '1', 1]);
    expect(gone.body.type).toBe('urn:understudy:problem:unavailable');
  });

  it('respond with 504 within seconds for a server that hangs but still holds its lease', {
    tags: 'slow',
  }, async () => {
    const silent = createServer(() => undefined).on('upgrade', (_request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: understudy-peer\r\n\r\n');
    });
    await own('silent', await listen(silent));
    const send = (text: string) => fetch(`${servers[0]?.url}/~silent/_sim/inbox/log`, json('POST', { text }));
    const answers = await Promise.all([send('short'), send('x'.repeat(100_000))]);
    expect(answers.map(({ status }) => status)).toEqual([504, 504]);
    for (const answer of answers) expect(await answer.json()).toMatchObject({ type: 'urn:understudy:problem:unclear' });
  });

  it('keep all acknowledged changes, and no others, after a server has lost its lease', async () => {
    const [paused, next] = servers;
    await fetch(`${paused?.url}/_sim/sandboxes`, json('POST', { name: 'paused', clock: 'manual' }));
    // The owner is paused: its lease expired without its knowledge.
    await postgres.run(
      database,
      `UPDATE understudy.processes SET until = clock_timestamp() - interval '1 hour'
       WHERE id = (SELECT process FROM understudy.sandboxes WHERE name = 'paused')`,
    );
    // An error, unless the server noticed and claimed the sandbox again.
    const late = await advance(paused, 'paused', 'PT1H');
    if (late.status !== 200) expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1']);
    const hours = late.status === 200 ? '11' : '10';
    let taken = await advance(next, 'paused', 'PT1H');
    while (taken.status === 503) taken = await advance(next, 'paused', 'PT1H');
    expect(taken.body).toMatchObject({ now: `2026-01-15T${hours}:00:00.000Z` });
    const nowOfEach = () =>
      Promise.all(servers.map(async ({ url }) => await (await fetch(`${url}/~paused/_sim/clock`)).json()));
    // The server notices the lost lease at its next renewal.
    const isStale = (answers: unknown[]) => JSON.stringify(answers).match(/T09:00|"status":503/) !== null;
    let answers = await nowOfEach();
    while (isStale(answers)) answers = await nowOfEach();
    for (const answer of answers) expect(answer).toMatchObject({ now: `2026-01-15T${hours}:00:00.000Z` });
  });
});
