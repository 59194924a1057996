import { describe, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object) => ({ type: 'object', properties });
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema?: object, status = '200') => ({
  [status]: { description: 'Done', ...(schema === undefined ? {} : body(schema)) },
});
const missing = { 404: { description: 'Not found' } };
const operation = (operationId: string, taken?: object, shown?: object) => ({
  operationId,
  ...(taken === undefined ? {} : { requestBody: body(taken) }),
  responses: { ...(shown === undefined ? answers(undefined, '204') : answers(shown)), ...missing },
});
/** The operations of one path, with its parameters. */
const path = (names: readonly string[], operations: object) => ({
  parameters: names.map((name) => ({ in: 'path', name, required: true, schema: text })),
  ...operations,
});

async function serve(name: string, paths: object, seed: 'empty' | object = 'empty', schemas = {}) {
  const info = { title: name, version: '1' };
  const { api } = await describeText(name, { openapi: '3.0.3', info, paths, components: { schemas } });
  const sandbox = { ...emptySandbox, seed: seed === 'empty' ? seed : { [name]: seed } };
  return createSender(await serveDescribed(api, { sandbox }));
}

describe('a nested list', () => {
  const choir = object({ id: text, label: text });
  const singer = object({ id: integer, voice: text });
  const choirs = {
    '/choirs': { post: operation('found', object({ label: text }), choir) },
    '/choirs/{id}': path(['id'], { get: operation('choir', undefined, choir) }),
  };

  it('gets one record for each id in a POST body and loses it by a DELETE with the same id', async () => {
    const keys = object({ ids: list(integer) });
    const send = await serve('choirs', {
      ...choirs,
      '/choirs/{id}/singers': path(['id'], {
        get: operation('singers', undefined, list(singer)),
        post: operation('admit', keys, choir),
        delete: operation('dismiss', keys),
      }),
    });
    const { id } = (await send('POST /choirs', { label: 'North' })).body;
    await send(`POST /choirs/${id}/singers`, { ids: [7, 9, 12] });
    expect((await send(`GET /choirs/${id}/singers`)).body.map((each: { id: number }) => each.id)).toEqual([7, 9, 12]);
    await send(`DELETE /choirs/${id}/singers`, { ids: [9] });
    expect((await send(`GET /choirs/${id}/singers`)).body.map((each: { id: number }) => each.id)).toEqual([7, 12]);
  });

  it('stores each object of a POST body that contains only a list, whatever the response is', async () => {
    const send = await serve('choirs', {
      ...choirs,
      '/choirs/{id}/singers': path(['id'], {
        get: operation('singers', undefined, object({ data: list(singer) })),
        post: operation('admit', object({ singers: list(singer) })),
      }),
    });
    const { id } = (await send('POST /choirs', { label: 'South' })).body;
    const singers = [
      { id: 3, voice: 'alto' },
      { id: 4, voice: 'bass' },
    ];
    await send(`POST /choirs/${id}/singers`, { singers });
    expect((await send(`GET /choirs/${id}/singers`)).body.data).toMatchObject(singers);
  });

  it('shows a new item in its parent record, even if responses have an envelope', async () => {
    const verse = object({ id: text, words: text, author: text });
    const song = object({ id: text, label: text, verses: list(verse) });
    const send = await serve('songs', {
      '/songs': { post: operation('write', object({ label: text }), object({ data: song })) },
      '/songs/{id}': path(['id'], { get: operation('song', undefined, object({ data: song })) }),
      '/songs/{id}/verses': path(['id'], {
        post: operation('extend', object({ words: text }), object({ data: verse })),
      }),
      '/songs/{id}/verses/{verseId}': path(['id', 'verseId'], { delete: operation('shorten') }),
    });
    const { id } = (await send('POST /songs', { label: 'Dawn' })).body.data;
    await send(`POST /songs/${id}/verses`, { words: 'The sun' });
    const { verses } = (await send(`GET /songs/${id}`)).body.data;
    expect(verses).toMatchObject([{ words: 'The sun' }]);
  });
});

