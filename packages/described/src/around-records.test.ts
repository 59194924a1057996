import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const kite = { type: 'object', properties: { id: text, name: text } };

/** Serves kites whose answers wrap them, with these members next to them and this example. */
async function serveKites(members: object, example?: object) {
  const wrapped = (data: object, shown?: object) => ({
    description: 'Done',
    content: {
      'application/json': {
        schema: { type: 'object', properties: { data, ...members } },
        ...(shown && { example: shown }),
      },
    },
  });
  const { api } = await describeText('kites', {
    openapi: '3.1.0',
    info: { title: 'Kites', version: '1' },
    paths: {
      '/kites': {
        get: { operationId: 'list', responses: { 200: wrapped({ type: 'array', items: kite }) } },
        post: {
          operationId: 'make',
          requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { name: text } } } } },
          responses: { 201: wrapped(kite, example) },
        },
      },
      '/kites/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { operationId: 'read', responses: { 200: wrapped(kite) } },
      },
    },
  });
  return createSender(await serveDescribed(api));
}

it('includes the constants, defaults and examples of an envelope around records and lists', async () => {
  const send = await serveKites({
    object: { const: 'answer' },
    code: { type: 'integer', default: 0 },
    status: { ...text, examples: ['ok'] },
    note: text,
  });
  const around = { object: 'answer', code: 0, status: 'ok' };
  const { body } = await send('POST /kites', { name: 'Red' });
  expect(body).toEqual({ ...around, data: { id: body.data.id, name: 'Red' } });
  expect((await send(`GET /kites/${body.data.id}`)).body).toEqual(body);
  expect((await send('GET /kites')).body).toEqual({ ...around, data: [body.data] });
});

it('fills envelope properties from the example of the operation', async () => {
  const example = { data: { id: 'k1', name: 'Blue' }, message: 'Made' };
  const send = await serveKites({ message: text }, example);
  const { body } = await send('POST /kites', { name: 'Red' });
  expect(body).toMatchObject({ message: 'Made', data: { name: 'Red' } });
});

it("does not fill an error or a number in a list's envelope from schema examples", async () => {
  const send = await serveKites({
    error: {
      type: 'object',
      properties: { message: { ...text, examples: ['Broken'] } },
      examples: [{ message: 'Broken' }],
    },
    message: { ...text, examples: ['Not found'] },
    entries: { type: 'integer', examples: [42] },
  });
  await send('POST /kites', { name: 'Red' });
  expect(Object.keys((await send('GET /kites')).body)).toEqual(['data']);
});
