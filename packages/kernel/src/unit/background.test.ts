import { ApiDriver, testOrigin as origin, parcelsSimulator, useDrivers } from '@understudy/server/testing';
import { describe, expect, it } from 'vitest';

const use = useDrivers();

function start(driver = use(new ApiDriver([parcelsSimulator]))) {
  const { simulators } = driver;
  const send = (call: string, body?: unknown, headers: Record<string, string> = {}) =>
    driver.call(call, { body, headers });
  const advance = (by: string) => driver.advance(by);
  /** Returns what the simulator has noted: the time of day, the event and its details. */
  const notes = async () =>
    Object.entries(await driver.storedIn('notes', '')).map(([key, value]) => [key.slice(11, 19), key.slice(25), value]);
  const token = async (scopes: string[], claims = {}) =>
    (await send('POST /_sim/actions/parcels/issueToken', { scopes, claims })).body.token;
  return { simulators, send, advance, notes, token };
}

const form = () => {
  const made = new FormData();
  made.set('name', 'a');
  made.append('tags', '1');
  made.append('tags', '2');
  made.set('file', new File(['<a/>'], 'a.xml'));
  return made;
};

describe('webhooks of a deleted sandbox', () => {
  it('are dropped during delivery to an inbox of the sandbox without blocking its deletion', () => deleteAtTurns(7));

  it('are dropped at whatever moment of the delivery the sandbox is deleted', { tags: 'slow' }, () => deleteAtTurns(1));

  async function deleteAtTurns(step: number): Promise<void> {
    const { simulators } = start();
    const exchange = async (method: string, path: string, value?: object) => {
      const body = value && new TextEncoder().encode(JSON.stringify(value));
      const headers = { 'content-type': 'application/json' };
      return (await simulators.exchange({ method, url: `${origin}${path}`, headers, body })).status;
    };
    // The deliveries take some dozens of turns. The sandbox is deleted at a different turn each time.
    for (let turns = 20; turns < 300; turns += step) {
      expect(await exchange('POST', '/_sim/sandboxes', { name: 'here', clock: 'manual' })).toBe(201);
      const onArrival = `${origin}/~here/_sim/inbox/in`;
      for (let count = 0; count < 3; count += 1) await exchange('POST', '/~here/later', { onArrival });
      const advanced = exchange('POST', '/~here/_sim/clock/advance', { by: 'PT1M' });
      for (let turn = 0; turn < turns; turn += 1) await undefined;
      expect(await exchange('DELETE', '/_sim/sandboxes/here')).toBe(204);
      await advanced;
      expect((await simulators.server.sandboxes.list()).map(({ name }) => name)).not.toContain('here');
    }
  }
});

describe('timers of an API', () => {
  it('fire on the simulated clock and can send webhooks', async () => {
    const { send, advance, notes } = start();
    const onArrival = `${origin}/_sim/inbox/in`;
    await send('POST /later', { onArrival });
    await advance('PT59S');
    expect(await notes()).toEqual([]);
    await advance('PT1S');
    expect(await notes()).toEqual([
      ['09:01:00', 'arrived', { onArrival }],
      ['09:01:00', 'arrived 1', { outcome: 'delivered', last: true }],
    ]);
    const [planned] = (await send('GET /_sim/journal?type=request')).body.entries;
    const [delivery] = (await send('GET /_sim/journal?type=delivery')).body.entries;
    expect(delivery.cause).toBe(planned.seq);
  });

  it('are not set by a rejected request, and can be cancelled', async () => {
    const { send, advance, notes } = start();
    await send('POST /later', { refuse: true, url: `${origin}/_sim/inbox/in` });
    await send('POST /later', { cancel: true });
    await advance('PT1H');
    expect(await notes()).toEqual([]);
    expect((await send('GET /_sim/inbox/in/messages')).body.count).toBe(0);
  });

  it('are rejected when they are set if the API does not handle them', async () => {
    const driver = new ApiDriver([{ ...parcelsSimulator, timers: {} }]);
    const { simulators, send, advance } = start(driver);
    expect((await send('POST /later', {})).status).toBe(500);
    const [first, ...others] = simulators.defects.map(({ error }) => String(error));
    expect(first).toBe('Error: API parcels has no whenDue function for timers of kind "arrive"');
    await advance('PT1H');
    expect(simulators.defects).toHaveLength(1 + others.length);
    await simulators.close();
  });

  it('are restored with a snapshot and removed by a reset', async () => {
    const { send, advance, notes } = start();
    await send('POST /later', { first: true });
    await send('PUT /_sim/snapshots/s');
    await send('POST /_sim/reset');
    await advance('PT1H');
    expect(await notes()).toEqual([]);
    await send('POST /_sim/snapshots/s/restore');
    await advance('PT1M');
    expect(await notes()).toEqual([['09:01:00', 'arrived', { first: true }]]);
  });
});