it('a list under a path parameter contains the records created under the same parameter', async () => {
  const entry = object({ id: text, line: text });
  const send = await serve('journal', {
    '/entries/{logId}': path(['logId'], {
      get: operation('entries', undefined, object({ entries: list(entry), total: integer })),
      post: operation('note', object({ line: text }), entry),
    }),
    '/entries/{logId}/{id}': path(['logId', 'id'], {
      get: operation('entry', undefined, entry),
      delete: operation('strike'),
    }),
  });
  const { id } = (await send('POST /entries/ship', { line: 'Calm' })).body;
  expect((await send(`GET /entries/ship/${id}`)).body).toEqual({ id, line: 'Calm' });
  expect((await send('GET /entries/ship')).body.entries).toEqual([{ id, line: 'Calm' }]);
  expect((await send('GET /entries/shore')).body.entries).toEqual([]);
  await send(`DELETE /entries/ship/${id}`);
  expect((await send('GET /entries/ship')).body.entries).toEqual([]);
});

it('a record has all properties of the list schema, even if the create response shows fewer', async () => {
  const badge = object({ badgeId: integer, blocked: { type: 'boolean' }, holder: text });
  const send = await serve('badges', {
    '/badges': {
      get: operation('badges', undefined, object({ badges: list(badge) })),
      post: operation('print', object({ holder: text }), object({ badgeId: integer, blocked: { type: 'boolean' } })),
    },
    '/badges/{badgeId}/block': path(['badgeId'], { post: operation('block') }),
  });
  const { badgeId } = (await send('POST /badges', { holder: 'Ann' })).body;
  await send(`POST /badges/${badgeId}/block`);
  expect((await send('GET /badges')).body.badges).toEqual([{ badgeId, blocked: true, holder: 'Ann' }]);
});

describe('an action named by a verb', () => {
  const beam = { $ref: '#/components/schemas/Beam' };
  const schemas = { Beam: object({ angle: integer, color: text }) };
  const lamp = object({
    id: text,
    health: { type: 'string', enum: ['ok', 'retired'] },
    kind: { type: 'string', enum: ['floor', 'retired'] },
    status: object({ value: { type: 'string', enum: ['lit', 'stopped'] }, details: text }),
    beam,
  });
  const paths = {
    '/lamps': { post: operation('install', object({ beam: object({ angle: integer }) }), lamp) },
    '/lamps/{id}': path(['id'], { get: operation('lamp', undefined, lamp) }),
    '/lamps/{id}/stop': path(['id'], { post: operation('stop') }),
    '/lamps/{id}/retire': path(['id'], { post: operation('retire') }),
    '/lamps/{id}/swivel': path(['id'], { post: operation('swivel', object({ angle: integer }), object({ beam })) }),
  };

  it('sets the state in a nested object and leaves the text next to it unchanged', async () => {
    const send = await serve('lamps', paths, 'empty', schemas);
    const { id, status } = (await send('POST /lamps', { beam: { angle: 1 } })).body;
    await send(`POST /lamps/${id}/stop`);
    expect((await send(`GET /lamps/${id}`)).body.status).toEqual({ ...status, value: 'stopped' });
  });

  it('sets any property whose enum contains the participle of the verb', async () => {
    const send = await serve('lamps', paths, 'empty', schemas);
    const { id, kind = 'floor' } = (await send('POST /lamps', { beam: { angle: 1 } })).body;
    await send(`POST /lamps/${id}/retire`);
    expect((await send(`GET /lamps/${id}`)).body).toMatchObject({ health: 'retired' });
    expect((await send(`GET /lamps/${id}`)).body.kind ?? kind).toBe(kind);
  });

  it('updates the nested object that its response returns', async () => {
    const send = await serve('lamps', paths, 'empty', schemas);
    const { id } = (await send('POST /lamps', { beam: { angle: 1 } })).body;
    const { beam } = (await send(`POST /lamps/${id}/swivel`, { angle: 40 })).body;
    expect(beam.angle).toBe(40);
    expect((await send(`GET /lamps/${id}`)).body.beam).toEqual(beam);
  });
});

it('accepting or rejecting an entry request without a status removes it from its list', async () => {
  const request = object({ id: text, applicant: text });
  const send = await serve(
    'entry',
    {
      '/entry_requests': { get: operation('entryRequests', undefined, list(request)) },
      '/entry_requests/{id}/accept': path(['id'], { post: operation('accept', undefined, object({ member: text })) }),
      '/entry_requests/{id}/reject': path(['id'], { post: operation('reject') }),
    },
    { '*': 3 },
  );
  const all = (await send('GET /entry_requests')).body;
  await send(`POST /entry_requests/${all[0].id}/accept`);
  await send(`POST /entry_requests/${all[1].id}/reject`);
  expect((await send('GET /entry_requests')).body).toEqual(all.slice(2));
});

