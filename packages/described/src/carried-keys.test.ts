import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: object) => ({ type: 'object', properties });
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema?: object, status = '200') => ({
  [status]: { description: 'Done', ...(schema === undefined ? {} : body(schema)) },
});
const missing = { 404: { description: 'Not found' } };
const inQuery = (name: string, schema: object = text, required = true) => ({ in: 'query', name, required, schema });
const boat = object({ id: integer, label: text, sails: integer, moored: { type: 'boolean' } });
const boats = { type: 'array', items: boat };
const report = object({ success: { type: 'boolean' } });

const paths = {
  '/boats': {
    get: { operationId: 'boats', responses: answers(boats) },
    post: { operationId: 'addBoat', requestBody: body(boat), responses: answers(boat, '201') },
    patch: { operationId: 'changeBoat', requestBody: body(boat), responses: { ...answers(report), ...missing } },
    delete: {
      operationId: 'sinkBoat',
      parameters: [inQuery('boatId', integer)],
      responses: { ...answers(undefined, '204'), ...missing },
    },
  },
  '/boats/{id}': {
    parameters: [{ in: 'path', name: 'id', required: true, schema: integer }],
    get: { operationId: 'boat', responses: { ...answers(boat), ...missing } },
  },
  '/boats/rig': {
    post: {
      operationId: 'rig',
      requestBody: body(object({ boatId: integer, sails: integer })),
      responses: { ...answers(report), ...missing },
    },
  },
  '/boats/delete': {
    post: {
      operationId: 'deleteBoats',
      requestBody: body({ type: 'array', items: integer }),
      responses: { ...answers(report), ...missing },
    },
  },
  '/boats/bulk-update': {
    post: {
      operationId: 'updateBoats',
      requestBody: body(object({ ids: { type: 'array', items: integer }, sails: integer })),
      responses: answers(report),
    },
  },
  '/boats/many': {
    delete: {
      operationId: 'sinkMany',
      parameters: [inQuery('id', { type: 'array', items: integer })],
      responses: answers(undefined, '204'),
    },
  },
  '/boats/{id}/crew': {
    parameters: [{ in: 'path', name: 'id', required: true, schema: integer }],
    get: { operationId: 'crew', responses: answers({ type: 'array', items: object({ id: text, name: text }) }) },
    post: {
      operationId: 'hire',
      requestBody: body(object({ name: text })),
      responses: answers(object({ id: text, name: text }), '201'),
    },
    delete: { operationId: 'dismissCrew', responses: answers(undefined, '204') },
  },
};
const info = { title: 'Harbour', version: '1' };
const { api } = await describeText('harbour', { openapi: '3.0.3', info, paths });

async function serve() {
  const send = createSender(await serveDescribed(api));
  const ids: number[] = [];
  for (const label of ['one', 'two', 'three']) ids.push((await send('POST /boats', { label })).body.id);
  const labels = async () => (await send('GET /boats')).body.map((each: { label: string }) => each.label);
  return { send, ids, labels };
}

describe('an operation without an id in its path', () => {
  it('deletes the record whose id is in its query', async () => {
    const { send, ids, labels } = await serve();
    expect((await send(`DELETE /boats?boatId=${ids[1]}`)).status).toBe(204);
    expect(await labels()).toEqual(['one', 'three']);
    expect((await send('DELETE /boats?boatId=999')).status).toBe(404);
  });

  it('updates the record whose id is in its body, whatever its response is', async () => {
    const { send, ids } = await serve();
    expect((await send('PATCH /boats', { id: ids[0], sails: 3 })).status).toBe(200);
    expect((await send(`GET /boats/${ids[0]}`)).body).toMatchObject({ label: 'one', sails: 3 });
    expect((await send('PATCH /boats', { id: 999, sails: 3 })).status).toBe(404);
  });

  it('acts on the record whose id is in its body if its path ends in a verb', async () => {
    const { send, ids } = await serve();
    expect((await send('POST /boats/rig', { boatId: ids[2], sails: 5 })).status).toBe(200);
    expect((await send(`GET /boats/${ids[2]}`)).body).toMatchObject({ label: 'three', sails: 5 });
    expect((await send('POST /boats/rig', { boatId: 999, sails: 5 })).status).toBe(404);
  });
});