describe('webhooks with a reference', () => {
  it('report every delivery attempt to the API, which can stop further attempts', async () => {
    const { send, advance, notes } = start();
    const url = `${origin}/_sim/inbox/in`;
    await send('PUT /_sim/inbox/in/answers', { answers: [{ status: 500, headers: {} }] });
    await send('POST /later', { url, onArrival: url });
    await advance('PT1H');
    expect((await notes()).filter(([, what]) => what !== 'arrived')).toEqual([
      ['09:00:00', 'planned 1', { outcome: 'failed', last: false }],
      ['09:01:00', 'arrived 1', { outcome: 'failed', last: false }],
      ['09:01:00', 'planned 2', { outcome: 'failed', last: false }],
      ['09:02:00', 'arrived 2', { outcome: 'failed', last: false }],
      ['09:03:00', 'arrived 3', { outcome: 'failed', last: true }],
    ]);
  });

  it('fail if the receiving inbox is configured to respond too late', async () => {
    const { send, notes } = start();
    const answers = [{ status: 200, headers: { 'x-inbox-delay': '3' } }];
    await send('PUT /_sim/inbox/in/answers', { answers });
    await send('POST /later', { url: `${origin}/_sim/inbox/in` });
    expect(await notes()).toEqual([['09:00:00', 'planned 1', { outcome: 'failed', last: false }]]);
  });
});

describe('a form', () => {
  it('is parsed from multipart into typed fields and parts', async () => {
    const { send } = start();
    expect((await send('POST /parcels', form())).body).toEqual({
      fields: { name: 'a', tags: [1, 2], file: 'a.xml' },
      sizes: [
        ['name', undefined, 1],
        ['tags', undefined, 1],
        ['tags', undefined, 1],
        ['file', 'a.xml', 4],
      ].map((size) => JSON.parse(JSON.stringify(size))),
    });
    const broken = form();
    broken.append('tags', 'x');
    broken.delete('name');
    const { status, body } = await send('POST /parcels', broken);
    expect([status, body.fault]).toEqual([400, expect.stringMatching(/name.*tags|tags.*name/s)]);
    expect((await send('POST /parcels', { name: 'a', file: 'b' })).status).toBe(400);
  });

  it('is parsed to the same object in each encoding if the operation documents JSON', async () => {
    const { send } = start();
    const body = { name: 'a', tags: [1, 2], file: 'a.xml' };
    const encoded = new URLSearchParams([
      ['name', 'a'],
      ['tags', '1'],
      ['tags', '2'],
      ['file', 'a.xml'],
    ]);
    for (const sent of [body, encoded, form()]) expect((await send('POST /forms', sent)).body.body).toEqual(body);
  });
});

describe('authentication', () => {
  it('leaves API keys in headers to the handler, and allows requests without an optional token', async () => {
    const { send, token } = start();
    expect((await send('GET /keyed')).status).toBe(200);
    expect((await send('GET /keyed', undefined, { authorization: 'Bearer x' })).status).toBe(200);
    expect((await send('GET /open')).body.caller).toBeUndefined();
    expect((await send('GET /open', undefined, { authorization: 'Bearer x' })).status).toBe(401);
    const authorization = `Bearer ${await token([], { tenant: 'acme' })}`;
    expect((await send('GET /open', undefined, { authorization })).body.caller.claims).toEqual({ tenant: 'acme' });
    const [entry] = (await send('GET /_sim/journal?tenantId=acme')).body.entries;
    expect(entry.operationId).toBe('seeCaller');
  });

  it('rejects a token without the required scope', async () => {
    const { send, token } = start();
    const asked = async (scope: string, query: string) => {
      const headers = { authorization: `Bearer ${await token([scope])}` };
      const { status, body } = await send(`GET /parcels?${query}`, undefined, headers);
      return status === 200 ? body.query : status;
    };
    expect(await asked('other', '')).toBe(401);
    for (const query of ['tags[]=1&tags[]=2', 'tags=1&tags=2', 'tags=1,2', 'tags%5B%5D=1,2']) {
      expect(await asked('write', query)).toEqual({ 'tags[]': [1, 2] });
    }
  });
});

it('a binary response keeps its bytes', async () => {
  const { send } = start();
  expect([...(await send('GET /image')).bytes]).toEqual([137, 80, 78, 71, 0]);
});
