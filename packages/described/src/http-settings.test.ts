import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const widget = { $ref: '#/components/schemas/Widget' };
const ok = (schema: unknown) => ({ description: 'ok', content: { 'application/json': { schema } } });
const description = {
  openapi: '3.1.0',
  info: { title: 'Widgets', version: '1' },
  paths: {
    '/widgets': {
      get: {
        operationId: 'listWidgets',
        parameters: [
          { name: 'owner', in: 'query', schema: { type: 'string', format: 'uuid' }, example: 'me' },
          { name: 'size', in: 'query', schema: { type: 'integer' } },
        ],
        responses: { '200': ok({ type: 'array', items: widget }) },
      },
      post: {
        operationId: 'createWidget',
        requestBody: { required: true, content: { 'application/json': { schema: widget } } },
        responses: { '201': ok(widget) },
      },
    },
    '/widgets/{widget_id}': {
      parameters: [{ name: 'widget_id', in: 'path', required: true, schema: { type: 'string', maxLength: 40 } }],
      get: { operationId: 'getWidget', responses: { '200': ok(widget), '404': { description: 'none' } } },
      patch: {
        operationId: 'updateWidget',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { '200': ok(widget) },
      },
      delete: { operationId: 'deleteWidget', responses: { '204': { description: 'gone' } } },
    },
    '/widgets/{widget_id}/parts': {
      parameters: [{ name: 'widget_id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'listParts', responses: { '200': ok({ type: 'array', items: { type: 'object' } }) } },
    },
  },
  components: {
    schemas: {
      Widget: {
        type: 'object',
        required: ['name'],
        properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' }, note: { type: 'string' } },
      },
    },
  },
};
const { api } = await describeText('widgets', description);

async function serve(settings: Readonly<Record<string, string>>) {
  const send = createSender(await serveDescribed(api));
  expect((await send('PATCH /_sim/settings', { apis: { widgets: settings } })).status).toBe(200);
  return send;
}

describe('an id that no request created', () => {
  it('gets the described 404 by default', async () => {
    const send = await serve({});
    expect((await send('GET /widgets/w1')).status).toBe(404);
  });

  it('exists with http.unknownIds=invent, even after a deletion, and has nested lists', async () => {
    const send = await serve({ 'http.unknownIds': 'invent' });
    expect((await send('GET /widgets/w1')).body).toMatchObject({ id: 'w1' });
    for (const _again of [1, 2]) expect((await send('DELETE /widgets/w1')).status).toBe(204);
    expect((await send('GET /widgets/w1')).status).toBe(200);
    expect((await send('GET /widgets/w1/parts')).status).toBe(200);
  });

  it('keeps a change until it is deleted', async () => {
    const send = await serve({ 'http.unknownIds': 'invent' });
    expect((await send('PATCH /widgets/w1', { note: 'changed' })).body).toMatchObject({ id: 'w1', note: 'changed' });
    expect((await send('GET /widgets/w1')).body).toMatchObject({ note: 'changed' });
    await send('DELETE /widgets/w1');
    expect((await send('GET /widgets/w1')).body).not.toMatchObject({ note: 'changed' });
  });

  it('differs from the id of a deleted record, which stays 404', async () => {
    const send = await serve({ 'http.unknownIds': 'invent' });
    const { id } = (await send('POST /widgets', { name: 'first' })).body;
    expect((await send('GET /widgets')).body).toMatchObject([{ id, name: 'first' }]);
    await send(`DELETE /widgets/${id}`);
    expect((await send(`GET /widgets/${id}`)).status).toBe(404);
    expect((await send(`GET /widgets/${id}/parts`)).status).toBe(404);
  });
});

it('returns the described response to a deletion, not the properties of the record', async () => {
  const kind = (value: string) => ({
    type: 'object',
    required: ['object'],
    properties: { id: { type: 'string' }, object: { type: 'string', enum: [value] } },
  });
  const one = { responses: { '200': ok(kind('gadget')) } };
  const { api: gadgets } = await describeText('gadgets', {
    openapi: '3.1.0',
    info: { title: 'Gadgets', version: '1' },
    paths: {
      '/gadgets': { post: { operationId: 'createGadget', ...one } },
      '/gadgets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getGadget', ...one },
        delete: { operationId: 'deleteGadget', responses: { '200': ok(kind('gadget.deleted')) } },
      },
    },
  });
  const send = createSender(await serveDescribed(gadgets));
  const { id, object } = (await send('POST /gadgets', {})).body;
  expect([object, (await send(`DELETE /gadgets/${id}`)).body]).toEqual(['gadget', { id, object: 'gadget.deleted' }]);
});

describe('a request that does not match the description', () => {
  it('is rejected by default', async () => {
    const send = await serve({});
    expect((await send('GET /widgets?owner=someone')).status).toBe(400);
    expect((await send('POST /widgets', { note: 'no name' })).status).toBe(400);
  });

  it('is accepted with a note if only a format is invalid and http.formats=note', async () => {
    const send = await serve({ 'http.formats': 'note' });
    expect((await send('GET /widgets?owner=someone')).status).toBe(200);
    expect((await send('GET /widgets?size=many')).status).toBe(400);
    const { entries } = (await send('GET /_sim/journal?type=request')).body;
    expect(entries[0].note).toMatch(/does not fit the description: .*\/query\/owner must be a UUID/);
  });

  it('is accepted with a note if only a required property is missing and http.required=lenient', async () => {
    const send = await serve({ 'http.required': 'lenient' });
    expect((await send('POST /widgets', { note: 'no name' })).status).toBe(201);
    const { entries } = (await send('GET /_sim/journal?type=request')).body;
    expect(entries[0].note).toContain('/body/name is required');
  });

  it.each([
    ['a valid request', 'GET /widgets?size=1', undefined, '?1', null],
    ['a value with an invalid format', 'GET /widgets?owner=someone', undefined, '?0', 'ambiguous'],
    ['the described example', 'GET /widgets?owner=me', undefined, '?0', 'description'],
    ['a value of another type', 'GET /widgets?size=many', undefined, '?0', 'client'],
    ['a missing required property', 'POST /widgets', {}, '?0', 'client'],
    ['an unknown path', 'GET /gadgets', undefined, '?0', 'routing'],
    ['a method that the path does not support', 'PUT /widgets', {}, '?0', 'routing'],
    ['an unknown id', 'GET /widgets/none', undefined, '?1', null],
  ])(
    'gets response headers that report its validity and probable fault: %s',
    async (_what, call, body, valid, fault) => {
      const send = await serve({ 'http.report': 'headers', 'http.formats': 'note' });
      const { headers } = await send(call, body);
      expect([headers.get('understudy-request-valid'), headers.get('understudy-request-fault')]).toEqual([
        valid,
        fault,
      ]);
      expect(headers.get('understudy-request-findings') ?? 'none').toMatch(
        fault === null ? /^none$/ : new RegExp(`^".+";fault=${fault};rule="request/.+";at="/`),
      );
    },
  );

  it('gets no such response headers by default', async () => {
    const send = await serve({});
    expect((await send('GET /widgets')).headers.get('understudy-request-valid')).toBeNull();
  });
});
