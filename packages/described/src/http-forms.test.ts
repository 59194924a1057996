import { fileURLToPath } from 'node:url';
import type { Simulators } from '@understudy/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeApi } from './describe-api.js';
import { describedOrigin, serveDescribed } from './testing/serve-described.js';

const { api, explanation } = await describeApi(fileURLToPath(new URL('./testing/letters.yaml', import.meta.url)));
let simulators: Simulators;
beforeEach(async () => {
  simulators = await serveDescribed(api);
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function send(call: string, headers: Record<string, string> = {}, body?: string | FormData) {
  const [method = '', path = ''] = call.split(' ');
  const init = { method, headers: { 'x-key': 'k', ...headers }, ...(body === undefined ? {} : { body }) };
  const response = await simulators.fetch(`${describedOrigin}${path}`, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json;');
  return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text, headers: response.headers };
}

const letter = 'to=Ann&urgent=true&pages[0][number]=1&pages[0][text]=a%26b&metadata[a]=1';

describe('authentication', () => {
  const tokenRequest = 'grant_type=client_credentials&client_id=me&client_secret=any';
  const token = async (more: string) => (await send('POST /oauth2/token', form, tokenRequest + more)).body.access_token;

  it.each<[string, Record<string, string>, number]>([
    ['accepts any bearer token', { authorization: 'Bearer sk_test_1' }, 200],
    ['accepts any user and password', { authorization: `Basic ${btoa('u:')}` }, 200],
    ['accepts any API key', { 'x-key': 'anything' }, 200],
    ['rejects a request without credentials', {}, 401],
    ['rejects an empty token', { authorization: 'Bearer ' }, 401],
  ])('%s', async (_who, headers, status) => {
    expect((await send('GET /letters', { 'x-key': '', ...headers })).status).toBe(status);
  });

  it('limits tokens of the described token URL to their lifetime and scopes', async () => {
    const bearer = async (more: string) => ({ 'x-key': '', authorization: `Bearer ${await token(more)}` });
    expect((await send('GET /letters', await bearer(''))).status).toBe(200);
    expect((await send('GET /letters', await bearer('&scope=letters.read'))).status).toBe(403);
    const old = await bearer('');
    const advance = { 'content-type': 'application/json' };
    await send('POST /_sim/clock/advance', advance, '{"by":"PT2H"}');
    expect((await send('GET /letters', old)).status).toBe(401);
  });

  it.each([
    ['', 'invalid_request'],
    ['grant_type=__proto__', 'unsupported_grant_type'],
    ['grant_type=client_credentials', 'invalid_client'],
    ['grant_type=password&username=u', 'invalid_request'],
    [`${tokenRequest}&scope=everything`, 'invalid_scope'],
  ])('rejects the token request %j', async (body, error) => {
    expect((await send('POST /oauth2/token', form, body)).body).toMatchObject({ error });
  });

  it('explains what the token URL does', () => {
    const [found] = explanation.operations.filter(({ path }) => path === '/oauth2/token');
    expect(found?.why).toBe('issues tokens of the security scheme oauth');
  });
});

describe('an error', () => {
  it.each([
    ['described by the default response', 'GET /letters/none', 404],
    ['about an invalid query parameter', 'GET /letters?limit=many', 400],
    ['of an operation that describes no errors', 'DELETE /stamp', 405],
    ['about an unknown path', 'GET /letters/1/nothing', 404],
  ])('%s has the error schema of the description', async (_what, call, status) => {
    const error = { message: expect.stringMatching(/\w/), code: expect.any(String), type: 'invalid_request_error' };
    expect(await send(call)).toMatchObject({ status, body: { error } });
  });
});

describe('a request or response body', () => {
  it('keeps nested fields of a form', async () => {
    const made = await send('POST /letters', form, letter);
    const body = { to: 'Ann', urgent: true, pages: [{ number: 1, text: 'a&b' }], metadata: { a: '1' } };
    expect(made).toMatchObject({ status: 201, body });
    expect(made.headers.get('location')).toBe(`${describedOrigin}/letters/${made.body.id}`);
    const parts = new FormData();
    parts.set('to', 'Ann');
    parts.set('pages', new Blob(['[{"number":2}]'], { type: 'application/json' }));
    expect(await send('POST /letters', {}, parts)).toMatchObject({ status: 201, body: { pages: [{ number: 2 }] } });
  });

  it('in XML uses the names, attributes and wrappers from its schema', async () => {
    const { body } = await send('POST /letters', form, `${letter}&metadata[b]=${encodeURIComponent('<&\u0001>')}`);
    const xml = await send(`GET /letters/${body.id}`, { accept: 'application/xml' });
    const inner = `<letter id="${body.id}"><to>Ann</to><urgent>true</urgent><pages><page number="1"><text>a&amp;b</text></page></pages><metadata><a>1</a><b>&lt;&amp;&gt;</b></metadata></letter>`;
    expect(xml.body).toBe(`<?xml version="1.0" encoding="UTF-8"?>\n${inner}`);
    expect((await send('GET /letters', { accept: 'application/xml' })).body).toContain(`<letters>${inner}</letters>`);
  });

  it('is sent as NDJSON or as an event stream on request', async () => {
    await send('POST /letters', form, 'to=Ann');
    await send('POST /letters', form, 'to=Bob');
    const { body } = await send('GET /letters', { accept: 'application/x-ndjson' });
    expect(
      body
        .trim()
        .split('\n')
        .map((line: string) => JSON.parse(line).to),
    ).toEqual(['Ann', 'Bob']);
    const json = { 'content-type': 'application/json', accept: 'application/json' };
    const events = await send('POST /dictations', json, '{"stream":true}');
    expect(events.headers.get('content-type')).toContain('text/event-stream');
    const frames = events.body.split('\n\n').filter((frame: string) => frame !== '');
    expect(frames.at(-1)).toBe('data: [DONE]');
    const parts = frames.slice(0, -1).map((frame: string) => JSON.parse(frame.replace(/^data: /, '')).parts[0]);
    expect(parts).toEqual([
      ...['Dear', ' Sir', ' or', ' Madam'].map((content) => ({ delta: { content }, finish_reason: null })),
      { delta: {}, finish_reason: 'stop' },
    ]);
    const deltas = await send('POST /chats', json, '{"stream":true}');
    const contents = [...deltas.body.matchAll(/"delta":\{"content":"([^"]*)"/g)].map(([, content]) => content);
    expect([contents, deltas.body.slice(-14)]).toEqual([['Good', ' day'], 'data: [DONE]\n\n']);
    expect((await send('POST /dictations', json, '{"stream":false}')).body).toMatchObject({ id: 'd1' });
    expect(JSON.parse((await send('GET /log')).body)).toMatchObject({ at: expect.stringContaining('T') });
  });

  it('of an image operation is an image', async () => {
    const response = await simulators.fetch(`${describedOrigin}/stamp`);
    expect([response.headers.get('content-type'), new Uint8Array(await response.arrayBuffer()).slice(1, 4)]).toEqual([
      'image/png',
      new TextEncoder().encode('PNG'),
    ]);
  });

  it('with an uploaded file is stored and returned', async () => {
    const parts = new FormData();
    parts.set('file', new Blob(['\u0000bytes'], { type: 'text/x-own' }), 'own.bin');
    const made = await send('POST /enclosures', {}, parts);
    expect(made.body).toMatchObject({ filename: 'own.bin', bytes: 6 });
    const content = await send(`GET /enclosures/${made.body.id}/content`);
    expect([content.body, content.headers.get('content-type')]).toEqual(['\u0000bytes', 'application/octet-stream']);
  });

  it('with a file above 8 MiB is not stored', async () => {
    const parts = new FormData();
    parts.set('file', new Blob([new Uint8Array(8 * 2 ** 20 + 1)]), 'large.bin');
    const made = await send('POST /enclosures', {}, parts);
    expect(made.body).toMatchObject({ filename: 'large.bin', bytes: 8 * 2 ** 20 + 1 });
    expect((await send(`GET /enclosures/${made.body.id}/content`)).body).toBe('bytes');
    const { body } = await send('GET /_sim/journal');
    expect(JSON.stringify(body)).toContain('files above 8388608 are not stored');
  });

  it('expands references and selects properties by query parameters', async () => {
    const json = { 'content-type': 'application/json' };
    for (const person of [
      { id: 'a', name: 'Ann' },
      { id: 'b', boss: 'a', friends: ['a', 'x'] },
      { id: 'c', boss: 'b' },
    ])
      await send('POST /people', json, JSON.stringify(person));
    const ann = { id: 'a', name: 'Ann', boss: null };
    expect((await send('GET /people/b?expand[]=boss&expand[]=friends&expand[]=nothing')).body).toEqual({
      id: 'b',
      boss: ann,
      friends: [ann, 'x'],
    });
    expect((await send('GET /people/c?expand[0]=boss.boss')).body).toMatchObject({ boss: { id: 'b', boss: ann } });
    expect((await send('GET /people/a?fields=none')).body).toEqual({ id: 'a' });
    expect((await send('GET /people/c?fields=boss')).body).toEqual({ id: 'c', boss: 'b' });
  });

  it('is empty for HEAD and OPTIONS', async () => {
    expect(await send('HEAD /letters')).toMatchObject({ status: 200, body: '' });
    const options = await send('OPTIONS /letters');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
  });
});

describe('HTTP behavior', () => {
  const json = { 'content-type': 'application/json' };
  const join = (body: object, headers: Record<string, string> = {}) =>
    send('POST /members', { ...json, ...headers }, JSON.stringify(body));
  const advance = (by: string) => send('POST /_sim/clock/advance', json, JSON.stringify({ by }));

  it('repeats the response to an Idempotency-Key for a day, per caller and body', async () => {
    const key = { 'idempotency-key': 'k1' };
    const first = await join({ name: 'Ann' }, key);
    const again = await join({ name: 'Ann' }, key);
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, first.body, 'true']);
    expect((await join({ name: 'Bob' }, key)).status).toBe(422);
    const others = [join({ name: 'Ann' }), join({ name: 'Ann' }, { ...key, authorization: 'Bearer other' })];
    for (const { body } of await Promise.all(others)) expect(body.id).not.toBe(first.body.id);
    await advance('P1D');
    expect((await join({ name: 'Bob' }, key)).status).toBe(201);
    expect((await join({ name: 'Ann' }, { 'idempotency-key': 'k'.repeat(256) })).status).toBe(400);
  });

  it('deletes expired rate limit windows and idempotency keys', async () => {
    const names = ['request windows', 'responses by idempotency key'];
    const counts = async () => {
      const found = names.map((name) => send(`GET /_sim/records/letters/${encodeURIComponent(name)}`));
      return (await Promise.all(found)).map(({ body }) => body.count);
    };
    const callers = ['a', 'b', 'c'].map((name) => ({ authorization: `Bearer ${name}`, 'idempotency-key': name }));
    for (const headers of callers) await Promise.all([join({ name: 'Ann' }, headers), send('GET /quota', headers)]);
    expect(await counts()).toEqual([3, 3]);
    await advance('P2D');
    await Promise.all([join({ name: 'Ann' }, callers[0]), send('GET /quota')]);
    expect(await counts()).toEqual([1, 1]);
  });

  it('compares ETags in conditional requests', async () => {
    const { body } = await join({ name: 'Ann' });
    const path = `/members/${body.id}`;
    const etag = (await send(`GET ${path}`)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(await send(`GET ${path}`, { 'if-none-match': `"x", W/${etag}` })).toMatchObject({ status: 304, body: '' });
    const patch = (condition: string, name: string) =>
      send(`PATCH ${path}`, { ...json, 'if-match': condition }, JSON.stringify({ name }));
    const changed = await patch(etag, 'Bea');
    expect([changed.status, changed.body.name]).toEqual([200, 'Bea']);
    expect((await patch(etag, 'Cat')).status).toBe(412);
    expect((await patch(`W/${changed.headers.get('etag')}`, 'Cat')).status).toBe(412);
    expect((await patch(changed.headers.get('etag') ?? '', 'Dan')).status).toBe(200);
    expect((await send(`GET ${path}`, { 'if-none-match': etag })).body).toMatchObject({ name: 'Dan' });
    expect((await send(`DELETE ${path}`, { 'if-match': etag })).status).toBe(412);
    expect((await send(`DELETE ${path}`, { 'if-match': '*' })).status).toBe(204);
    expect((await send(`PATCH ${path}`, { ...json, 'if-match': '*' }, '{}')).status).toBe(412);
  });

  it("counts rate limits on the sandbox's clock", async () => {
    const remaining = async () => (await send('GET /quota')).headers.get('x-ratelimit-remaining');
    expect([await remaining(), await remaining()]).toEqual(['1', '0']);
    await advance('PT30S');
    const refused = await send('GET /quota');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(refused.headers.get('ratelimit')).toBe('"default";r=0;t=30');
    expect((await send('GET /quota', { authorization: 'Bearer other' })).status).toBe(200);
    await advance('PT30S');
    expect(await remaining()).toBe('1');
  });

  it('rejects a duplicate value of a unique property', async () => {
    const ann = await join({ email: 'a@x' });
    expect((await join({ email: 'a@x' })).status).toBe(409);
    const bob = await join({ email: 'b@x' });
    const patch = (id: string, email: string) => send(`PATCH /members/${id}`, json, JSON.stringify({ email }));
    expect((await patch(bob.body.id, 'a@x')).status).toBe(409);
    expect((await patch(bob.body.id, 'b@x')).status).toBe(200);
    expect((await patch(ann.body.id, 'c@x')).status).toBe(200);
    expect((await patch(bob.body.id, 'a@x')).status).toBe(200);
    await send(`DELETE /members/${bob.body.id}`);
    expect((await join({ email: 'a@x' })).status).toBe(201);
  });
});
