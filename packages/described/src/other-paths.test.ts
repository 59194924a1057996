import { describe, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });
const list = (items: object) => ({ type: 'array', items });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema?: object, status = '200') => ({
  [status]: { description: 'Done', ...(schema === undefined ? {} : body(schema)) },
});
const inPath = (name: string, schema: object = text) => ({ in: 'path', name, required: true, schema });

async function serve(name: string, paths: object, { schemas = {}, seed = 'empty' as 'empty' | object } = {}) {
  const info = { title: name, version: '1' };
  const { api } = await describeText(name, { openapi: '3.0.3', info, paths, components: { schemas } });
  const sandbox = { ...emptySandbox, seed: seed === 'empty' ? seed : { [name]: seed } };
  return createSender(await serveDescribed(api, { sandbox }));
}

describe('an operation at another path than the thing that it answers with', () => {
  const schemas = {
    Desk: object({ id: text, label: text, office: ref('Office') }),
    Office: object({ id: text, city: text }),
    Sign: object({ id: text, words: text }),
    Owner: object({ name: text, email: text }),
  };
  const office = { parameters: [inPath('office')] };

  it('creates the thing in its collection', async () => {
    const send = await serve(
      'desks',
      {
        '/desks': { get: { operationId: 'desks', responses: answers(list(ref('Desk'))) } },
        '/desks/{id}': {
          parameters: [inPath('id')],
          get: { operationId: 'desk', responses: answers(ref('Desk')) },
          delete: { operationId: 'scrap', responses: answers(undefined, '204') },
        },
        '/offices': {
          get: { operationId: 'offices', responses: answers(list(ref('Office'))) },
          post: { operationId: 'open', requestBody: body(ref('Office')), responses: answers(ref('Office'), '201') },
        },
        '/offices/{office}': { ...office, get: { operationId: 'office', responses: answers(ref('Office')) } },
        '/offices/{office}/desks': {
          ...office,
          post: { operationId: 'addDesk', requestBody: body(object({ label: text })), responses: answers(ref('Desk')) },
        },
        '/imports': {
          post: {
            operationId: 'importDesk',
            requestBody: body(object({ label: text })),
            responses: answers(ref('Desk')),
          },
        },
      },
      { schemas },
    );
    const { id } = (await send('POST /offices', { city: 'Porto' })).body;
    const { body: made } = await send(`POST /offices/${id}/desks`, { label: 'North' });
    expect((await send(`GET /desks/${made.id}`)).body).toMatchObject({ id: made.id, label: 'North' });
    const { body: other } = await send('POST /imports', { label: 'South' });
    expect((await send('GET /desks')).body).toMatchObject([{ id: made.id }, { id: other.id, label: 'South' }]);
  });

  it('changes and deletes the thing that its own path names', async () => {
    const send = await serve(
      'signs',
      {
        '/offices/{office}/signs': {
          ...office,
          get: { operationId: 'signs', responses: answers(list(ref('Sign'))) },
          post: { operationId: 'hang', requestBody: body(ref('Sign')), responses: answers(ref('Sign'), '201') },
        },
        '/signs/{id}': {
          parameters: [inPath('id')],
          patch: { operationId: 'paint', requestBody: body(ref('Sign')), responses: answers(ref('Sign')) },
          delete: { operationId: 'drop', responses: answers(undefined, '204') },
        },
      },
      { schemas },
    );
    const { id } = (await send('POST /offices/1/signs', { words: 'Exit' })).body;
    await send(`PATCH /signs/${id}`, { words: 'Way out' });
    expect((await send('GET /offices/1/signs')).body).toMatchObject([{ id, words: 'Way out' }]);
    await send(`DELETE /signs/${id}`);
    expect((await send('GET /offices/1/signs')).body).toEqual([]);
  });

  it('changes what exists once, below its path', async () => {
    const send = await serve(
      'owner',
      {
        '/owner': {
          get: { operationId: 'owner', responses: answers(ref('Owner')) },
          put: { operationId: 'setOwner', requestBody: body(ref('Owner')), responses: answers(ref('Owner')) },
        },
        '/owner/name': {
          patch: { operationId: 'rename', requestBody: body(object({ name: text })), responses: answers(ref('Owner')) },
        },
      },
      { schemas },
    );
    await send('PATCH /owner/name', { name: 'Mira' });
    expect((await send('GET /owner')).body).toMatchObject({ name: 'Mira' });
  });
});

