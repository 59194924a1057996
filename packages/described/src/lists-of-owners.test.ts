import { describe, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object) => ({ type: 'object', properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const operation = (operationId: string, taken?: object, shown?: object, more: object = {}) => ({
  operationId,
  ...(taken === undefined ? {} : { requestBody: json(taken) }),
  responses: { 200: { description: 'Done', ...(shown === undefined ? {} : json(shown)) } },
  ...more,
});
const inQuery = (name: string) => ({ parameters: [{ in: 'query', name, required: true, schema: text }] });

/** The operations of one path, with its parameters. */
const path = (names: readonly string[], operations: object) => ({
  parameters: names.map((name) => ({ in: 'path', name, required: true, schema: text })),
  ...operations,
});

async function serve(name: string, paths: object, { schemas = {}, seed }: { schemas?: object; seed?: object } = {}) {
  const info = { title: name, version: '1' };
  const { api } = await describeText(name, { openapi: '3.0.3', info, paths, components: { schemas } });
  const sandbox = seed === undefined ? emptySandbox : { ...emptySandbox, seed: { [name]: seed } };
  return createSender(await serveDescribed(api, { sandbox }));
}

it('a call returns the ids in one record, even if other resources have the same name', async () => {
  const crew = object({ id: text, name: text, pilots: list(text) });
  const pilot = object({ id: text, name: text });
  const send = await serve('crews', {
    '/crews.create': { post: operation('createCrew', object({ name: text }), object({ crew })) },
    '/crews.pilots.update': {
      post: operation('setPilots', object({ crew: text, pilots: list(text) }), object({ crew })),
    },
    '/crews.pilots.list': {
      get: operation('listPilotsOfCrew', undefined, object({ pilots: list(text) }), inQuery('crew')),
    },
    '/pilots.list': { get: operation('listPilots', undefined, object({ pilots: list(pilot) })) },
    '/pilots.info': { get: operation('pilot', undefined, object({ pilot }), inQuery('pilot')) },
  });
  const { crew: made } = (await send('POST /crews.create', { name: 'night' })).body;
  await send('POST /crews.pilots.update', { crew: made.id, pilots: ['p1', 'p2'] });
  expect((await send(`GET /crews.pilots.list?crew=${made.id}`)).body).toEqual({ pilots: ['p1', 'p2'] });
  expect((await send('GET /pilots.list')).body.pilots[0]).toMatchObject({ name: expect.any(String) });
});

describe('a nested list', () => {
  const badge = { $ref: '#/components/schemas/badge' };
  const sent = object({ label: text, guest: text });
  const schemas = { badge: object({ id: text, label: text, guest: { ...text, nullable: true } }) };
  const guest = object({ id: text, name: text });
  const paths = {
    '/guests': { post: operation('addGuest', object({ name: text }), guest) },
    '/guests/{guest}': path(['guest'], { get: operation('guest', undefined, guest) }),
    '/guests/{guest}/badges': path(['guest'], { get: operation('badgesOfGuest', undefined, list(badge)) }),
    '/guests/{guest}/badges/{badge}': path(['guest', 'badge'], { get: operation('badgeOfGuest', undefined, badge) }),
    '/badges': { post: operation('addBadge', sent, badge) },
    '/badges/{badge}': path(['badge'], { get: operation('badge', undefined, badge) }),
    '/badges/{badge}/assign': path(['badge'], { post: operation('assign', object({ guest: text }), badge) }),
    '/badges/{badge}/unassign': path(['badge'], { post: operation('unassign', undefined, badge) }),
  };

  it('contains the records that refer to its parent, and each can be read under the parent', async () => {
    const send = await serve('guests', paths, { schemas });
    const [{ body: ada }, { body: ben }] = [
      await send('POST /guests', { name: 'Ada' }),
      await send('POST /guests', { name: 'Ben' }),
    ];
    const { body: made } = await send('POST /badges', { label: 'blue', guest: ada.id });
    expect((await send(`GET /guests/${ada.id}/badges`)).body).toEqual([made]);
    expect((await send(`GET /guests/${ben.id}/badges`)).body).toEqual([]);
    expect((await send(`GET /guests/${ada.id}/badges/${made.id}`)).body).toEqual(made);
    expect((await send(`GET /guests/${ada.id}/badges/unknown`)).status).toBe(404);
  });

  it('no longer contains a record after an action clears the reference', async () => {
    const send = await serve('guests', paths, { schemas });
    const { id: ada } = (await send('POST /guests', { name: 'Ada' })).body;
    const { id } = (await send('POST /badges', { label: 'blue' })).body;
    await send(`POST /badges/${id}/assign`, { guest: ada });
    expect((await send(`GET /guests/${ada}/badges`)).body).toHaveLength(1);
    await send(`POST /badges/${id}/unassign`);
    expect((await send(`GET /badges/${id}`)).body).toMatchObject({ label: 'blue', guest: null });
    expect((await send(`GET /guests/${ada}/badges`)).body).toEqual([]);
  });
});

it('a create request stores the items of its list as nested records', async () => {
  const song = object({ id: text, name: text });
  const album = object({ id: text, title: text });
  const send = await serve('albums', {
    '/albums': { post: operation('addAlbum', object({ title: text, songs: list(object({ name: text })) }), album) },
    '/albums/{id}': path(['id'], { get: operation('album', undefined, album) }),
    '/albums/{id}/songs': path(['id'], {
      get: operation('songs', undefined, list(song)),
      post: operation('addSong', object({ name: text }), song),
    }),
    '/albums/{id}/songs/{song}': path(['id', 'song'], { get: operation('song', undefined, song) }),
  });
  const { id } = (await send('POST /albums', { title: 'first', songs: [{ name: 'one' }, { name: 'two' }] })).body;
  const { body: other } = await send('POST /albums', { title: 'second' });
  const { body: songs } = await send(`GET /albums/${id}/songs`);
  expect(songs).toMatchObject([{ name: 'one' }, { name: 'two' }]);
  expect((await send(`GET /albums/${id}/songs/${songs[1].id}`)).body).toEqual(songs[1]);
  expect((await send(`GET /albums/${other.id}/songs`)).body).toEqual([]);
});

it('a PUT without a body adds a record to a list, and a DELETE removes it', async () => {
  const player = object({ id: text, name: text });
  const missing = { 204: { description: 'Done' }, 404: { description: 'Not found' } };
  const send = await serve('squads', {
    '/squads': { post: operation('addSquad', object({ name: text }), object({ id: text, name: text })) },
    '/squads/{id}': path(['id'], { get: operation('squad', undefined, object({ id: text, name: text })) }),
    '/squads/{id}/players': path(['id'], { get: operation('players', undefined, list(player)) }),
    '/squads/{id}/players/{player}': path(['id', 'player'], {
      put: { operationId: 'addPlayer', responses: missing },
      delete: { operationId: 'removePlayer', responses: missing },
    }),
  });
  const { id } = (await send('POST /squads', { name: 'first' })).body;
  expect((await send(`PUT /squads/${id}/players/p7`)).status).toBe(204);
  expect((await send(`GET /squads/${id}/players`)).body).toMatchObject([{ id: 'p7' }]);
  expect((await send(`DELETE /squads/${id}/players/p7`)).status).toBe(204);
  expect((await send(`GET /squads/${id}/players`)).body).toEqual([]);
  expect((await send(`DELETE /squads/${id}/players/p7`)).status).toBe(404);
});

describe('a stored record that is added to a list by its id', () => {
  const player = { $ref: '#/components/schemas/player' };
  const schemas = { player: object({ id: text, name: text, rank: { type: 'integer' } }) };
  const squad = object({ id: text, name: text });
  const done = { 204: { description: 'Done' }, 404: { description: 'Not found' } };
  const paths = (list: object, item: object = {}) => ({
    '/players': { post: operation('addPlayer', object({ name: text, rank: { type: 'integer' } }), player) },
    '/players/{id}': path(['id'], { get: operation('player', undefined, player) }),
    '/squads': { post: operation('addSquad', object({ name: text }), squad) },
    '/squads/{id}': path(['id'], { get: operation('squad', undefined, squad) }),
    '/squads/{id}/members': path(['id'], list),
    '/squads/{id}/members/{member}': path(['id', 'member'], {
      delete: { operationId: 'leave', responses: done },
      ...item,
    }),
  });
  const listed = operation('members', undefined, list(player));

  it('keeps its properties if its id is in the request body', async () => {
    const added = operation('join', object({ player_id: text }), player);
    const send = await serve('squads', paths({ get: listed, post: added }), { schemas });
    const { body: ada } = await send('POST /players', { name: 'Ada', rank: 3 });
    const { id } = (await send('POST /squads', { name: 'first' })).body;
    expect((await send(`POST /squads/${id}/members`, { player_id: ada.id })).body).toEqual(ada);
    await send(`POST /squads/${id}/members`, { player_id: ada.id });
    expect((await send(`GET /squads/${id}/members`)).body).toEqual([ada]);
    expect((await send(`DELETE /squads/${id}/members/${ada.id}`)).status).toBe(204);
    expect((await send(`GET /squads/${id}/members`)).body).toEqual([]);
    expect((await send(`GET /players/${ada.id}`)).body).toEqual(ada);
  });

  it('keeps its properties if its id is in the path', async () => {
    const send = await serve('squads', paths({ get: listed }, { put: { operationId: 'join', responses: done } }), {
      schemas,
    });
    const { body: ada } = await send('POST /players', { name: 'Ada', rank: 3 });
    const { id } = (await send('POST /squads', { name: 'first' })).body;
    expect((await send(`PUT /squads/${id}/members/${ada.id}`)).status).toBe(204);
    expect((await send(`GET /squads/${id}/members`)).body).toEqual([ada]);
  });
});

it('a nested list with a shorter schema contains the stored records', async () => {
  const short = object({ id: text, label: text });
  const whole = { allOf: [{ $ref: '#/components/schemas/short' }, object({ crew: text, hours: { type: 'integer' } })] };
  const job = { $ref: '#/components/schemas/whole' };
  const crew = object({ id: text, name: text });
  const send = await serve(
    'crews',
    {
      '/crews': { post: operation('addCrew', object({ name: text }), crew) },
      '/crews/{crew}': path(['crew'], { get: operation('crew', undefined, crew) }),
      '/crews/{crew}/jobs': path(['crew'], {
        get: operation('jobsOfCrew', undefined, list({ $ref: '#/components/schemas/short' })),
      }),
      '/jobs': { post: operation('addJob', object({ label: text, crew: text }), job) },
      '/jobs/{job}': path(['job'], { get: operation('job', undefined, job) }),
    },
    { schemas: { short, whole } },
  );
  const { id } = (await send('POST /crews', { name: 'night' })).body;
  const { body: made } = await send('POST /jobs', { label: 'paint', crew: id });
  expect((await send(`GET /crews/${id}/jobs`)).body).toMatchObject([{ id: made.id, label: 'paint' }]);
});

describe('a read-only list', () => {
  const limit = { parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer' } }] };
  const right = object({ name: text, mode: text });
  const visitor = object({ id: text, name: text });
  const paths = {
    '/currencies': { get: operation('currencies', undefined, list(object({ code: text, name: text })), limit) },
    '/visitors': { get: operation('visitors', undefined, list(visitor)) },
    '/visitors/{id}': path(['id'], { delete: operation('removeVisitor') }),
    '/visitors/{id}/rights': path(['id'], {
      get: operation('rights', undefined, object({ access_rights: list(right) }), limit),
    }),
  };

  it('returns the same records at each request, in pages, even nested under a record', async () => {
    const send = await serve('visits', paths, { seed: { '*': 4 } });
    const { body: all } = await send('GET /currencies');
    expect((await send('GET /currencies')).body).toEqual(all);
    expect((await send('GET /currencies?limit=1')).body).toEqual(all.slice(0, 1));
    const [{ id }] = (await send('GET /visitors')).body;
    const { access_rights: rights } = (await send(`GET /visitors/${id}/rights`)).body;
    expect(rights.length).toBeGreaterThan(1);
    expect(rights[0]).not.toHaveProperty('id');
    expect((await send(`GET /visitors/${id}/rights?limit=1`)).body.access_rights).toEqual(rights.slice(0, 1));
  });
});

it('an example that is a string of JSON is returned as JSON', async () => {
  const example = '{"contents": {"shows": [{"id": "s1", "title": "one"}, {"id": "s2", "title": "two",}]}}';
  const responses = { 200: { description: 'Done', content: { 'application/json': { example } } } };
  const send = await serve('shows', { '/shows/list': { get: { operationId: 'listShows', responses } } });
  const { body } = await send('GET /shows/list');
  expect(body).toEqual({
    contents: {
      shows: [
        { id: 's1', title: 'one' },
        { id: 's2', title: 'two' },
      ],
    },
  });
});

it('a form posted under a record is not an upload and does not change the record', async () => {
  const letter = object({ id: text, title: text });
  const opinion = object({ letter_id: text, outcome: text });
  const form = { content: { 'application/x-www-form-urlencoded': { schema: object({ outcome: text }) } } };
  const send = await serve('letters', {
    '/letters': { post: operation('addLetter', object({ title: text }), letter) },
    '/letters/{letterId}': path(['letterId'], { get: operation('letter', undefined, letter) }),
    '/letters/{letterId}/opinion': path(['letterId'], {
      post: { ...operation('createOpinion', undefined, opinion), requestBody: form },
    }),
  });
  const { body: made } = await send('POST /letters', { title: 'one' });
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const { body } = await send(`POST /letters/${made.id}/opinion`, 'outcome=good', type);
  expect(body).toEqual({ letter_id: made.id, outcome: 'good' });
  expect((await send(`GET /letters/${made.id}`)).body).toEqual(made);
});

it('a verb without a known meaning changes only the sent properties', async () => {
  const note = object({ id: text, is_pinned: { type: 'boolean' }, read_until: text });
  const send = await serve('pads', {
    '/notes.create': { post: operation('addNote', object({ is_pinned: { type: 'boolean' } }), object({ note })) },
    '/notes.info': { get: operation('note', undefined, object({ note }), inQuery('note')) },
    '/notes.mark': { post: operation('mark', object({ note: text, read_until: text })) },
  });
  const { note: made } = (await send('POST /notes.create', { is_pinned: true })).body;
  await send('POST /notes.mark', { note: made.id, read_until: 'page 4' });
  expect((await send(`GET /notes.info?note=${made.id}`)).body.note).toMatchObject({
    is_pinned: true,
    read_until: 'page 4',
  });
});

it('an operation that calculates from its path parameters does not read a record', async () => {
  const guess = object({ id: text, name: text, age: { type: 'integer' } });
  const asks = (summary: string) => ({ ...operation('age', undefined, guess), summary });
  const effectOf = async (summary: string) => {
    const paths = { '/ages/{name}': path(['name'], { get: asks(summary) }) };
    const described = { openapi: '3.0.3', info: { title: 'ages', version: '1' }, paths };
    const { writeModel } = await describeText('ages', described);
    return writeModel().full.operations?.['age'];
  };
  expect(await effectOf('Infer the likely age of a name')).not.toHaveProperty('read');
  expect(await effectOf('Check the age of a name')).toHaveProperty('read');
});
