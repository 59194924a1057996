import { expect, test } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const json = (schema: object) => ({ 'application/json': { schema } });
const ok = (schema: object, description = 'Done') => ({ description, content: json(schema) });
const id = [{ name: 'id', in: 'path', required: true, schema: text }];

/** An API that counts birds in a picture. */
function counting(states: readonly string[], accepted: string) {
  const count = {
    type: 'object',
    required: ['id', 'picture', 'state', 'progress', 'endedAt', 'resultUrl'],
    properties: {
      id: text,
      picture: text,
      state: { type: 'string', enum: states },
      progress: { type: 'integer', minimum: 0, maximum: 100 },
      endedAt: { type: ['string', 'null'], format: 'date-time' },
      resultUrl: { type: ['string', 'null'] },
    },
  };
  const late = {
    ...ok(
      { type: 'object', required: ['code'], properties: { code: text } },
      'The result is not ready yet (`tooEarly`).',
    ),
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Bird counts', version: '1' },
    paths: {
      '/counts': {
        post: {
          operationId: 'startCount',
          requestBody: { content: json({ type: 'object', required: ['picture'], properties: { picture: text } }) },
          responses: { [accepted]: { ...ok(count), headers: { Location: { schema: text } } } },
        },
      },
      '/counts/{id}': {
        parameters: id,
        get: { operationId: 'getCount', responses: { 200: ok(count), 404: { description: 'None' } } },
      },
      '/counts/{id}/birds': {
        parameters: id,
        get: {
          operationId: 'getBirds',
          responses: { 200: { description: 'The birds', content: { 'text/csv': { schema: text } } }, 409: late },
        },
      },
    },
  };
}

test.each([
  [['queued', 'running', 'succeeded', 'failed'], '202'],
  [['pending', 'in_progress', 'completed', 'error'], '201'],
  [['PENDING', 'PROCESSING', 'DONE', 'FAILED'], '202'],
])('a job with the states %j advances with the clock, and then its result is available', async (states, accepted) => {
  const { api } = await describeText('birds', counting(states, accepted));
  const send = createSender(await serveDescribed(api));
  const started = await send('POST /counts', { picture: 'pond.png' });
  const [waiting, working, done] = states;
  expect(started.status).toBe(Number(accepted));
  expect(started.body).toMatchObject({ state: waiting, endedAt: null, resultUrl: null, picture: 'pond.png' });
  expect(started.headers.get('location')).toContain(`/counts/${started.body.id}`);
  const early = await send(`GET /counts/${started.body.id}/birds`);
  expect([early.status, early.body.code]).toEqual([409, 'tooEarly']);
  await send('POST /_sim/clock/advance', { by: 'PT1S' });
  expect((await send(`GET /counts/${started.body.id}`)).body).toMatchObject({
    state: working,
    progress: 50,
    endedAt: null,
  });
  await send('POST /_sim/clock/advance', { by: 'PT1S' });
  const { body } = await send(`GET /counts/${started.body.id}`);
  expect(body).toMatchObject({ state: done, progress: 100, endedAt: expect.any(String) });
  expect(body.resultUrl).toBe(`/counts/${body.id}/birds`);
});

test('a record without states can have a property with any name', async () => {
  const note = { type: 'object', required: ['id', 'words'], properties: { id: text, words: text } };
  const words = { type: 'object', required: ['words'], properties: { words: text } };
  const { api } = await describeText('notes', {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': {
        post: { operationId: 'addNote', requestBody: { content: json(words) }, responses: { 201: ok(note) } },
      },
      '/notes/{id}': { parameters: id, get: { operationId: 'getNote', responses: { 200: ok(note) } } },
    },
  });
  const send = createSender(await serveDescribed(api));
  expect((await send('POST /notes', { words: 'a', toString: {} })).status).toBe(201);
});

/** An API that moves stalls, and tells the progress of each move at its own path. */
function moving(answer: object) {
  const stall = { type: 'object', properties: { id: text, place: text } };
  const errand = {
    type: 'object',
    required: ['errandId'],
    properties: { errandId: text, progress: { type: 'integer' } },
  };
  const $ref = '#/components/schemas/Errand';
  return {
    openapi: '3.1.0',
    info: { title: 'Market', version: '1' },
    paths: {
      '/stalls': {
        post: {
          operationId: 'addStall',
          requestBody: { content: json({ type: 'object', properties: { place: text } }) },
          responses: { 201: ok(stall) },
        },
      },
      '/stalls/{id}': { parameters: id, get: { operationId: 'getStall', responses: { 200: ok(stall) } } },
      '/stalls/{id}/move': {
        parameters: id,
        post: {
          operationId: 'moveStall',
          requestBody: { content: json({ type: 'object', properties: { place: text } }) },
          responses: { 202: ok(answer) },
        },
      },
      '/errands/{errandId}': {
        parameters: [{ name: 'errandId', in: 'path', required: true, schema: text }],
        get: { operationId: 'getErrand', responses: { 200: ok({ $ref }), 404: { description: 'None' } } },
      },
    },
    components: { schemas: { Errand: errand } },
  };
}

test.each([
  ['its whole body', { $ref: '#/components/schemas/Errand' }, (body: unknown) => body],
  [
    'an envelope',
    { type: 'object', properties: { data: { $ref: '#/components/schemas/Errand' } } },
    ({ data }: { data: unknown }) => data,
  ],
])('a job that an action returns as %s can be read at its own path', async (_form, answer, inside) => {
  const { api } = await describeText('market', moving(answer));
  const send = createSender(await serveDescribed(api));
  const stall = (await send('POST /stalls', { place: 'North' })).body;
  const answered = await send(`POST /stalls/${stall.id}/move`, { place: 'South' });
  const errand = inside(answered.body) as { errandId: string };
  expect([answered.status, (await send(`GET /errands/${errand.errandId}`)).body]).toEqual([202, errand]);
});
