import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object) => ({ type: 'object', properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema: object) => ({ 200: { description: 'Done', ...json(schema) } });
const inPath = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ in: 'path', name, required: true, schema: text })),
});

async function serve(name: string, paths: object) {
  const info = { title: name, version: '1' };
  const { api } = await describeText(name, { openapi: '3.1.0', info, paths });
  return createSender(await serveDescribed(api));
}

/** The creation, the list and the read of a collection. */
function collection(name: string, record: object, sent: object = record) {
  return {
    [`/${name}`]: {
      post: { operationId: `create_${name}`, requestBody: json(sent), responses: answers(record) },
      get: { operationId: `list_${name}`, responses: answers(object({ [name]: list(record) })) },
    },
    [`/${name}/{id}`]: {
      ...inPath('id'),
      get: { operationId: `get_${name}`, responses: { ...answers(record), 404: { description: 'Unknown' } } },
    },
  };
}

describe('a new record', () => {
  it('is enabled unless its request says otherwise', async () => {
    const flag = { type: 'boolean' };
    const hook = object({ id: text, name: text, enabled: { type: ['boolean', 'null'] }, is_active: flag, muted: flag });
    const send = await serve('hooks', collection('hooks', hook));
    const { body: made } = await send('POST /hooks', { name: 'A' });
    expect(made).toMatchObject({ enabled: true, is_active: true });
    expect(made).not.toHaveProperty('muted');
    expect((await send('POST /hooks', { enabled: false })).body).toMatchObject({ enabled: false, is_active: true });
  });
});
