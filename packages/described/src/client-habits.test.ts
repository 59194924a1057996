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