describe('a bulk operation', () => {
  it('deletes the records whose ids are in a list parameter named like the id', async () => {
    const { send, ids, labels } = await serve();
    expect((await send(`DELETE /boats/many?id=${ids[0]}&id=${ids[1]}`)).status).toBe(204);
    expect(await labels()).toEqual(['three']);
  });

  it('deletes each existing record in a list of ids and ignores an unknown id', async () => {
    const { send, ids, labels } = await serve();
    expect((await send('POST /boats/delete', [ids[0], 999, ids[2]])).status).toBe(200);
    expect(await labels()).toEqual(['two']);
  });

  it('updates each record with the properties next to the ids', async () => {
    const { send, ids } = await serve();
    await send('POST /boats/bulk-update', { ids: ids.slice(0, 2), sails: 7 });
    const sails = (await send('GET /boats')).body.map((each: { sails?: number }) => each.sails === 7);
    expect(sails).toEqual([true, true, false]);
  });

  it('deletes all records under its parent if it has no ids', async () => {
    const { send, ids } = await serve();
    for (const id of ids.slice(0, 2)) await send(`POST /boats/${id}/crew`, { name: 'Ada' });
    expect((await send(`DELETE /boats/${ids[0]}/crew`)).status).toBe(204);
    expect((await send(`GET /boats/${ids[0]}/crew`)).body).toEqual([]);
    expect((await send(`GET /boats/${ids[1]}/crew`)).body).toHaveLength(1);
  });
});

it('DELETE on a collection deletes the records that match a known property in the query', async () => {
  const remove = (operationId: string, ...names: string[]) => ({
    operationId,
    parameters: names.map((name) => inQuery(name, text, false)),
    responses: answers(undefined, '204'),
  });
  const collection = (name: string, deletion: object) => ({
    [`/${name}`]: { ...paths['/boats'], patch: undefined, delete: deletion },
    [`/${name}/{id}`]: paths['/boats/{id}'],
  });
  const described = await describeText('quays', {
    openapi: '3.0.3',
    info: { title: 'Quays', version: '1' },
    paths: {
      ...collection('ships', remove('scrapShip', 'label', 'sails')),
      ...collection('rafts', remove('scrapRaft', 'owner')),
      ...collection('tubs', remove('scrapAllTubs', 'owner')),
    },
  });
  const send = createSender(await serveDescribed(described.api));
  const left = async (name: string, query: string) => {
    for (const label of ['one', 'two']) await send(`POST /${name}`, { label, sails: 2 });
    await send(`DELETE /${name}${query}`);
    return (await send(`GET /${name}`)).body.map((each: { label: string }) => each.label);
  };
  expect(await left('ships', '?label=one')).toEqual(['two']);
  expect(await left('ships', '')).toEqual(['two', 'one', 'two']);
  expect(await left('rafts', '?owner=me')).toEqual(['one', 'two']);
  expect(await left('tubs', '?owner=me')).toEqual([]);
});

it('creates, reads, updates and deletes a record at one path by its query parameters', async () => {
  const described = await describeText('sayings', {
    openapi: '3.0.3',
    info: { title: 'Sayings', version: '1' },
    paths: {
      '/saying': {
        get: { operationId: 'show', parameters: [inQuery('id', text, false)], responses: answers({}) },
        put: {
          summary: 'Add a saying',
          parameters: [inQuery('words'), inQuery('author', text, false)],
          responses: answers({}),
        },
        patch: {
          summary: 'Change a saying',
          parameters: [inQuery('id'), inQuery('author', text, false)],
          responses: answers({}),
        },
        delete: { summary: 'Remove a saying', parameters: [inQuery('id')], responses: answers({}) },
      },
    },
  });
  const send = createSender(await serveDescribed(described.api));
  const { body: made } = await send('PUT /saying?words=Hello&author=Ada');
  expect(made).toMatchObject({ words: 'Hello', author: 'Ada', id: expect.any(String) });
  expect((await send(`GET /saying?id=${made.id}`)).body).toMatchObject({ words: 'Hello' });
  await send(`PATCH /saying?id=${made.id}&author=Eve`);
  expect((await send(`GET /saying?id=${made.id}`)).body).toMatchObject({ words: 'Hello', author: 'Eve' });
  await send(`DELETE /saying?id=${made.id}`);
  expect((await send(`GET /saying?id=${made.id}`)).status).toBe(404);
});
