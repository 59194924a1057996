import { describe, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
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

describe('a property that the record has under a similar name', () => {
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

  it('is set by a name with the same words, and keeps its value if it is not sent', async () => {
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

  it('is set by a query parameter', async () => {
    const parameters = [{ in: 'query', name: 'switchState', required: true, schema: { type: 'boolean' } }];
    const send = await serve('valves', valves({ put: { ...operation('turnValve'), parameters } }));
    const { id } = (await send('POST /valves', { operationalMode: 'AUTO' })).body;
    await send(`PUT /valves/${id}?switchState=true`);
    expect((await send(`GET /valves/${id}`)).body).toMatchObject({ operationalMode: 'AUTO', switchOn: true });
  });
});

describe('a text/plain request body', () => {
  const headers = { 'content-type': 'text/plain' };
  const script = object({ id: text, source: text, parts: list(text) });

  it('sets the only free-text property of the record', async () => {
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

  it('sets the property at the end of its path', async () => {
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

describe('a record stored through another path', () => {
  const parcel = object({ parcelId: text, from: text, to: text, weight: integer, sentAt: text });
  const sent = json(object({ from: text, to: text, weight: integer }));

  it('appears in the list whose items share most of the sent properties', async () => {
    const send = await serve('post', {
      '/ship': { post: operation('sendParcel', sent, object({ parcelId: text })) },
      '/parcels/outbound': { get: operation('parcels', undefined, list(parcel)) },
      '/parcels/outbound/{parcelId}': path(['parcelId'], { get: operation('parcel', undefined, parcel) }),
    });
    const { parcelId } = (await send('POST /ship', { from: 'Ghent', to: 'Bonn', weight: 3 })).body;
    const expected = { parcelId, from: 'Ghent', to: 'Bonn', weight: 3 };
    expect((await send(`GET /parcels/outbound/${parcelId}`)).body).toMatchObject(expected);
    expect((await send('GET /parcels/outbound')).body).toContainEqual(expect.objectContaining(expected));
  });

  it('appears in the list that its operationId names, even if list items have no id', async () => {
    const network = object({ ssid: text, name: text, cipher: integer, order: integer, kind: text });
    const found = object({ name: text, cipher: integer, strength: integer, channel: integer, noise: integer });
    const taken = object({ ssid: text, name: text, cipher: integer, strength: integer, channel: integer });
    const send = await serve('radio', {
      '/connect_radio': { post: operation('connectToNetwork', json(taken)) },
      '/found_results': { get: operation('results', undefined, list(found)) },
      '/saved_networks': { get: operation('networks', undefined, list(network)) },
    });
    const named = expect.objectContaining({ ssid: 'attic', cipher: 4 });
    await send('POST /connect_radio', { ssid: 'attic', name: 'Attic', cipher: 4, strength: 7, channel: 1 });
    expect((await send('GET /saved_networks')).body).toContainEqual(named);
    expect((await send('GET /found_results')).body).not.toContainEqual(named);
  });

  it('is not stored by a request for a price', async () => {
    const send = await serve('post', {
      '/ship/price': { post: operation('calculatePrice', sent, object({ price: integer })) },
      '/parcels': { get: operation('parcels', undefined, list(parcel)) },
      '/parcels/{parcelId}': path(['parcelId'], { get: operation('parcel', undefined, parcel) }),
    });
    const before = (await send('GET /parcels')).body.length;
    await send('POST /ship/price', { from: 'Ghent', to: 'Bonn', weight: 3 });
    expect((await send('GET /parcels')).body).toHaveLength(before);
  });
});

describe('a path parameter with the name of a property', () => {
  it('finds a record by its id or by that property', async () => {
    const note = object({ id: text, note: text });
    const send = await serve('notes', {
      '/notes': { post: operation('addNote', json(object({ note: text })), note) },
      '/notes/{note}': path(['note'], { get: operation('note', undefined, note) }),
    });
    const { id } = (await send('POST /notes', { note: 'later' })).body;
    expect((await send(`GET /notes/${id}`)).body).toEqual({ id, note: 'later' });
    expect((await send('GET /notes/later')).body).toEqual({ id, note: 'later' });
    expect((await send('GET /notes/never')).status).toBe(404);
  });
});

describe('an RPC call', () => {
  const batch = object({ id: text, label: text, size: integer });
  const parameters = [{ in: 'query', name: 'id', required: true, schema: text }];

  it('is classified by its operationId if its path has no known verb', async () => {
    const send = await serve('batches', {
      '/batch/submission': { post: operation('createBatch', json(object({ label: text })), batch) },
      '/batch/info': { get: { ...operation('getBatchInfo', undefined, batch), parameters } },
    });
    const { id } = (await send('POST /batch/submission', { label: 'blue' })).body;
    expect((await send(`GET /batch/info?id=${id}`)).body).toMatchObject({ id, label: 'blue' });
    expect((await send('GET /batch/info?id=none')).status).toBe(404);
  });

  it('reads a record that another call lists, even if no call creates it', async () => {
    const paths = {
      '/batch/info': { get: { ...operation('getBatchInfo', undefined, batch), parameters } },
      '/batch/list': { get: operation('listBatches', undefined, object({ batches: list(batch) })) },
    };
    const send = await serve('batches', paths, {}, { batches: { batch: 2 } });
    const [first] = (await send('GET /batch/list')).body.batches;
    expect((await send(`GET /batch/info?id=${first.id}`)).body).toEqual(first);
  });
});

it('a read whose response has the schema of the list returns one record', async () => {
  const wrapped = { $ref: '#/components/schemas/Wrapped' };
  const send = await serve(
    'rules',
    {
      '/rules': { get: operation('rules', undefined, wrapped) },
      '/rules/{id}': path(['id'], {
        get: operation('rule', undefined, wrapped),
        put: operation('createOrReplaceRule', json(object({ text }))),
        delete: operation('removeRule'),
      }),
    },
    { Wrapped: object({ result: list(object({ id: text, text })) }) },
  );
  await send('PUT /rules/first', { text: 'be kind' });
  await send('PUT /rules/second', { text: 'be brief' });
  expect((await send('GET /rules/second')).body).toEqual({ result: [{ id: 'second', text: 'be brief' }] });
  expect((await send('GET /rules')).body.result).toHaveLength(2);
});

it('a POST with the same input and response as the GET of its path stores nothing', async () => {
  const rate = object({ id: text, region: text, price: integer });
  const names = ['region', 'kind'];
  const parameters = names.map((name) => ({ in: 'query', name, schema: text }));
  const send = await serve('rates', {
    '/rates/current': {
      get: { ...operation('currentRates', undefined, list(rate)), parameters },
      post: operation('currentRatesOfMany', json(object({ region: text, kind: text })), list(rate)),
    },
  });
  const before = (await send('GET /rates/current')).body.length;
  await send('POST /rates/current', { region: 'north', kind: 'day' });
  expect((await send('GET /rates/current')).body).toHaveLength(before);
});

it('a POST without a body under a record updates the record', async () => {
  const record = object({ id: text, label: text, updatedAt: { type: 'string', format: 'date-time' } });
  const send = await serve('records', {
    '/records': { post: operation('addRecord', json(object({ label: text })), record) },
    '/records/{id}': path(['id'], { get: operation('record', undefined, record) }),
    '/records/{id}/attachment': path(['id'], { post: operation('createAttachment') }),
  });
  const { id, updatedAt } = (await send('POST /records', { label: 'one' })).body;
  await send('POST /_sim/clock/advance', { by: 'PT1H' });
  await send(`POST /records/${id}/attachment`);
  const after = (await send(`GET /records/${id}`)).body;
  expect(after.label).toBe('one');
  expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(updatedAt));
  expect((await send('POST /records/none/attachment')).status).toBe(404);
});
