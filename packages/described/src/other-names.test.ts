import { describe, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object) => ({ type: 'object', properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const operation = (operationId: string, taken?: object, shown?: object) => ({
  operationId,
  ...(taken === undefined ? {} : { requestBody: taken }),
  responses: {
    200: { description: 'Done', ...(shown === undefined ? {} : json(shown)) },
    404: { description: 'Not found' },
  },
});
const ofText = { content: { 'text/plain': { schema: text } } };
/** The operations of one path, with its parameters. */
const path = (names: readonly string[], operations: object) => ({
  parameters: names.map((name) => ({ in: 'path', name, required: true, schema: text })),
  ...operations,
});

async function serve(name: string, paths: object, schemas = {}, seed: 'empty' | Record<string, unknown> = 'empty') {
  const info = { title: name, version: '1' };
  const { api } = await describeText(name, { openapi: '3.0.3', info, paths, components: { schemas } });
  return createSender(await serveDescribed(api, { sandbox: { ...emptySandbox, seed } }));
}

describe('a member that the record has under another name', () => {
  const mode = { type: 'string', enum: ['AUTO', 'HAND'] };
  const valve = object({
    id: text,
    operationalMode: mode,
    switchOn: { type: 'boolean' },
    switchLocked: { type: 'boolean' },
  });
  const valves = (change: object) => ({
    '/valves': { post: operation('addValve', json(object({ operationalMode: mode })), valve) },
    '/valves/{id}': path(['id'], { get: operation('valve', undefined, valve), ...change }),
  });

  it('is set by the same words in other forms, and stays without them', async () => {
    const send = await serve(
      'valves',
      valves({ patch: operation('setValve', json(object({ operationMode: mode, switchState: { type: 'boolean' } }))) }),
    );
    const { id } = (await send('POST /valves', { operationalMode: 'AUTO' })).body;
    await send(`PATCH /valves/${id}`, { operationMode: 'HAND', switchState: true });
    expect((await send(`GET /valves/${id}`)).body).toMatchObject({ operationalMode: 'HAND', switchOn: true });
    await send(`PATCH /valves/${id}`, { switchState: false });
    expect((await send(`GET /valves/${id}`)).body).toMatchObject({ operationalMode: 'HAND', switchOn: false });
  });

  it('is set by a parameter of the query', async () => {
    const parameters = [{ in: 'query', name: 'switchState', required: true, schema: { type: 'boolean' } }];
    const send = await serve('valves', valves({ put: { ...operation('turnValve'), parameters } }));
    const { id } = (await send('POST /valves', { operationalMode: 'AUTO' })).body;
    await send(`PUT /valves/${id}?switchState=true`);
    expect((await send(`GET /valves/${id}`)).body).toMatchObject({ operationalMode: 'AUTO', switchOn: true });
  });
});

describe('a body that is a text', () => {
  const headers = { 'content-type': 'text/plain' };
  const script = object({ id: text, source: text, parts: list(text) });

  it('is the one free text of the record', async () => {
    const send = await serve('scripts', {
      '/scripts': { get: operation('scripts', undefined, list(script)) },
      '/scripts/{id}': path(['id'], {
        get: operation('script', undefined, script),
        put: operation('createOrReplaceScript', ofText),
      }),
    });
    await send('PUT /scripts/one', 'print 1', headers);
    await send('PUT /scripts/one', 'print 2', headers);
    expect((await send('GET /scripts/one')).body).toMatchObject({ id: 'one', source: 'print 2' });
  });

  it('is the member of its path', async () => {
    const key = object({ id: text, note: text, kind: text });
    const send = await serve('keys', {
      '/keys': { post: operation('addKey', json(object({ kind: text })), key) },
      '/keys/{id}': path(['id'], { get: operation('key', undefined, key) }),
      '/keys/{id}/note': path(['id'], { put: operation('noteKey', ofText) }),
    });
    const { id } = (await send('POST /keys', { kind: 'door' })).body;
    await send(`PUT /keys/${id}/note`, 'under the mat', headers);
    expect((await send(`GET /keys/${id}`)).body).toMatchObject({ kind: 'door', note: 'under the mat' });
  });
});
