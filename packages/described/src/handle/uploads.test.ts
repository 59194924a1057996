import { expect, test } from 'vitest';
import { createSender, describedOrigin, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const json = (schema: object) => ({ 'application/json': { schema } });
const ok = (schema: object) => ({ description: 'Done', content: json(schema) });
const bytes = { schema: { type: 'string', format: 'binary' } };
const none = { description: 'None' };
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: text });

const scan = {
  description: 'Null until there is one.',
  oneOf: [
    { type: 'null' },
    { type: 'object', required: ['mediaType', 'bytes'], properties: { mediaType: text, bytes: { type: 'integer' } } },
  ],
};
const page = { type: 'object', required: ['id', 'title', 'scan'], properties: { id: text, title: text, scan } };
const album = {
  type: 'object',
  required: ['id', 'name', 'photo_url', 'pages'],
  properties: {
    id: text,
    name: text,
    photo_url: { type: ['string', 'null'], readOnly: true },
    pages: { type: 'array', items: page, readOnly: true },
  },
};

const description = {
  openapi: '3.1.0',
  info: { title: 'Albums', version: '1' },
  paths: {
    '/albums': {
      get: { operationId: 'listAlbums', responses: { 200: ok({ type: 'array', items: album }) } },
      post: {
        operationId: 'addAlbum',
        requestBody: { content: json({ type: 'object', required: ['name'], properties: { name: text } }) },
        responses: { 201: ok(album) },
      },
    },
    '/albums/{album}': {
      parameters: [parameter('album')],
      get: { operationId: 'getAlbum', responses: { 200: ok(album), 404: none } },
    },
    '/albums/{album}/photo': {
      parameters: [parameter('album')],
      put: {
        operationId: 'putPhoto',
        requestBody: { content: { 'image/png': bytes } },
        responses: { 204: { description: 'Stored' }, 404: none },
      },
      get: {
        operationId: 'getPhoto',
        responses: { 200: { description: 'The photo', content: { 'image/png': bytes } }, 404: none },
      },
    },
    '/albums/{album}/pages': {
      parameters: [parameter('album')],
      post: {
        operationId: 'addPage',
        requestBody: { content: json({ type: 'object', required: ['title'], properties: { title: text } }) },
        responses: { 201: ok(page), 404: none },
      },
    },
    '/albums/{album}/pages/{page}/scan': {
      parameters: [parameter('album'), parameter('page')],
      put: {
        operationId: 'putScan',
        requestBody: { content: { 'image/png': bytes, 'application/pdf': bytes } },
        responses: { 200: ok(page), 404: none },
      },
      get: {
        operationId: 'getScan',
        responses: {
          200: { description: 'The scan', content: { 'image/png': bytes, 'application/pdf': bytes } },
          404: none,
        },
      },
    },
  },
};

async function start() {
  const { api } = await describeText('albums', description);
  const simulators = await serveDescribed(api);
  const send = createSender(simulators);
  const put = (path: string, body: string, type: string) =>
    simulators.fetch(`${describedOrigin}${path}`, { method: 'PUT', headers: { 'content-type': type }, body });
  const get = (path: string) => simulators.fetch(`${describedOrigin}${path}`);
  const { body } = await send('POST /albums', { name: 'Summer' });
  return { send, put, get, album: `/albums/${body.id}` };
}

test('a file under a record is 404 until it is uploaded, then returned unchanged', async () => {
  const { send, put, get, album } = await start();
  expect((await send(`GET ${album}`)).body.photo_url).toBeNull();
  expect((await get(`${album}/photo`)).status).toBe(404);
  expect((await put(`${album}/photo`, 'PNG 1', 'image/png')).status).toBe(204);
  const photo = await get(`${album}/photo`);
  expect([photo.status, photo.headers.get('content-type'), await photo.text()]).toEqual([200, 'image/png', 'PNG 1']);
  expect((await send(`GET ${album}`)).body.photo_url).toBe(`${album}/photo`);
});

