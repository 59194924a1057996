import { expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object) => ({ type: 'object', properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const folder = { id: text, name: text, tags: list(text) };
const links = list(object({ rel: text, href: text }));
const operation = (operationId: string, shown: object, more: object = {}) => ({
  ...{ operationId, responses: { 200: { description: 'Done', ...json(shown) } } },
  ...more,
});

it.each([
  ['next to its links', { folders: list(object(folder)), _links: links }],
  ['next to other lists', { drawers: list(object(folder)), steps: links, hints: links }],
])('recognizes a list %s by the properties of its items', async (_where, shown) => {
  const { drawers, folders = drawers } = shown as { folders?: object; drawers?: object };
  const paths = {
    '/office-folders': {
      get: operation('folders', object(shown)),
      post: operation('addFolder', object(folder), { requestBody: json(object(folder)) }),
    },
    '/office-folders/{id}': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: text }],
      get: operation('folder', object(folder)),
      patch: operation('rename', object(folder), { requestBody: json(object({ name: text })) }),
    },
  };
  const info = { title: 'office', version: '1' };
  const { api } = await describeText('office', { openapi: '3.0.3', info, paths });
  const send = createSender(await serveDescribed(api, { sandbox: emptySandbox }));
  const { id } = (await send('POST /office-folders', { name: 'bills' })).body;
  const { body } = await send('GET /office-folders');
  const name = Object.keys(shown).find((each) => (shown as Record<string, unknown>)[each] === folders) ?? '';
  expect(body[name]).toMatchObject([{ id, name: 'bills' }]);
});
