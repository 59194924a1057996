import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object) => ({ type: 'object', properties });
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema?: object, status = '200') => ({
  [status]: { description: 'Done', ...(schema === undefined ? {} : body(schema)) },
});
const missing = { 404: { description: 'Not found' } };
const inPath = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ in: 'path', name, required: true, schema: text })),
});

async function serve(name: string, paths: object) {
  const info = { title: name, version: '1' };
  const { api } = await describeText(name, { openapi: '3.0.3', info, paths });
  return createSender(await serveDescribed(api));
}

describe('a path that ends in /batch', () => {
  const reading = object({ id: text, value: text, note: text });
  const meters = object({ id: text, name: text });
  const paths = {
    '/meters': { post: { operationId: 'addMeter', requestBody: body(meters), responses: answers(meters, '201') } },
    '/meters/{meter}': { ...inPath('meter'), get: { operationId: 'meter', responses: answers(meters) } },
    '/meters/{meter}/readings': {
      ...inPath('meter'),
      get: { operationId: 'readings', responses: answers(list(reading)) },
      post: { operationId: 'addReading', requestBody: body(reading), responses: answers(reading, '201') },
    },
    '/meters/{meter}/readings/{id}': {
      ...inPath('meter', 'id'),
      get: { operationId: 'reading', responses: { ...answers(reading), ...missing } },
    },
    '/meters/{meter}/readings/batch': {
      ...inPath('meter'),
      post: {
        operationId: 'addReadings',
        requestBody: body(list(object({ value: text, note: text }))),
        responses: answers(list(reading)),
      },
      put: { operationId: 'updateReadings', requestBody: body(list(reading)), responses: answers(list(reading)) },
    },
  };

  it('stores each record in the list', async () => {
    const send = await serve('meters', paths);
    const { id } = (await send('POST /meters', { name: 'Cellar' })).body;
    const { body: made } = await send(`POST /meters/${id}/readings/batch`, [{ value: '7' }, { value: '8' }]);
    expect(made).toMatchObject([{ value: '7' }, { value: '8' }]);
    expect((await send(`GET /meters/${id}/readings`)).body).toHaveLength(2);
    expect((await send(`GET /meters/${id}/readings/${made[1].id}`)).body).toMatchObject({ value: '8' });
  });

  it('updates each record in the list', async () => {
    const send = await serve('meters', paths);
    const { id } = (await send('POST /meters', { name: 'Cellar' })).body;
    const own = (await send(`POST /meters/${id}/readings`, { value: '7', note: 'dry' })).body.id;
    expect((await send(`PUT /meters/${id}/readings/batch`, [{ id: own, value: '9' }])).status).toBe(200);
    expect((await send(`GET /meters/${id}/readings/${own}`)).body).toMatchObject({ value: '9', note: 'dry' });
  });
});

describe('a list in a record', () => {
  it('gains and loses the item that a nested path names', async () => {
    const channel = { type: 'string', enum: ['Email', 'Sms', 'Push'] };
    const preference = object({ type: text, subscribedChannels: list(channel) });
    const send = await serve('preferences', {
      '/preferences/{type}': {
        ...inPath('type'),
        get: { operationId: 'preference', responses: answers(preference) },
        put: { operationId: 'prefer', requestBody: body(preference), responses: answers(undefined, '204') },
      },
      '/preferences/{type}/subscribedChannels/{channel}': {
        parameters: [...inPath('type').parameters, { in: 'path', name: 'channel', required: true, schema: channel }],
        post: { operationId: 'on', responses: answers(undefined, '204') },
        delete: { operationId: 'off', responses: answers(undefined, '204') },
      },
    });
    await send('PUT /preferences/news', { subscribedChannels: ['Email'] });
    await send('POST /preferences/news/subscribedChannels/Sms');
    expect((await send('GET /preferences/news')).body.subscribedChannels).toEqual(['Email', 'Sms']);
    await send('DELETE /preferences/news/subscribedChannels/Email');
    expect((await send('GET /preferences/news')).body.subscribedChannels).toEqual(['Sms']);
  });

  it('takes the whole request body as an item, even if the body contains a list', async () => {
    const alias = object({ address: text, destinations: list(text) });
    const zone = object({ name: text, aliases: list(alias) });
    const send = await serve('zones', {
      '/zones': { post: { operationId: 'addZone', requestBody: body(zone), responses: answers(zone, '201') } },
      '/zones/{name}': { ...inPath('name'), get: { operationId: 'zone', responses: answers(zone) } },
      '/zones/{name}/aliases': {
        ...inPath('name'),
        post: { operationId: 'addAlias', requestBody: body(alias), responses: answers(undefined, '201') },
      },
    });
    await send('POST /zones', { name: 'north' });
    await send('POST /zones/north/aliases', { address: 'info', destinations: ['ann', 'bob'] });
    expect((await send('GET /zones/north')).body.aliases).toEqual([{ address: 'info', destinations: ['ann', 'bob'] }]);
  });
});

