import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });
const linkage = object({ data: object({ type: text, id: text }) });

/** The operations of a collection of JSON:API: requests without an id, and responses with included records. */
function collection(type: string, attributes: object, relationships: object = {}) {
  const members = { type: { const: type }, attributes: object(attributes), relationships: object(relationships) };
  const body = (schema: object) => ({ content: { 'application/vnd.api+json': { schema } } });
  const taken = { requestBody: body(object({ data: object(members) })) };
  const record = object({ id: text, ...members });
  const included = { type: 'array', items: object({ id: text, type: text, attributes: { type: 'object' } }) };
  const shown = (data: object) => ({ description: 'Done', ...body(object({ data, included })) });
  const include = { name: 'include', in: 'query', schema: text };
  return {
    [`/${type}`]: {
      get: {
        operationId: `list-${type}`,
        parameters: [include],
        responses: { 200: shown({ type: 'array', items: record }) },
      },
      post: { operationId: `add-${type}`, ...taken, responses: { 201: shown(record) } },
    },
    [`/${type}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { operationId: `read-${type}`, parameters: [include], responses: { 200: shown(record) } },
      patch: { operationId: `change-${type}`, ...taken, responses: { 200: shown(record) } },
    },
  };
}

async function serveLibrary() {
  const { api } = await describeText('library', {
    openapi: '3.1.0',
    info: { title: 'Library', version: '1' },
    paths: {
      ...collection('writers', { name: text }),
      ...collection('books', { title: text, pages: { type: 'integer' } }, { writer: linkage }),
    },
  });
  const send = createSender(await serveDescribed(api), { 'content-type': 'application/vnd.api+json' });
  const { id } = (await send('POST /writers', { data: { type: 'writers', attributes: { name: 'Ada' } } })).body.data;
  const writer = { data: { type: 'writers', id } };
  const data = { type: 'books', attributes: { title: 'Loops', pages: 90 }, relationships: { writer } };
  return {
    send,
    data,
    made: await send('POST /books', { data }),
    writer: { id, type: 'writers', attributes: { name: 'Ada' } },
  };
}

it('a record keeps its relationships next to its attributes', async () => {
  const { send, data, made } = await serveLibrary();
  expect(made.body.data).toEqual({ ...data, id: expect.any(String) });
  expect((await send(`GET /books/${made.body.data.id}`)).body.data).toEqual(made.body.data);
});

it('a PATCH of some attributes keeps the others and the relationships', async () => {
  const { send, data, made } = await serveLibrary();
  const { id } = made.body.data;
  await send(`PATCH /books/${id}`, { data: { id, type: 'books', attributes: { pages: 91 } } });
  const changed = { ...data, id, attributes: { title: 'Loops', pages: 91 } };
  expect((await send(`GET /books/${id}`)).body.data).toEqual(changed);
});

it('include adds each related record once', async () => {
  const { send, data, made, writer } = await serveLibrary();
  await send('POST /books', { data });
  expect((await send(`GET /books/${made.body.data.id}?include=writer`)).body.included).toEqual([writer]);
  expect((await send('GET /books?include=writer')).body.included).toEqual([writer]);
});

it('include adds at most 200 records', async () => {
  const { send, data } = await serveLibrary();
  for (let n = 0; n < 205; n += 1) {
    const { id } = (await send('POST /writers', { data: { type: 'writers', attributes: { name: `${n}` } } })).body.data;
    await send('POST /books', { data: { ...data, relationships: { writer: { data: { type: 'writers', id } } } } });
  }
  const { body } = await send('GET /books?include=writer');
  expect(body.data.length).toBeGreaterThan(200);
  expect(body.included).toHaveLength(200);
});
