import { type HttpServer, serveHttp } from '@understudy/server';
import { type NotesDriver, testOrigin, useNotesApi } from '@understudy/server/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createRandom } from '../random.js';
import { KernelRecords } from '../store/kernel-records.js';
import { MemoryStore } from '../store/memory-store.js';
import { drawDelay, FaultRules } from './fault-rules.js';

const startNotes = useNotesApi();
const servers: HttpServer[] = [];
const start = async (faults: unknown[]) => {
  const notes = startNotes();
  await notes.send('PUT /notes/a', { text: 'x'.repeat(100) });
  expect((await notes.send('PUT /_sim/faults', { faults })).status).toBe(200);
  return notes;
};
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const statuses = async (notes: NotesDriver, count: number, headers = {}) => {
  const seen: number[] = [];
  for (let call = 0; call < count; call += 1) seen.push((await notes.send('GET /notes/a', undefined, headers)).status);
  return seen;
};

describe('fault rules', () => {
  it('match requests by method, path and header', async () => {
    const notes = await start([
      {
        match: { method: 'GET', path: '/notes/*', headers: { 'X-Client': 'shop/*' } },
        effect: { status: 503, headers: { 'Retry-After': '30' } },
      },
      { match: { path: '/notes/b*c' }, effect: { status: 501 } },
    ]);
    expect(await statuses(notes, 1)).toEqual([200]);
    expect(await statuses(notes, 1, { 'x-client': 'cash/1' })).toEqual([200]);
    expect(await statuses(notes, 1, { 'x-client': 'shop/2.1' })).toEqual([503]);
    expect((await notes.send('PUT /notes/a', { text: 'x' }, { 'x-client': 'shop/2.1' })).status).toBe(200);
    expect((await notes.send('GET /notes/bc')).status).toBe(501);
    expect((await notes.send('GET /notes/bxd')).status).toBe(404);
    expect((await notes.send('GET /_sim/faults')).body.faults).toMatchObject([
      { seen: 1, applied: 1 },
      { seen: 1, applied: 1 },
    ]);
  });

  it('set response headers, with or without a status code', async () => {
    const notes = await start([
      { match: { nth: 1 }, effect: { status: 503, headers: { 'Retry-After': '30' } } },
      { match: { nth: 1 }, effect: { headers: { etag: '"of a rule"' } } },
    ]);
    const headers = { tenantId: 't1' };
    const first = await notes.simulators.fetch(`${testOrigin}/notes/a`, { headers });
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '30']);
    const second = await notes.simulators.fetch(`${testOrigin}/notes/a`, { headers });
    expect([second.status, second.headers.get('etag')]).toEqual([200, '"of a rule"']);
  });

  it('that only slow down a response leave its status code to the Prefer header', async () => {
    const notes = await start([{ effect: { bytesPerSecond: 1_000_000 } }]);
    expect(await statuses(notes, 1, { prefer: 'code=404' })).toEqual([404]);
  });

  it.each([
    [{ nth: 3 }, {}, [200, 200, 500, 200, 200, 200, 200]],
    [{ every: 3 }, {}, [200, 200, 500, 200, 200, 500, 200]],
    [{ every: 2 }, { times: 2 }, [200, 500, 200, 500, 200, 200, 200]],
    [{ every: 1 }, { times: 1 }, [500, 200, 200, 200, 200, 200, 200]],
  ])('apply to the nth request or to every nth request: %j %j', async (match, more, seen) => {
    const notes = await start([{ match, effect: { status: 500 }, ...more }]);
    expect(await statuses(notes, 7)).toEqual(seen);
    expect((await notes.send('GET /_sim/faults')).body.faults).toMatchObject([{ match }]);
  });

  it('apply with the given probability, and to the same requests for the same seed', async () => {
    const draw = async () => {
      const notes = await start([{ match: { probability: 0.3 }, effect: { status: 500 } }]);
      return statuses(notes, 100);
    };
    const first = await draw();
    const share = first.filter((status) => status === 500).length;
    expect(share).toBeGreaterThan(15);
    expect(share).toBeLessThan(45);
    expect(await draw()).toEqual(first);
  });

  it('expire on the simulated clock', async () => {
    const notes = await start([{ effect: { status: 500 }, ttl: 'PT10M' }]);
    await notes.send('POST /_sim/clock/advance', { by: 'PT9M59S' });
    expect(await statuses(notes, 1)).toEqual([500]);
    await notes.send('POST /_sim/clock/advance', { by: 'PT1S' });
    expect(await statuses(notes, 1)).toEqual([200]);
  });

  it('delay a response until the clock has advanced', async () => {
    const notes = await start([{ effect: { delay: { fixed: 'PT2S' } } }]);
    const answers: number[] = [];
    const held = notes.send('GET /notes/a').then(({ status }) => answers.push(status));
    await notes.send('POST /_sim/clock/advance', { by: 'PT1.999S' });
    expect(answers).toEqual([]);
    await notes.send('POST /_sim/clock/advance', { by: 'PT0.001S' });
    await held;
    expect(answers).toEqual([200]);
  });

  it.each([
    [
      'over HTTP',
      async (notes: NotesDriver) => {
        const server = await serveHttp(notes.simulators, { port: 0, host: '127.0.0.1' });
        servers.push(server);
        return (path: string) => fetch(`${server.url}${path}`, { headers: { tenantId: 't1' } });
      },
    ],
    [
      'in process',
      async (notes: NotesDriver) => (path: string) =>
        notes.simulators.fetch(`${testOrigin}${path}`, { headers: { tenantId: 't1' } }),
    ],
  ])('reset, truncate and slow down responses %s', async (_name, open) => {
    const notes = await start([
      { match: { nth: 1 }, effect: { reset: true } },
      { match: { nth: 1 }, effect: { truncateAfter: 20 } },
      { match: { nth: 1 }, effect: { bytesPerSecond: 2000 } },
    ]);
    const get = await open(notes);
    await expect(get('/notes/a')).rejects.toThrow(TypeError);
    await expect((await get('/notes/a')).text()).rejects.toThrow();
    expect(JSON.parse(await (await get('/notes/a')).text())).toMatchObject({ id: 'a', version: 1 });
  });
});

