import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const ok = (schema: object) => ({ description: 'OK', content: { 'application/json': { schema } } });
const entity = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });
const pages = (...parameters: object[]) => ({
  get: {
    parameters: [...parameters, { name: 'limit', in: 'query', schema: { type: 'integer' } }],
    responses: {
      200: ok({
        type: 'object',
        required: ['data'],
        properties: { data: { type: 'array', items: entity('Alias') }, nextToken: { type: 'string' } },
      }),
    },
  },
  post: {
    requestBody: { required: true, content: { 'application/json': { schema: entity('Alias') } } },
    responses: { 201: ok(entity('Alias')) },
  },
});
const { api } = await describeText('aliases', {
  openapi: '3.1.0',
  info: { title: 'Aliases', version: '1' },
  paths: {
    '/aliases': pages(text('nextToken'), text('name')),
    '/cursors': pages(text('cursor')),
    '/pages': pages(text('pageToken')),
    '/followers': pages(text('starting_after'), text('ending_before')),
    '/marks': pages(text('marker')),
    '/aliases/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: ok(entity('Alias')) } },
      patch: {
        requestBody: {
          content: Object.fromEntries(
            ['application/json', 'application/merge-patch+json', 'application/json-patch+json'].map((type) => [
              type,
              {},
            ]),
          ),
        },
        responses: { 200: ok(entity('Alias')) },
      },
    },
    '/volumes': {
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object', properties: { size: {} } } } },
        },
        responses: { 200: ok(entity('Volume')) },
      },
      put: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', properties: { volume_id: { type: 'string' }, size: { type: 'integer' } } },
            },
          },
        },
        responses: { 200: ok(entity('Volume')) },
      },
    },
    '/volumes/{volume_id}': {
      parameters: [{ name: 'volume_id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: ok(entity('Volume')) } },
    },
  },
  components: {
    schemas: {
      Alias: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } },
      Volume: { type: 'object', required: ['volume_id'], properties: { volume_id: { type: 'string' }, size: {} } },
    },
  },
});
const serve = async () => createSender(await serveDescribed(api));

describe('a page token', () => {
  it.each(['/aliases?nextToken=', '/cursors?cursor=', '/pages?pageToken='])(
    'is rejected with 400 if no page returned it: %s',
    async (path) => {
      const send = await serve();
      const refused = await send(`GET ${path}bogus`);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('bogus')]);
      expect((await send(`GET ${path}`)).status).toBe(200);
    },
  );

  it('is accepted even if a filter excludes its record', async () => {
    const send = await serve();
    for (const name of ['a', 'b', 'c']) await send('POST /aliases', { name });
    const { nextToken } = (await send('GET /aliases?limit=1')).body;
    expect((await send(`GET /aliases?nextToken=${nextToken}`)).body.data).toHaveLength(2);
    expect((await send(`GET /aliases?nextToken=${nextToken}&name=c`)).status).toBe(200);
  });

  it('can be any string if it is a position or if unknown ids exist', async () => {
    const send = await serve();
    expect((await send('GET /marks?marker=m')).status).toBe(200);
    expect((await send('GET /followers?starting_after=m')).status).toBe(200);
    await send('PATCH /_sim/settings', { apis: { aliases: { 'http.unknownIds': 'invent' } } });
    expect((await send('GET /aliases?nextToken=bogus')).status).toBe(200);
  });
});

describe('the id of a record', () => {
  it.each([
    ['application/json', { id: null, name: 'b' }],
    ['application/json', { id: {}, name: 'b' }],
    ['application/merge-patch+json', { id: null, name: 'b' }],
    [
      'application/json-patch+json',
      [
        { op: 'remove', path: '/id' },
        { op: 'replace', path: '/name', value: 'b' },
      ],
    ],
  ])('survives a PATCH of %s: %j', async (type, change) => {
    const send = await serve();
    const { id } = (await send('POST /aliases', { name: 'a' })).body;
    await send(`PATCH /aliases/${id}`, change, { 'content-type': type });
    expect((await send(`GET /aliases/${id}`)).body).toEqual({ id, name: 'b' });
    expect((await send('GET /aliases')).body.data).toEqual([{ id, name: 'b' }]);
  });

  it('is named in the error if a PUT on the collection does not send it', async () => {
    const send = await serve();
    const refused = await send('PUT /volumes', { size: 1 });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('send its \\"volume_id\\"')]);
    expect((await send('PUT /volumes', { size: 1, volume_id: 'zz' })).text).toContain('There is no volume \\"zz\\"');
  });
});

it('the self-check can upload a file in a form', async () => {
  const described = await describeText('uploads', {
    openapi: '3.1.0',
    info: { title: 'Uploads', version: '1' },
    paths: {
      '/files': {
        post: {
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  required: ['file'],
                  properties: { file: { type: 'string', format: 'binary' } },
                },
              },
            },
          },
          responses: { 201: ok(entity('File')) },
        },
      },
      '/files/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: ok(entity('File')) } },
      },
    },
    components: { schemas: { File: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } } },
  });
  const send = createSender(await serveDescribed(described.api));
  const findings = await described.tryPlan(({ method, path, body, headers }) =>
    send(`${method} ${path}`, body, headers),
  );
  expect(findings).toEqual([]);
});
