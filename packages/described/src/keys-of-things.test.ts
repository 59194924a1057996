import { expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object) => ({ type: 'object', properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema: object, more: object = {}) => ({ 200: { description: 'Done', ...json(schema) }, ...more });
const missing = { 404: { description: 'Not found' } };
const inPath = (...names: string[]) => names.map((name) => ({ in: 'path', name, required: true, schema: text }));
const pump = object({ id: text, name: text, tags: list(text), region: object({ slug: text, name: text }) });
const sent = object({ name: text, tags: list(text), region: text });
const crew = object({ id: text, name: text });
const parameters = [{ in: 'query', name: 'tag_name', required: true, schema: text }];
const paths = {
  '/pumps': {
    get: { operationId: 'pumps', parameters, responses: answers(list(pump)) },
    post: { operationId: 'addPump', requestBody: json(sent), responses: answers(pump) },
    delete: { operationId: 'removePumps', parameters, responses: { 204: { description: 'Gone' } } },
  },
  '/pumps/{id}': {
    parameters: inPath('id'),
    get: { operationId: 'pump', responses: answers(pump, missing) },
    delete: { operationId: 'removePump', responses: { 204: { description: 'Gone' }, ...missing } },
  },
  '/crews/{id}/members/{member}': {
    parameters: inPath('id', 'member'),
    get: { operationId: 'member', responses: answers(crew, missing) },
    put: {
      ...{ operationId: 'updateMember', summary: 'Add a person to a crew', requestBody: json(object({ name: text })) },
      responses: { 204: { description: 'Done' }, ...missing },
    },
  },
};

async function serve() {
  const info = { title: 'pumps', version: '1' };
  const { api } = await describeText('pumps', { openapi: '3.0.3', info, paths });
  return createSender(await serveDescribed(api, { sandbox: emptySandbox }));
}

it('deletes the records that the parameter of their list selects', async () => {
  const send = await serve();
  await send('POST /pumps', { name: 'one', tags: ['old', 'red'] });
  await send('POST /pumps', { name: 'two', tags: ['new'] });
  expect((await send('DELETE /pumps?tag_name=old')).status).toBe(204);
  expect((await send('GET /pumps?tag_name=new')).body).toMatchObject([{ name: 'two' }]);
});

it('a text is the slug of an object rather than its name', async () => {
  const send = await serve();
  const { body } = await send('POST /pumps', { name: 'one', region: 'north-1' });
  expect(body.region).toMatchObject({ slug: 'north-1' });
});

it('a PUT that adds creates, although it describes an error for what is missing', async () => {
  const send = await serve();
  expect((await send('PUT /crews/c1/members/m1', { name: 'Ada' })).status).toBe(204);
  expect((await send('GET /crews/c1/members/m1')).body).toMatchObject({ name: 'Ada' });
});
