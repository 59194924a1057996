import { type HttpServer, serveHttp } from '@understudy/server';
import { testOrigin, useNotesApi } from '@understudy/server/testing';
import { afterEach, describe, expect, it } from 'vitest';

const notesApi = useNotesApi();
const servers: HttpServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const answering = async (...faults: object[]) => {
  const notes = notesApi();
  await notes.send('PUT /notes/a', { text: 'of the simulator' });
  const set = await notes.send('PUT /_sim/faults', { faults });
  expect([set.status, set.body.errors]).toEqual([200, undefined]);
  const get = async (path: string, init: RequestInit = {}) => {
    const headers = { tenantId: 't1', ...Object(init.headers) };
    const response = await notes.simulators.fetch(`${testOrigin}${path}`, { ...init, headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { notes, get };
};

describe('a fault rule with a custom response', () => {
  it.each([
    [{ body: { id: 1 } }, 200, '{"id":1}', 'application/json; charset=utf-8'],
    [{ status: 201, body: 'plain' }, 201, 'plain', 'text/plain; charset=utf-8'],
    [{ body: '<a/>', headers: { 'Content-Type': 'application/xml' } }, 200, '<a/>', 'application/xml'],
    [{ body: null }, 200, 'null', 'application/json; charset=utf-8'],
    [{ base64: 'AQID' }, 200, '\u0001\u0002\u0003', 'application/octet-stream'],
    [{ status: 418, body: { short: true } }, 418, '{"short":true}', 'application/json; charset=utf-8'],
    [{ status: 503, body: '' }, 503, '', null],
    [{ status: 204 }, 204, '', null],
  ])('sends the response %j', async (effect, status, text, type) => {
    const { notes, get } = await answering({ id: 'own', match: { path: '/notes/*' }, effect });
    const seen = await get('/notes/a');
    expect([seen.status, seen.text, seen.headers.get('content-type')]).toEqual([status, text, type]);
    // A page from a third party must not run at the console's origin.
    expect(seen.headers.get('content-security-policy')).toContain('sandbox');
    expect(seen.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await notes.journal('type=request&last=1'))[0]).toMatchObject({ fault: 'own', status });
  });

  it('also answers matching requests to paths that no API defines', async () => {
    const { notes } = await answering(
      { match: { method: 'POST', path: '/nowhere/{id}', body: { kind: 'a' } }, effect: { body: { made: true } } },
      { match: { path: '/*' }, effect: { status: 503 } },
      { match: { api: 'notes', method: 'PATCH', path: '/notes/a' }, effect: { status: 202 } },
    );
    const server = await serveHttp(notes.simulators, { port: 0, host: '127.0.0.1' });
    servers.push(server);
    const send = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${server.url}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
      return response.status;
    };
    expect(await send('POST', '/nowhere/7', { kind: 'a', more: 1 })).toBe(200);
    expect(await send('POST', '/nowhere/7', { kind: 'b' })).toBe(404);
    expect(await send('POST', '/nowhere/7/8', { kind: 'a' })).toBe(404);
    expect(await send('PATCH', '/notes/a', {})).toBe(202);
    expect(await send('GET', '/_sim/nowhere')).toBe(404);
  });

  it('overrides older rules if it is added with place=first, until it is used up or expires', async () => {
    const { notes, get } = await answering({ match: { path: '/notes/a' }, effect: { body: 'old' } });
    const first = await notes.send('POST /_sim/faults?place=first', { effect: { body: 'new' }, times: 1 });
    expect(first.body.faults.map(({ effect }: { effect: object }) => effect)).toEqual([
      { body: 'new' },
      { body: 'old' },
    ]);
    const until = '2026-01-15T09:10:00Z';
    await notes.send('POST /_sim/faults?place=first', { match: { path: '/notes/b' }, effect: { body: 'b' }, until });
    expect([(await get('/notes/b')).text, (await get('/notes/a')).text, (await get('/notes/a')).text]).toEqual([
      'b',
      'new',
      'old',
    ]);
    await notes.send('POST /_sim/clock/advance', { by: 'PT10M' });
    expect((await get('/notes/b')).status).toBe(404);
  });
});

describe('a fault rule with a patch', () => {
  it.each([
    [
      'a merge patch',
      { version: null, more: { deep: [1] } },
      { id: 'a', text: 'of the simulator', more: { deep: [1] } },
    ],
    [
      'a JSON Patch',
      [
        { op: 'replace', path: '/text', value: 'mine' },
        { op: 'remove', path: '/version' },
      ],
      { id: 'a', text: 'mine' },
    ],
  ])('changes a successful response of the simulator with %s', async (_, patch, expected) => {
    const { notes, get } = await answering({ effect: { patch, status: 203, headers: { 'x-own': '1' } } });
    const { status, headers, text } = await get('/notes/a');
    expect([status, headers.get('x-own'), JSON.parse(text)]).toEqual([203, '1', expected]);
    expect((await get('/notes/none')).status).toBe(404);
    // The request took effect.
    await notes.send('PUT /notes/b', { text: 'stored' });
    await notes.send('DELETE /_sim/faults');
    expect(JSON.parse((await get('/notes/b')).text)).toMatchObject({ text: 'stored' });
  });

  it('leaves the response unchanged if the patch does not apply, and reports why in the journal', async () => {
    const { notes, get } = await answering({ effect: { patch: [{ op: 'remove', path: '/none' }] } });
    expect(JSON.parse((await get('/notes/a')).text)).toMatchObject({ text: 'of the simulator' });
    expect((await notes.journal('type=request&last=1'))[0]?.['error']).toContain('does not apply');
  });
});

describe('a fault rule', () => {
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = (body: string, headers: Record<string, string>) => ({ method: 'POST', body, headers });
  it.each<[string, object, [string, object?], boolean]>([
    ['matches one path segment with a path parameter', { path: '/a/{id}/c' }, ['/a/b/c'], true],
    ['does not match two path segments with one path parameter', { path: '/a/{id}/c' }, ['/a/b/b/c'], false],
    ['does not match a path segment with another extension', { path: '/a/{id}.json' }, ['/a/b.xml'], false],
    ['matches one of several values of a query parameter', { query: { q: 'x*' } }, ['/a?p=1&q=y&q=xy'], true],
    ['does not match another value of a query parameter', { query: { q: 'x*' } }, ['/a?q=y'], false],
    ['matches if a query parameter that must be absent is absent', { query: { q: null } }, ['/a?p=1'], true],
    ['does not match if a query parameter that must be absent is present', { query: { q: null } }, ['/a?q=1'], false],
    ['matches if a header that must be absent is absent', { headers: { 'X-A': null } }, ['/a'], true],
    [
      'does not match if a header that must be absent is present',
      { headers: { 'X-A': null } },
      ['/a', { headers: { 'x-a': '1' } }],
      false,
    ],
    [
      'matches a JSON body with the same nested properties and further ones',
      { body: { a: { b: '*x' }, c: [1, { d: 2 }] } },
      ['/a', post('{"a":{"b":"yx","z":0},"c":[1,{"d":2,"e":3}]}', json)],
      true,
    ],
    ['does not match a JSON body with a longer list', { body: { c: [1] } }, ['/a', post('{"c":[1,2]}', json)], false],
    [
      'does not match an inherited property of a JSON body',
      { body: { toString: {} } },
      ['/a', post('{}', json)],
      false,
    ],
    ['matches a field of a form', { body: { a: '1' } }, ['/a', post('a=1&b=2', form)], true],
    [
      'matches a text body by wildcards',
      { body: '*<b>*' },
      ['/a', post('<a><b>1</b></a>', { 'content-type': 'text/xml' })],
      true,
    ],
    ['does not match malformed JSON', { body: { a: 1 } }, ['/a', post('{', json)], false],
    ['does not match a body over 128 KiB', { body: '*' }, ['/a', post('x'.repeat(128 * 1024 + 1), json)], false],
  ])('%s', async (_, match, [path, init], fits) => {
    const { get } = await answering({ match, effect: { body: 'mine' } });
    expect((await get(path, init)).text === 'mine').toBe(fits);
  });

  it('is skipped if matching a large body against 1,000 rules takes too long', async () => {
    const match = { body: { list: Array.from({ length: 500 }, () => ({})).concat({ last: 1 } as object) } };
    const hostile = Array.from({ length: 500 }, () => ({
      match: { body: `*${'a'.repeat(500)}b${'a'.repeat(490)}*` },
      effect: { body: '' },
    }));
    const { notes, get } = await answering(
      ...hostile,
      ...Array.from({ length: 500 }, () => ({ match, effect: { body: '' } })),
    );
    const body = `{"a":"${'a'.repeat(127_000)}","list":[${'{},'.repeat(500)}{}]}`;
    expect((await get('/a', post(body, json))).status).toBe(404);
    expect((await notes.journal('type=request&last=1'))[0]?.['note']).toContain('took too long');
  });
});

it.each([
  [{ body: 1, base64: 'AQ==' }, '/body/effect'],
  [{ body: 1, patch: {} }, '/body/effect'],
  [{ status: 204, body: 1 }, '/body/effect/status'],
  [{ status: 199 }, '/body/effect/status'],
  [{ base64: '%' }, '/body/effect/base64'],
  [{ body: '', headers: { 'content-type': 'text/html, text/plain' } }, '/body/effect/headers/content-type'],
  [{ body: 'x'.repeat(300_000) }, '/body'],
  [{ patch: [{ op: 'explode', path: '' }] }, '/body/effect/patch'],
])('rejects the fault effect %j', async (effect, pointer) => {
  const refused = await notesApi().send('POST /_sim/faults', { effect });
  expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([400, expect.stringContaining(pointer)]);
});

it.each([
  [{ match: { body: { a: 'x'.repeat(4000) } }, effect: { status: 500 } }, '/body/match/body'],
  [{ effect: { status: 500 }, ttl: 'PT1S', until: '2026-01-15T09:10:00Z' }, '/body/until'],
])('rejects the fault rule %j', async (rule, pointer) => {
  const refused = await notesApi().send('POST /_sim/faults', rule);
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer]);
});