it('resetting a secret generates a new value', async () => {
  const door = object({ id: text, label: text, entry_code: text });
  const send = await serve('doors', {
    '/doors': { post: operation('hang', object({ label: text }), door) },
    '/doors/{id}': path(['id'], { get: operation('door', undefined, door) }),
    '/doors/{id}/reset-entry-code': path(['id'], { post: operation('resetCode') }),
  });
  const { id } = (await send('POST /doors', { label: 'Front' })).body;
  await send(`POST /doors/${id}/reset-entry-code`);
  const first = (await send(`GET /doors/${id}`)).body;
  await send(`POST /doors/${id}/reset-entry-code`);
  const second = (await send(`GET /doors/${id}`)).body;
  expect(first.entry_code).toMatch(/^\w{24}$/);
  expect(second).toEqual({ ...first, entry_code: expect.not.stringMatching(first.entry_code) });
});

it('adds and removes list entries by path, even when the list is inside an envelope', async () => {
  const keys = object({ data: object({ picks: list(text) }) });
  const pick = path(['id'], { put: operation('pick', undefined, keys), delete: operation('drop', undefined, keys) });
  const send = await serve('picks', {
    '/me/picks': { get: operation('picks', undefined, keys) },
    '/me/picks/{id}': pick,
  });
  await send('PUT /me/picks/81');
  await send('PUT /me/picks/82');
  await send('DELETE /me/picks/81');
  expect((await send('GET /me/picks')).body).toEqual({ data: { picks: ['82'] } });
});

it('POST to a verb under a settings path changes the settings', async () => {
  const tone = object({ volume: integer, mode: text });
  const send = await serve('tone', {
    '/tone': { get: operation('tone', undefined, tone) },
    '/tone/edit': { post: operation('editTone', tone, object({ status: text })) },
  });
  await send('POST /tone/edit', { volume: 11, mode: 'loud' });
  expect((await send('GET /tone')).body).toEqual({ volume: 11, mode: 'loud' });
});

it('a create call stores a record that other calls return, even if it responds only with an id', async () => {
  const guest = object({ id: integer, label: text });
  const send = await serve('guests', {
    '/guest/new': { post: operation('newGuest', object({ label: text }), integer) },
    '/guest/details': {
      get: {
        ...operation('guestDetails', undefined, guest),
        parameters: [{ in: 'query', name: 'id', required: true, schema: integer }],
      },
    },
    '/guest/all': { get: operation('allGuests', undefined, list(guest)) },
  });
  const id = (await send('POST /guest/new', { label: 'Ann' })).body;
  expect((await send(`GET /guest/details?id=${id}`)).body).toEqual({ id, label: 'Ann' });
  expect((await send('GET /guest/all')).body).toEqual([{ id, label: 'Ann' }]);
});

describe('an action on a report', () => {
  const time = { type: 'string', format: 'date-time' };
  const reporter = object({ id: text, name: text });
  const report = object({
    id: text,
    label: text,
    assigned_account: reporter,
    assignedReason: text,
    last_sync_at: time,
  });
  const reports = {
    '/reports': {
      post: operation('file', object({ label: text, assigned_account: reporter, assignedReason: text }), report),
    },
    '/reports/{id}': path(['id'], { get: operation('report', undefined, report) }),
    '/reports/{id}/sync': path(['id'], { post: operation('sync', undefined, report) }),
    '/reports/{id}/unassign': path(['id'], { post: operation('unassign', undefined, report) }),
  };

  it('sets the "last … at" property named after its verb', async () => {
    const send = await serve('reports', reports);
    const { id } = (await send('POST /reports', { label: 'noise' })).body;
    await send(`POST /reports/${id}/sync`);
    expect((await send(`GET /reports/${id}`)).body.last_sync_at).toMatch(/^2026-01-15T09:00:00/);
  });

  it('clears the properties that the opposite action sets', async () => {
    const send = await serve('reports', reports);
    const sent = { label: 'noise', assigned_account: { id: 'r1', name: 'Ida' }, assignedReason: 'near' };
    const { id } = (await send('POST /reports', sent)).body;
    expect((await send(`GET /reports/${id}`)).body).toMatchObject(sent);
    await send(`POST /reports/${id}/unassign`);
    const left = (await send(`GET /reports/${id}`)).body;
    expect(left.label).toBe('noise');
    expect([left.assigned_account ?? null, left.assignedReason ?? null]).toEqual([null, null]);
  });
});
