import { describe, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const members = { id: text, name: text, note: text };
const boat = object(members, ['id', 'name']);
const sent = object(members, ['name']);
const less = { $ref: '#/components/schemas/changes' };
const operation = (operationId: string, summary: string, taken?: object) => ({
  ...{ operationId, summary },
  ...(taken === undefined ? {} : { requestBody: json(taken) }),
  responses: { 200: { description: 'Done', ...json(boat) } },
});

async function changedNote(changes: object, taken: object): Promise<unknown> {
  const paths = {
    '/boats': { post: operation('addBoat', 'Add a boat', sent) },
    '/boats/{id}': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: text }],
      get: operation('boat', 'Get a boat'),
      ...changes,
    },
  };
  const components = { schemas: { changes: object(members) } };
  const info = { title: 'boats', version: '1' };
  const { api } = await describeText('boats', { openapi: '3.0.3', info, paths, components });
  const send = createSender(await serveDescribed(api, { sandbox: emptySandbox }));
  const { id } = (await send('POST /boats', { name: 'Ada', note: 'blue' })).body;
  expect((await send(`PUT /boats/${id}`, taken)).status).toBe(200);
  return (await send(`GET /boats/${id}`)).body.note;
}

describe('a PUT keeps omitted properties', () => {
  it('if its summary says that it updates and the API has no PATCH', async () => {
    expect(await changedNote({ put: operation('update', 'Update a boat', sent) }, { name: 'Eve' })).toBe('blue');
  });

  it('if it requires less than the POST and shares its body schema with the PATCH', async () => {
    const changes = { put: operation('update', 'Update a boat', less), patch: operation('patch', 'Patch', less) };
    expect(await changedNote(changes, { name: 'Eve' })).toBe('blue');
  });
});

describe('a PUT removes omitted properties', () => {
  it('if its summary says that it replaces the record', async () => {
    expect(
      await changedNote(
        { put: operation('update', 'Update all of a boat. Members that are left out are reset', sent) },
        { name: 'Eve' },
      ),
    ).toBeUndefined();
  });

  it('if PATCH has a different body schema', async () => {
    const changes = { put: operation('update', 'Update a boat', sent), patch: operation('patch', 'Patch', less) };
    expect(await changedNote(changes, { name: 'Eve' })).toBeUndefined();
  });
});