describe('exchange', () => {
  const asked = (headers = {}) => ({
    method: 'GET',
    url: `${testOrigin}/notes/a`,
    headers: { TenantId: 't1', ...headers },
  });

  it('returns the same response as fetch', async () => {
    const { simulators } = await start([]);
    const { status, headers, body } = await simulators.exchange(asked());
    const fetched = await simulators.fetch(`${testOrigin}/notes/a`, { headers: { tenantId: 't1' } });
    expect(status).toBe(fetched.status);
    expect(headers['content-type']).toBe(fetched.headers.get('content-type'));
    expect(new TextDecoder().decode(body)).toBe(await fetched.text());
  });

  it('rejects when a fault breaks the connection or a request header is invalid', async () => {
    const { simulators } = await start([
      { match: { nth: 1 }, effect: { reset: true } },
      { match: { nth: 1 }, effect: { truncateAfter: 20 } },
    ]);
    await expect(simulators.exchange(asked())).rejects.toThrow(TypeError);
    await expect(simulators.exchange(asked())).rejects.toThrow('broken on purpose');
    await expect(simulators.exchange(asked({ 'x-two': 'a\r\nb: c' }))).rejects.toThrow(TypeError);
    expect((await simulators.exchange(asked())).status).toBe(200);
  });
});

describe('Prefer: wait', () => {
  it('delays one response by the given seconds on the simulated clock', async () => {
    const notes = await start([]);
    const held = notes.send('GET /notes/a', undefined, { Prefer: 'wait=2' });
    await notes.send('POST /_sim/clock/advance', { by: 'PT2S' });
    expect((await held).status).toBe(200);
  });
});

describe('drawDelay', () => {
  it('draws uniform delays within their bounds, and lognormal delays around their median', () => {
    const random = createRandom('s');
    const uniform = Array.from({ length: 1000 }, () => drawDelay({ kind: 'uniform', from: 100, to: 200 }, random));
    expect(Math.min(...uniform)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...uniform)).toBeLessThanOrEqual(200);
    const lognormal = Array.from({ length: 1001 }, () =>
      drawDelay({ kind: 'lognormal', median: 400, sigma: 0.5 }, random),
    );
    const median = lognormal.sort((left, right) => left - right)[500] ?? 0;
    expect(Math.abs(median - 400)).toBeLessThan(50);
  });
});

describe('FaultRules', () => {
  it('applies the first matching rule', () => {
    const faults = new FaultRules(new KernelRecords(() => new MemoryStore().begin('s')));
    faults.set([
      { id: 'other', match: { operationId: 'b' }, effect: { status: 500 } },
      { id: 'first', match: {}, effect: { status: 501 } },
      { id: 'second', match: {}, effect: { status: 502 } },
    ]);
    const facts = {
      ...{ api: 'x', operationId: 'a', tenantId: undefined, method: 'GET', path: '/a', query: '', headers: {} },
      ...{ body: new Uint8Array(), onTimeout: () => undefined },
    };
    expect(faults.apply(facts, 0, createRandom('s'))?.id).toBe('first');
  });
});
