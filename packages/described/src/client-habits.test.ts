import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object) => ({ type: 'object', properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema: object) => ({ 200: { description: 'Done', ...json(schema) } });
const inPath = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ in: 'path', name, required: true, schema: text })),
});

async function serve(name: string, paths: object) {
  const info = { title: name, version: '1' };
  const { api } = await describeText(name, { openapi: '3.1.0', info, paths });
  return createSender(await serveDescribed(api));
}

/** The creation, the list and the read of a collection. */
function collection(name: string, record: object, sent: object = record) {
  return {
    [`/${name}`]: {
      post: { operationId: `create_${name}`, requestBody: json(sent), responses: answers(record) },
      get: { operationId: `list_${name}`, responses: answers(object({ [name]: list(record) })) },
    },
    [`/${name}/{id}`]: {
      ...inPath('id'),
      get: { operationId: `get_${name}`, responses: { ...answers(record), 404: { description: 'Unknown' } } },
    },
  };
}

describe('a new record', () => {
  it('is enabled unless its request says otherwise', async () => {
    const flag = { type: 'boolean' };
    const hook = object({ id: text, name: text, enabled: { type: ['boolean', 'null'] }, is_active: flag, muted: flag });
    const send = await serve('hooks', collection('hooks', hook));
    const { body: made } = await send('POST /hooks', { name: 'A' });
    expect(made).toMatchObject({ enabled: true, is_active: true });
    expect(made).not.toHaveProperty('muted');
    expect((await send('POST /hooks', { enabled: false })).body).toMatchObject({ enabled: false, is_active: true });
  });
});

describe('a search by POST', () => {
  const filter = object({
    color: object({ exact: text, fuzzy: text }),
    owner_filter: object({ owner_ids: list(text) }),
    created_at: object({ start_at: text }),
  });
  const search = object({
    query: object({ filter, sort: object({ field: text }) }),
    tags: list(text),
    limit: { type: 'integer' },
    cursor: text,
  });
  const bike = object({ id: text, color: text, owner_id: text, tags: list(text) });
  const paths = {
    ...collection('bikes', bike),
    '/bikes/search': {
      post: {
        operationId: 'searchBikes',
        requestBody: json(search),
        responses: answers(object({ bikes: list(bike), cursor: text })),
      },
    },
  };

  it.each([
    ['all records', {}, ['red', 'red', 'blue']],
    ['records with a value', { query: { filter: { color: { exact: 'blue' } } } }, ['blue']],
    [
      'records with one of several values',
      { query: { filter: { owner_filter: { owner_ids: ['o2', 'o9'] } } } },
      ['red'],
    ],
    ['records by a member of the body', { tags: ['fast'] }, ['blue']],
    ['a page', { limit: 2 }, ['red', 'red']],
  ])('lists %s', async (_what, body, colors) => {
    const send = await serve('bikes', paths);
    await send('POST /bikes', { color: 'red', owner_id: 'o1' });
    await send('POST /bikes', { color: 'red', owner_id: 'o2' });
    await send('POST /bikes', { color: 'blue', owner_id: 'o1', tags: ['fast'] });
    const { body: found } = await send('POST /bikes/search', body);
    expect(found.bikes.map(({ color }: { color: string }) => color)).toEqual(colors);
  });

  it('continues at the cursor of its body', async () => {
    const send = await serve('bikes', paths);
    for (const color of ['red', 'green', 'blue']) await send('POST /bikes', { color });
    const { body: first } = await send('POST /bikes/search', { limit: 2 });
    const { body: second } = await send('POST /bikes/search', { limit: 2, cursor: first.cursor });
    expect(second.bikes).toMatchObject([{ color: 'blue' }]);
  });
});

describe('an object in the query of a list', () => {
  it('selects by its members, and has the cursor of the page', async () => {
    const lamp = object({ id: text, room: text, metadata: { type: 'object', additionalProperties: text } });
    const { '/lamps': path, ...item } = collection('lamps', lamp) as Record<string, { get: object }>;
    const parameters = [
      { name: 'before/after', in: 'query', schema: object({ before: text, after: text }) },
      { name: 'filter', in: 'query', style: 'deepObject', schema: object({ room: text }) },
      { name: 'metadata', in: 'query', style: 'deepObject', schema: { type: 'object', additionalProperties: text } },
      { name: 'limit', in: 'query', schema: { type: 'integer' } },
    ];
    const send = await serve('lamps', { '/lamps': { ...path, get: { ...path?.get, parameters } }, ...item });
    const ids: string[] = [];
    for (const room of ['hall', 'loft', 'hall'])
      ids.push((await send('POST /lamps', { room, metadata: { site: room } })).body.id);
    const listed = async (query: string) =>
      (await send(`GET /lamps?${query}`)).body.lamps.map(({ id }: { id: string }) => ids.indexOf(id));
    expect(await listed('filter%5Broom%5D=hall')).toEqual([0, 2]);
    expect(await listed('metadata%5Bsite%5D=loft')).toEqual([1]);
    expect(await listed(`limit=1&after=${ids[0]}`)).toEqual([1]);
  });
});