describe('an action under a record', () => {
  const debit = object({
    id: text,
    amount: text,
    state: { type: 'string', enum: ['NEW', 'NOT_REJECTED', 'REJECTED_BY_PAYER'] },
    cargo: { $ref: '#/components/schemas/Cargo' },
    crew: { $ref: '#/components/schemas/Crew' },
  });
  const schemas = { Cargo: object({ units: text, hold: text }), Crew: object({ morale: text }) };
  const below = (operationId: string, responses: object, content?: object) => ({
    ...inPath('id'),
    post: { operationId, ...(content === undefined ? {} : { requestBody: { content } }), responses },
  });
  const parts = object({ cargo: { $ref: '#/components/schemas/Cargo' }, crew: { $ref: '#/components/schemas/Crew' } });
  const paths = {
    '/debits': { post: { operationId: 'add', requestBody: body(debit), responses: answers(debit, '201') } },
    '/debits/{id}': { ...inPath('id'), get: { operationId: 'debit', responses: { ...answers(debit), ...missing } } },
    '/debits/{id}/reject': below('reject', answers(undefined, '204')),
    '/debits/{id}/sync': below('sync', { ...answers(undefined, '204'), ...missing }),
    '/debits/{id}/scan': below('scan', { ...answers(undefined, '204'), ...missing }, { 'image/png': { schema: {} } }),
    '/debits/{id}/voyage': below('voyage', answers(parts), body(object({ hold: text })).content),
    '/debits/{id}/estimate': below('estimate', answers(object({ fee: text }))),
  };
  async function open() {
    const { api } = await describeText('debits', {
      openapi: '3.0.3',
      info: { title: 'debits', version: '1' },
      paths,
      components: { schemas },
    });
    const send = createSender(await serveDescribed(api));
    const { id } = (await send('POST /debits', { state: 'NEW', cargo: { units: '3', hold: 'A' } })).body;
    return { send, id };
  }

  it('returns 404 for an unknown id even if no property matches the verb in its path', async () => {
    const { send, id } = await open();
    expect((await send(`POST /debits/${id}/sync`)).status).toBe(204);
    expect((await send('POST /debits/none/sync')).status).toBe(404);
  });

  it('sets the state whose name contains the participle of the verb in its path', async () => {
    const { send, id } = await open();
    await send(`POST /debits/${id}/reject`);
    expect((await send(`GET /debits/${id}`)).body.state).toBe('REJECTED_BY_PAYER');
  });

  it('updates the nested objects that its response contains', async () => {
    const { send, id } = await open();
    const { cargo } = (await send(`POST /debits/${id}/voyage`, { hold: 'B' })).body;
    expect(cargo).toEqual({ units: '3', hold: 'B' });
    expect((await send(`GET /debits/${id}`)).body.cargo).toEqual(cargo);
  });
});
