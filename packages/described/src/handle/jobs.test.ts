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
])(
  'a job that is %j gets done on the clock, state by state, and its result is there afterwards',
  async (states, accepted) => {
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
  },
);

test('a record without states can have a member of any name', async () => {
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