describe('a list of ids in a record', () => {
  const group = object({ id: text, name: text });
  const person = object({ id: text, name: text, group_ids: list(text), team_ids: list(text) });
  const done = { responses: { 200: { description: 'Done' } } };
  const paths = {
    ...collection('groups', group),
    ...collection('people', person, object({ name: text })),
    '/people/{id}/groups/{group_id}': {
      ...inPath('id', 'group_id'),
      put: { operationId: 'join', ...done },
      delete: { operationId: 'leave', ...done },
    },
    ...Object.fromEntries(
      ['link', 'unlink'].map((verb) => [
        `/people/{id}/${verb}-team`,
        {
          ...inPath('id'),
          post: { operationId: `${verb}Team`, requestBody: json(object({ team_id: text })), ...done },
        },
      ]),
    ),
  };

  it('has the group that a path below it adds, until it removes it', async () => {
    const send = await serve('people', paths);
    const { id } = (await send('POST /people', { name: 'Ann' })).body;
    const own = (await send('POST /groups', { name: 'Loyal' })).body.id;
    await send(`PUT /people/${id}/groups/${own}`);
    expect((await send(`GET /people/${id}`)).body.group_ids).toEqual([own]);
    await send(`DELETE /people/${id}/groups/${own}`);
    expect((await send(`GET /people/${id}`)).body.group_ids).toEqual([]);
  });

  it('has the id that an action links, until it unlinks it', async () => {
    const send = await serve('people', paths);
    const { id } = (await send('POST /people', { name: 'Ann' })).body;
    await send(`POST /people/${id}/link-team`, { team_id: 't1' });
    expect((await send(`GET /people/${id}`)).body.team_ids).toEqual(['t1']);
    await send(`POST /people/${id}/unlink-team`, { team_id: 't1' });
    expect((await send(`GET /people/${id}`)).body.team_ids).toEqual([]);
  });
});

describe('two paths that match the same requests', () => {
  it('read a record by its id and by the other member', async () => {
    const part = object({ part_id: text, part_code: text, name: text });
    const { '/parts': all } = collection('parts', part, object({ part_code: text, name: text }));
    const read = (name: string) => ({ ...inPath(name), get: { operationId: `get_${name}`, responses: answers(part) } });
    const paths = { '/parts': all ?? {}, '/parts/{part_code}': read('part_code'), '/parts/{part_id}': read('part_id') };
    const send = await serve('parts', paths);
    const { part_id } = (await send('POST /parts', { part_code: 'A-1', name: 'Bolt' })).body;
    expect((await send(`GET /parts/${part_id}`)).body).toMatchObject({ name: 'Bolt' });
    expect((await send('GET /parts/A-1')).body).toMatchObject({ part_id });
  });
});

describe('a creation that also changes', () => {
  const shelf = object({ id: text, name: text, rows: { type: 'integer' } });
  const paths = {
    ...collection('shelves', shelf),
    '/shelves': {
      ...collection('shelves', shelf)['/shelves'],
      put: {
        operationId: 'createShelves',
        requestBody: json(object({ shelves: list(shelf) })),
        responses: answers(object({ shelves: list(shelf) })),
      },
      post: {
        operationId: 'updateOrCreateShelves',
        requestBody: json(object({ shelves: list(shelf) })),
        responses: answers(object({ shelves: list(shelf) })),
      },
    },
  };

  it('changes the record whose id it has, and stores others', async () => {
    const send = await serve('shelves', paths);
    const { body: made } = await send('PUT /shelves', { shelves: [{ name: 'A', rows: 3 }, { name: 'B' }] });
    const [{ id }, other] = made.shelves;
    expect(other.id).not.toBe(id);
    const { body: next } = await send('POST /shelves', { shelves: [{ id, name: 'C' }, { name: 'D' }] });
    expect(next.shelves[0]).toEqual({ id, name: 'C', rows: 3 });
    expect(next.shelves[1].id).not.toBe(id);
    expect((await send('GET /shelves')).body.shelves.map(({ name }: { name: string }) => name)).toEqual([
      'C',
      'B',
      'D',
    ]);
  });
});

describe('the version of a record', () => {
  it('grows with each change', async () => {
    const note = object({ id: text, title: text, version: { type: 'integer' } });
    const paths = collection('notes', note, object({ title: text }));
    const put = { operationId: 'changeNote', requestBody: json(object({ title: text })), responses: answers(note) };
    const send = await serve('notes', { ...paths, '/notes/{id}': { ...paths['/notes/{id}'], put } });
    const { body: made } = await send('POST /notes', { title: 'A' });
    expect(made.version).toBe(1);
    expect((await send(`PUT /notes/${made.id}`, { title: 'B' })).body).toMatchObject({ title: 'B', version: 2 });
    expect((await send(`GET /notes/${made.id}`)).body).toMatchObject({ title: 'B', version: 2 });
  });
});

describe('a request with an idempotency key in its body', () => {
  it('is answered once', async () => {
    const gift = object({ id: text, name: text });
    const send = await serve('gifts', collection('gifts', gift, object({ name: text, idempotency_key: text })));
    const create = async (key: string) =>
      (await send('POST /gifts', { name: 'Tea', idempotency_key: key })).body.id as string;
    const first = await create('k1');
    expect(await create('k1')).toBe(first);
    expect(await create('k2')).not.toBe(first);
  });
});
