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

describe('an operation whose path differs from the resource in its response', () => {
  const schemas = {
    Desk: object({ id: text, label: text, office: ref('Office') }),
    Office: object({ id: text, city: text }),
    Sign: object({ id: text, words: text }),
    Owner: object({ name: text, email: text }),
  };
  const office = { parameters: [inPath('office')] };

  it('creates a record in the collection of that resource', async () => {
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

  it('updates and deletes the record that its path names', async () => {
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

  it('updates a singleton under its path', async () => {
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

describe('a record', () => {
  it('is returned by a read in a list with one item', async () => {
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

  it('has the id that its create response returns, in the format of its path parameter', async () => {
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

  it('loses a nested part when it is deleted, even if no response shows the part', async () => {
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

  it("has a unique id of its path parameter's type, even if it has other integers", async () => {
    const paper = object({ id: text, title: text, author_id: { type: 'integer' } });
    const send = await serve('papers', {
      '/papers': { post: { operationId: 'write', requestBody: body(paper), responses: answers(paper) } },
      '/papers/{paper_id}': {
        parameters: [inPath('paper_id', { type: 'integer' })],
        get: { operationId: 'paper', responses: answers(paper) },
      },
    });
    const made = [];
    for (const title of ['One', 'Two']) made.push((await send('POST /papers', { title, author_id: 5 })).body.id);
    expect(new Set(made).size).toBe(2);
    expect((await send(`GET /papers/${made[0]}`)).body).toMatchObject({ title: 'One', author_id: 5 });
  });

  it('is created or replaced by a PUT that says so, even if it describes 404', async () => {
    const alias = object({ name: text, target: text });
    const send = await serve('aliases', {
      '/aliases/{name}': {
        parameters: [inPath('name')],
        get: { operationId: 'alias', responses: { ...answers(alias), 404: { description: 'Not found' } } },
        put: {
          operationId: 'setAlias',
          summary: 'Create or update an alias',
          requestBody: body(object({ target: text })),
          responses: { ...answers(alias), 404: { description: 'Not found' } },
        },
      },
    });
    expect((await send('PUT /aliases/home', { target: 'a' })).status).toBe(200);
    expect((await send('GET /aliases/home')).body).toMatchObject({ name: 'home', target: 'a' });
  });

  it('is listed in zero-based pages if the page parameter defaults to 0', async () => {
    const page = { in: 'query', name: 'page', schema: { type: 'integer', default: 0 } };
    const size = { in: 'query', name: 'size', schema: { type: 'integer', default: 2 } };
    const file = object({ id: text, name: text });
    const send = await serve('files', {
      '/files': {
        get: { operationId: 'files', parameters: [page, size], responses: answers(list(file)) },
        post: { operationId: 'keep', requestBody: body(file), responses: answers(file, '201') },
      },
    });
    for (const name of ['a', 'b', 'c']) await send('POST /files', { name });
    expect((await send('GET /files?page=0')).body).toMatchObject([{ name: 'a' }, { name: 'b' }]);
    expect((await send('GET /files?page=1')).body).toMatchObject([{ name: 'c' }]);
  });

  it('is updated by a PUT of a list, which also adds missing records', async () => {
    const field = object({ name: text, value: text });
    const fields = object({ fields: list(field) });
    const send = await serve('fields', {
      '/fields': {
        get: { operationId: 'fields', responses: answers(fields) },
        post: { operationId: 'addFields', requestBody: body(fields), responses: answers(fields, '201') },
        put: { operationId: 'setFields', requestBody: body(fields), responses: answers(fields) },
      },
    });
    await send('POST /fields', { fields: [{ name: 'a', value: '1' }] });
    await send('PUT /fields', {
      fields: [
        { name: 'a', value: '2' },
        { name: 'b', value: '3' },
      ],
    });
    expect((await send('GET /fields')).body.fields).toEqual([
      { name: 'a', value: '2' },
      { name: 'b', value: '3' },
    ]);
  });
});

describe('an action segment in a path', () => {
  const deal = object({ id: text, status: { enum: ['open', 'cancelled', 'running'] }, canCancel: { type: 'boolean' } });
  const paths = {
    '/deals': { post: { operationId: 'strike', requestBody: body(deal), responses: answers(deal, '201') } },
    '/deals/{id}': { parameters: [inPath('id')], get: { operationId: 'deal', responses: answers(deal) } },
    '/deals/cancel/{id}': { parameters: [inPath('id')], post: { operationId: 'cancelDeal', responses: answers() } },
    '/deals/{id}/rerun': { parameters: [inPath('id')], post: { operationId: 'rerun', responses: answers() } },
  };

  it('can precede the id of the record it changes (POST /deals/cancel/{id})', async () => {
    const send = await serve('deals', paths);
    const { id } = (await send('POST /deals', { status: 'open', canCancel: true })).body;
    expect((await send(`POST /deals/cancel/${id}`)).status).toBe(200);
    expect((await send(`GET /deals/${id}`)).body).toMatchObject({ status: 'cancelled', canCancel: false });
    expect((await send('POST /deals/cancel/none')).status).toBe(404);
  });

  it('with the prefix re- leads to the state named after its verb', async () => {
    const send = await serve('deals', paths);
    const { id } = (await send('POST /deals', { status: 'open' })).body;
    await send(`POST /deals/${id}/rerun`);
    expect((await send(`GET /deals/${id}`)).body).toMatchObject({ status: 'running' });
  });

  it('sets the properties in its request body', async () => {
    const domain = object({ name: text, will_renew: { type: 'boolean' } });
    const send = await serve('domains', {
      '/domains': { post: { operationId: 'buy', requestBody: body(domain), responses: answers(domain, '201') } },
      '/domains/{name}': { parameters: [inPath('name')], get: { operationId: 'domain', responses: answers(domain) } },
      '/domains/{name}/renew': {
        parameters: [inPath('name')],
        put: {
          operationId: 'renew',
          requestBody: body(object({ will_renew: { type: 'boolean' } })),
          responses: answers(),
        },
      },
    });
    await send('POST /domains', { name: 'a.example', will_renew: false });
    expect((await send('PUT /domains/a.example/renew', { will_renew: true })).status).toBe(200);
    expect((await send('GET /domains/a.example')).body).toMatchObject({ will_renew: true });
  });
});
