import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });
const pet = object({ petId: text, name: text, settings: object({ size: { type: 'integer' } }) });
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (status: string, schema: object) => ({
  responses: { [status]: { description: '', ...content(schema) } },
});
const requestBody = content(object({ name: text, size: { type: 'integer' } }));
const id = { name: 'petId', in: 'path', required: true, schema: { type: 'string', pattern: '^p-[0-9]+$' } };

/** The response to a creation, and the location of the key in it. */
it.each([
  ['only the id', text, []],
  ['a list with the record', { type: 'array', items: pet }, [0, 'petId']],
  ['the id and unrelated properties', object({ petId: text, job: text, token: text, at: text }), ['petId']],
  ['the record under a longer name', object({ housePet: pet, tags: object({ a: text }) }), ['housePet', 'petId']],
])('stores and updates a record if its create response has %s', async (_what, created, path) => {
  const description = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets': {
        post: { requestBody, ...answers('201', created) },
        get: answers('200', { type: 'array', items: object({ petId: text, owner: text, a: text, b: text }) }),
      },
      '/pets/{petId}': {
        parameters: [id],
        get: answers('200', object({ data: pet })),
        put: { requestBody, ...answers('200', object({ success: { type: 'boolean' } })) },
        delete: { responses: { '204': { description: '' } } },
      },
    },
  };
  const { api, tryPlan } = await describeText('pets', description);
  const send = createSender(await serveDescribed(api));
  const call = async (request: string, sent?: object) => {
    const { status, body } = await send(request, sent);
    return { status, body };
  };
  const problems = await tryPlan(async ({ method, path: address, body }) => send(`${method} ${address}`, body));
  expect(problems).toEqual([]);
  const made = await call('POST /pets', { name: 'Rex', size: 1 });
  const key: unknown = path.reduce<unknown>((value, name) => Reflect.get(Object(value), name), made.body);
  expect(key).toMatch(/^p-[0-9]+$/);
  const data = { petId: key, name: 'Rex', settings: { size: 1 } };
  expect(await call(`GET /pets/${key}`)).toEqual({ status: 200, body: { data } });
  const changed = await call(`PUT /pets/${key}`, { name: 'Max', size: 2 });
  expect(changed.body).toMatchObject({ success: expect.any(Boolean) });
  expect((await call(`GET /pets/${key}`)).body.data).toEqual({ petId: key, name: 'Max', settings: { size: 2 } });
  expect((await call('GET /pets')).body).toMatchObject([{ petId: key }]);
  expect((await call(`DELETE /pets/${key}`)).status).toBe(204);
  expect((await call(`GET /pets/${key}`)).status).toBe(404);
});