describe('a thing', () => {
  it('is read from a list with it alone', async () => {
    const group = object({ id: text, subject: text, admins: list(text) });
    const groups = (item: object) => object({ meta: object({ version: text }), groups: list(item) });
    const send = await serve('groups', {
      '/groups': {
        get: { operationId: 'groups', responses: answers(groups(object({ id: text }))) },
        post: {
          operationId: 'found',
          requestBody: body(object({ subject: text })),
          responses: answers(groups(object({ id: text }))),
        },
      },
      '/groups/{group}': {
        parameters: [inPath('group')],
        get: { operationId: 'group', responses: answers(groups(group)) },
      },
      '/groups/{group}/admins': {
        parameters: [inPath('group')],
        patch: { operationId: 'promote', requestBody: body(object({ ids: list(text) })), responses: answers() },
        delete: { operationId: 'demote', requestBody: body(object({ ids: list(text) })), responses: answers() },
      },
    });
    await send('POST /groups', { subject: 'Hikes' });
    const [{ id }] = (await send('GET /groups')).body.groups;
    const admins = async () => (await send(`GET /groups/${id}`)).body.groups[0].admins;
    await send(`PATCH /groups/${id}/admins`, { ids: ['a', 'b'] });
    expect(await admins()).toEqual(['a', 'b']);
    await send(`DELETE /groups/${id}/admins`, { ids: ['a'] });
    expect(await admins()).toEqual(['b']);
    expect((await send(`GET /groups/${id}`)).body.groups).toMatchObject([{ id, subject: 'Hikes' }]);
  });

  it('has the id that its creation answers with, in the form that its path takes', async () => {
    const uuid = { type: 'string', format: 'uuid' };
    const shelf = object({ name: text, tags: list(text) });
    const send = await serve('shelves', {
      '/shelves': { post: { operationId: 'build', requestBody: body(shelf), responses: answers(uuid) } },
      '/shelves/{shelf_id}': {
        parameters: [inPath('shelf_id', uuid)],
        get: { operationId: 'shelf', responses: answers(shelf) },
        put: { operationId: 'change', requestBody: body(shelf), responses: answers({}) },
      },
    });
    const { body: id } = await send('POST /shelves', { name: 'Tools' });
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect((await send(`GET /shelves/${id}`)).body).toMatchObject({ name: 'Tools' });
    await send(`PUT /shelves/${id}`, { name: 'Paint' });
    expect((await send(`GET /shelves/${id}`)).body).toMatchObject({ name: 'Paint' });
  });

  it('no longer has a part that is deleted, although no response shows it', async () => {
    const send = await serve('icons', {
      '/rooms': {
        post: {
          operationId: 'add',
          requestBody: body(object({ id: text, title: text })),
          responses: answers(object({ id: text, title: text })),
        },
      },
      '/rooms/{id}': {
        parameters: [inPath('id')],
        get: { operationId: 'room', responses: answers(object({ id: text, title: text })) },
      },
      '/rooms/{id}/icon': {
        parameters: [inPath('id')],
        get: { operationId: 'icon', responses: answers() },
        post: { operationId: 'setIcon', responses: answers() },
        delete: { operationId: 'dropIcon', responses: answers() },
      },
    });
    const { id } = (await send('POST /rooms', { title: 'Blue' })).body;
    expect((await send(`GET /rooms/${id}/icon`)).status).toBe(200);
    expect((await send(`DELETE /rooms/${id}/icon`)).status).toBe(200);
    expect((await send(`GET /rooms/${id}/icon`)).status).toBe(404);
    expect((await send(`POST /rooms/${id}/icon`)).status).toBe(200);
    expect((await send(`GET /rooms/${id}/icon`)).status).toBe(200);
  });
});