test('a file of a list item has its own path, and the item shows its type and size', async () => {
  const { send, put, get, album } = await start();
  const { body: first } = await send(`POST ${album}/pages`, { title: 'Sea' });
  const { body: second } = await send(`POST ${album}/pages`, { title: 'Beach' });
  const at = `${album}/pages/${second.id}/scan`;
  expect((await get(at)).status).toBe(404);
  const answered = await put(at, 'picture', 'image/png');
  expect(await answered.json()).toEqual({ id: second.id, title: 'Beach', scan: { mediaType: 'image/png', bytes: 7 } });
  await put(at, '%PDF', 'application/pdf');
  const scanned = await get(at);
  expect([scanned.headers.get('content-type'), await scanned.text()]).toEqual(['application/pdf', '%PDF']);
  const { body } = await send(`GET ${album}`);
  expect(body.pages.map(({ id, scan }: { id: string; scan: unknown }) => [id, scan])).toEqual([
    [first.id, null],
    [second.id, { mediaType: 'application/pdf', bytes: 4 }],
  ]);
  expect((await get(`${album}/pages/${first.id}/scan`)).status).toBe(404);
});

test.each(['application/octet-stream', 'application/json'])(
  'returns an uploaded file as %s under the record that the upload created',
  async (type) => {
    const file = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
    const form = { type: 'object', required: ['name', 'content'], properties: { name: text, content: bytes.schema } };
    const { api, explanation, writeModel } = await describeText('papers', {
      openapi: '3.1.0',
      info: { title: 'Papers', version: '1' },
      paths: {
        '/papers': {
          get: { operationId: 'listPapers', responses: { 200: ok({ type: 'array', items: file }) } },
          post: {
            operationId: 'addPaper',
            requestBody: { content: { 'multipart/form-data': { schema: form } } },
            responses: { 201: ok(file) },
          },
        },
        '/papers/{paperId}': {
          parameters: [parameter('paperId')],
          get: { operationId: 'getPaper', responses: { 200: ok(file), 404: none } },
        },
        '/papers/{paperId}/raw': {
          parameters: [parameter('paperId')],
          get: {
            operationId: 'getRaw',
            responses: { 200: { description: 'The file', content: { [type]: { schema: text } } }, 404: none },
          },
        },
      },
    });
    const simulators = await serveDescribed(api);
    const body = new FormData();
    body.set('name', 'Deed');
    body.set('content', new Blob(['signed'], { type: 'application/octet-stream' }), 'deed.bin');
    const added = await simulators.fetch(`${describedOrigin}/papers`, { method: 'POST', body });
    const { id }: { id: string } = JSON.parse(await added.text());
    expect(await (await simulators.fetch(`${describedOrigin}/papers/${id}/raw`)).text()).toBe('signed');
    expect(writeModel().readable.operations?.['getRaw']).toMatchObject({ file: 'papers' });
    const { why } = explanation.operations.find(({ operationId }) => operationId === 'getRaw') ?? {};
    expect(why).toContain('returns the file that was uploaded for one of papers');
  },
);

test('names an uploaded record after its file, unless the request names it', async () => {
  const note = { type: 'object', properties: { id: text, name: text } };
  const form = { type: 'object', properties: { file: bytes.schema, name: text } };
  const addNote = { operationId: 'addNote', requestBody: { content: { 'multipart/form-data': { schema: form } } } };
  const paths = {
    '/notes': { post: { ...addNote, responses: { 201: ok(note) } } },
    '/notes/{note}': {
      parameters: [parameter('note')],
      get: { operationId: 'note', responses: { 200: ok(note), 404: none } },
    },
  };
  const { api } = await describeText('notes', { ...description, paths });
  const simulators = await serveDescribed(api);
  const add = async (fields: Readonly<Record<string, string>>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', new Blob(['hello']), 'hello.txt');
    return (await (await simulators.fetch(`${describedOrigin}/notes`, { method: 'POST', body })).json()) as unknown;
  };
  expect(await add({})).toMatchObject({ name: 'hello.txt' });
  expect(await add({ name: 'greeting' })).toMatchObject({ name: 'greeting' });
});
