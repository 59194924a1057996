import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Simulators } from '@understudy/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { describedOrigin, describeText, serveDescribed } from './testing/serve-described.js';

const json = { 'application/json': { schema: { type: 'object' } } };
const responses = { 200: { description: 'OK', content: json } };
const binary = { schema: { type: 'string', format: 'binary' } };
const put = (content: object) => ({ put: { requestBody: { required: true, content }, responses } });
const file = {
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  put: { requestBody: { content: { 'image/*': binary } }, responses: { 204: { description: 'Stored' } } },
  get: { responses: { 200: { description: 'OK', content: { 'image/*': binary } } } },
};
const photo = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
const { api } = await describeText('bodies', {
  openapi: '3.1.0',
  info: { title: 'Bodies', version: '1' },
  paths: {
    '/octets': put({ 'application/octet-stream': binary }),
    '/reference': put({ 'application/octet-stream': { schema: { $ref: '#/components/schemas/Bytes' } } }),
    '/png': put({ 'image/png': binary }),
    '/images': put({ 'image/*': binary }),
    '/pdf': put({ 'application/pdf': { schema: { type: 'string' } } }),
    '/any': put({ '*/*': binary }),
    '/any-or-json': put({ '*/*': binary, 'application/json': { schema: photo } }),
    '/base64': put({ 'application/octet-stream': { schema: { type: 'string', format: 'byte' } } }),
    '/long': put({ 'application/zip': { schema: { type: 'string', minLength: 100, pattern: '^a' } } }),
    '/media': put({ 'video/mp4': { schema: { contentMediaType: 'video/mp4' } } }),
    '/empty': put({ 'audio/*': {} }),
    '/form': put({
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            one: { type: 'string', format: 'byte' },
            many: { type: 'array', items: { type: 'string', maxLength: 2 } },
            note: { type: 'string', maxLength: 2 },
          },
        },
      },
    }),
    '/photos': {
      get: {
        responses: {
          200: { description: 'OK', content: { 'application/json': { schema: { type: 'array', items: photo } } } },
        },
      },
      post: {
        requestBody: { content: { 'application/json': { schema: { ...photo, required: ['name'] } } } },
        responses: { 201: { description: 'Created', content: { 'application/json': { schema: photo } } } },
      },
    },
    '/photos/{id}/image': file,
  },
  components: { schemas: { Bytes: { type: 'string', format: 'binary' } } },
});
let simulators: Simulators;
beforeEach(async () => {
  simulators = await serveDescribed(api);
});

const bytes = Uint8Array.from(Buffer.from('89504e470d0a1a0a00ff', 'hex'));

async function send(call: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer> | FormData | string) {
  const [method = '', path = ''] = call.split(' ');
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  return await simulators.fetch(`${describedOrigin}${path}`, init);
}

describe('a binary request body', () => {
  it.each([
    ['/octets', 'application/octet-stream'],
    ['/reference', 'application/octet-stream'],
    ['/png', 'image/png'],
    ['/images', 'image/webp'],
    ['/pdf', 'application/pdf'],
    ['/any', 'video/mp4'],
    ['/any', 'application/json'],
    ['/any-or-json', 'font/woff2'],
    ['/base64', 'application/octet-stream'],
    ['/long', 'application/zip'],
    ['/media', 'video/mp4'],
    ['/empty', 'audio/ogg'],
  ])('is accepted by %s as %s', async (path, type) => {
    const response = await send(`PUT ${path}`, { 'content-type': type }, bytes);
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  });

  it('is rejected if it is empty or has an undescribed media type', async () => {
    expect((await send('PUT /png', { 'content-type': 'image/gif' }, bytes)).status).toBe(415);
    expect((await send('PUT /octets', { 'content-type': 'application/octet-stream' })).status).toBe(400);
    expect((await send('PUT /any', { 'content-type': 'image/gif' })).status).toBe(400);
  });

  it('is validated as JSON if it is sent as JSON and JSON is described next to */*', async () => {
    const answered = await send('PUT /any-or-json', { 'content-type': 'application/json' }, '{"name": 1}');
    expect([answered.status, await answered.text()]).toEqual([400, expect.stringContaining('/body/name')]);
  });

  it('is returned with its own media type', async () => {
    const made = await send('POST /photos', { 'content-type': 'application/json' }, '{"name":"a"}');
    const { id } = JSON.parse(await made.text());
    expect((await send(`PUT /photos/${id}/image`, { 'content-type': 'image/webp' }, bytes)).status).toBe(204);
    const read = await send(`GET /photos/${id}/image`, {});
    expect(read.headers.get('content-type')).toBe('image/webp');
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(bytes);
  });

  it('in a form is not validated by its file name, unlike other fields', async () => {
    const form = new FormData();
    form.append('one', new Blob([bytes]), 'summer photo.png');
    form.append('many', new Blob([bytes]), 'a long name.png');
    form.append('note', 'ok');
    expect((await send('PUT /form', {}, form)).status).toBe(200);
    form.append('many', 'long');
    form.set('note', 'too long');
    expect(await (await send('PUT /form', {}, form)).text()).toContain('/body/note');
  });
});

const named = new TextEncoder().encode('{"name":"a"}');
const unnamed = new TextEncoder().encode('{"id":"a"}');
const type = { 'content-type': 'application/json' };

describe('a compressed request body', () => {
  it.each<[string, (body: Uint8Array) => Uint8Array]>([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['identity', (body) => body],
    ['gzip, br', (body) => brotliCompressSync(gzipSync(body))],
  ])('with the coding %s is decoded and validated', async (coding, compress) => {
    const headers = { ...type, 'content-encoding': coding };
    expect((await send('POST /photos', headers, Uint8Array.from(compress(named)))).status).toBe(201);
    const refused = await send('POST /photos', headers, Uint8Array.from(compress(unnamed)));
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('name')]);
  });

  it('appears decoded in the journal', async () => {
    await send('POST /photos', { ...type, 'content-encoding': 'gzip' }, Uint8Array.from(gzipSync(named)));
    const journal = await (await send('GET /_sim/journal', {})).text();
    expect(JSON.parse(journal).entries[0]).toMatchObject({
      note: expect.stringContaining('sent with Content-Encoding: gzip'),
      request: { body: { name: 'a' } },
    });
  });

  it('gets 400 if it is corrupt and 415 if its coding is unknown', async () => {
    const gzip = { ...type, 'content-encoding': 'gzip' };
    expect((await send('POST /photos', gzip, named)).status).toBe(400);
    expect((await send('POST /photos', gzip, Uint8Array.from(gzipSync(named)).slice(0, 15))).status).toBe(400);
    const unknown = await send('POST /photos', { ...type, 'content-encoding': 'zstd9' }, named);
    expect([unknown.status, unknown.headers.get('accept-encoding')]).toEqual([415, 'gzip, deflate, br']);
  });

  it('is not decompressed beyond the size limit', async () => {
    const bomb = Uint8Array.from(gzipSync(Buffer.alloc(65 * 1024 * 1024, ' ')));
    expect((await send('POST /photos', { ...type, 'content-encoding': 'gzip' }, bomb)).status).toBe(413);
    expect(simulators.server.account.bytes).toBeLessThan(1024 * 1024);
  });
});
