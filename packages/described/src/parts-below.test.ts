import { describe, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const object = (properties: object) => ({ type: 'object', properties });
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema?: object, status = '200') => ({
  [status]: { description: 'Done', ...(schema === undefined ? {} : body(schema)) },
});
const missing = { 404: { description: 'Not found' } };
const inPath = (name: string, schema: object = text) => ({ in: 'path', name, required: true, schema });
const report = object({ success: { type: 'boolean' } });

async function serve(name: string, paths: object) {
  const info = { title: name, version: '1' };
  const { api } = await describeText(name, { openapi: '3.0.3', info, paths });
  return createSender(await serveDescribed(api));
}

describe('a request to a path under a record', () => {
  const plot = object({ id: text, label: text, soil: text, starred: { type: 'boolean' }, beds: texts });
  const below = (method: string, operationId: string, taken?: object) => ({
    parameters: [inPath('id')],
    [method]: {
      operationId,
      ...(taken === undefined ? {} : { requestBody: body(taken) }),
      responses: { ...answers(report), ...missing },
    },
  });
  const paths = {
    '/plots': { post: { operationId: 'addPlot', requestBody: body(plot), responses: answers(plot, '201') } },
    '/plots/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'plot', responses: { ...answers(plot), ...missing } },
    },
    '/plots/{id}/soil': below('put', 'describeSoil', object({ words: text })),
    '/plots/{id}/beds': {
      ...below('post', 'dig', texts),
      ...below('put', 'layOut', object({ names: texts })),
      ...below('delete', 'level', object({ names: texts })),
    },
    '/plots/{id}/unstar': below('post', 'unstar'),
    '/plots/{id}/duplicates': {
      parameters: [inPath('id')],
      post: { operationId: 'again', responses: answers(plot, '201') },
    },
  };

  it('sets the property at the end of the path, whatever the response is', async () => {
    const send = await serve('plots', paths);
    const { id } = (await send('POST /plots', { label: 'North', soil: 'clay' })).body;
    expect((await send(`PUT /plots/${id}/soil`, { words: 'sand' })).status).toBe(200);
    expect((await send(`GET /plots/${id}`)).body).toMatchObject({ label: 'North', soil: 'sand' });
    expect((await send('PUT /plots/none/soil', { words: 'sand' })).status).toBe(404);
  });

  it('adds to, removes from and replaces the list at the end of the path', async () => {
    const send = await serve('plots', paths);
    const { id } = (await send('POST /plots', { label: 'North', beds: ['a'] })).body;
    const beds = async () => (await send(`GET /plots/${id}`)).body.beds;
    await send(`POST /plots/${id}/beds`, ['b', 'c']);
    expect(await beds()).toEqual(['a', 'b', 'c']);
    await send(`DELETE /plots/${id}/beds`, { names: ['b'] });
    expect(await beds()).toEqual(['a', 'c']);
    await send(`PUT /plots/${id}/beds`, { names: ['d'] });
    expect(await beds()).toEqual(['d']);
  });

  it('reads and updates the nested object at the end of the path', async () => {
    const place = object({ row: text, column: text });
    const part = (method: string, operationId: string, taken?: object) => ({
      [method]: {
        operationId,
        parameters: [inPath('id')],
        ...(taken === undefined ? {} : { requestBody: body(taken) }),
        responses: { ...answers(place), ...missing },
      },
    });
    const tree = object({ id: text, place, height: { type: 'number' } });
    const send = await serve('trees', {
      '/trees': { post: { operationId: 'plant', requestBody: body(tree), responses: answers(tree, '201') } },
      '/trees/{id}': { get: { operationId: 'tree', parameters: [inPath('id')], responses: answers(tree) } },
      '/trees/{id}/place': { ...part('get', 'place'), ...part('put', 'move', place), ...part('patch', 'shift', place) },
      '/trees/{id}/height': {
        get: { operationId: 'height', parameters: [inPath('id')], responses: answers({ type: 'number' }) },
      },
    });
    const { id } = (await send('POST /trees', { place: { row: 'A', column: '1' }, height: 7 })).body;
    expect((await send(`GET /trees/${id}/place`)).body).toEqual({ row: 'A', column: '1' });
    expect((await send(`PATCH /trees/${id}/place`, { row: 'B' })).body).toEqual({ row: 'B', column: '1' });
    expect((await send(`GET /trees/${id}`)).body.place).toEqual({ row: 'B', column: '1' });
    expect((await send(`PUT /trees/${id}/place`, { row: 'C' })).body).toEqual({ row: 'C' });
    expect((await send(`GET /trees/${id}/place`)).body).toEqual({ row: 'C' });
    expect((await send(`GET /trees/${id}/height`)).body).toBe(7);
    expect((await send('GET /trees/unknown/place')).status).toBe(404);
  });

  it("does not change the record's id, even if the body has a property with its name", async () => {
    const ship = object({ symbol: text, cargo: texts, units: { type: 'integer' } });
    const send = await serve('ships', {
      '/ships': { post: { operationId: 'buy', requestBody: body(ship), responses: answers(ship, '201') } },
      '/ships/{symbol}': {
        parameters: [inPath('symbol')],
        get: { operationId: 'ship', responses: { ...answers(ship), ...missing } },
      },
      '/ships/{symbol}/sell': below('post', 'sell', object({ symbol: text, units: { type: 'integer' } })),
    });
    await send('POST /ships', { symbol: 'X1' });
    expect((await send('POST /ships/X1/sell', { symbol: 'IRON', units: 3 })).status).toBe(200);
    expect((await send('GET /ships/X1')).body).toMatchObject({ symbol: 'X1', units: 3 });
  });

  it('updates only the properties in its query', async () => {
    const send = await serve('switches', {
      '/switches': { post: { operationId: 'add', requestBody: body(plot), responses: answers(plot, '201') } },
      '/switches/{id}': {
        get: { operationId: 'switch', parameters: [inPath('id')], responses: { ...answers(plot), ...missing } },
        put: {
          operationId: 'turn',
          parameters: [inPath('id'), { in: 'query', name: 'starred', required: true, schema: { type: 'boolean' } }],
          responses: answers(report),
        },
      },
    });
    const { id } = (await send('POST /switches', { label: 'North', soil: 'clay' })).body;
    await send(`PUT /switches/${id}?starred=true`);
    expect((await send(`GET /switches/${id}`)).body).toMatchObject({ label: 'North', soil: 'clay', starred: true });
  });

  it('updates the record if the summary says so, whatever the body contains', async () => {
    const mandate = object({ id: text, alias: text, fee: text });
    const send = await serve('mandates', {
      '/mandates': { post: { operationId: 'add', requestBody: body(mandate), responses: answers(mandate, '201') } },
      '/mandates/{id}': {
        parameters: [inPath('id')],
        get: { operationId: 'mandate', responses: { ...answers(mandate), ...missing } },
        post: {
          operationId: 'mandateAlias',
          summary: 'Update the alias of a mandate',
          requestBody: body(object({ alias: text, reason: text, author: text })),
          responses: answers(undefined, '204'),
        },
      },
    });
    const { id } = (await send('POST /mandates', { alias: 'old' })).body;
    expect((await send(`POST /mandates/${id}`, { alias: 'new', reason: 'typo' })).status).toBe(204);
    expect((await send(`GET /mandates/${id}`)).body.alias).toBe('new');
    expect((await send('POST /mandates/none', { alias: 'new' })).status).toBe(404);
  });

  it('resets a flag for a verb with the prefix un-, and copies a record', async () => {
    const send = await serve('plots', paths);
    const { id } = (await send('POST /plots', { label: 'North', starred: true })).body;
    await send(`POST /plots/${id}/unstar`);
    expect((await send(`GET /plots/${id}`)).body).toMatchObject({ starred: false });
    const { body: copy } = await send(`POST /plots/${id}/duplicates`);
    expect((await send(`GET /plots/${copy.id}`)).body).toMatchObject({ id: copy.id, label: 'North' });
  });
});

describe('a record is found', () => {
  it('by its id, not by the property with the name of the path parameter', async () => {
    const remark = object({ id: text, remark: text });
    const send = await serve('remarks', {
      '/remarks': { post: { operationId: 'add', requestBody: body(remark), responses: answers(remark, '201') } },
      '/remarks/{remark}': {
        parameters: [inPath('remark')],
        get: { operationId: 'read', responses: { ...answers(remark), ...missing } },
        put: { operationId: 'reword', requestBody: body(remark), responses: { ...answers(remark), ...missing } },
      },
    });
    const { id } = (await send('POST /remarks', { remark: 'Nice' })).body;
    await send(`PUT /remarks/${id}`, { remark: 'Very nice' });
    expect((await send(`GET /remarks/${id}`)).body).toEqual({ id, remark: 'Very nice' });
  });

  it('by its id or its slug if the path parameter names both', async () => {
    const team = object({ id: { type: 'integer' }, slug: text });
    const send = await serve('teams', {
      '/teams': { post: { operationId: 'add', requestBody: body(team), responses: answers(team, '201') } },
      '/teams/{team_id_or_slug}': {
        parameters: [inPath('team_id_or_slug')],
        get: { operationId: 'read', responses: { ...answers(team), ...missing } },
      },
    });
    const { id } = (await send('POST /teams', { slug: 'reds' })).body;
    for (const name of [id, 'reds']) expect((await send(`GET /teams/${name}`)).body).toEqual({ id, slug: 'reds' });
  });

  it('by the name in its path after an update, even if its id is a number', async () => {
    const vault = object({ id: { type: 'integer' }, topics: { type: 'array', items: text } });
    const names = object({ names: { type: 'array', items: text } });
    const send = await serve('vaults', {
      '/vaults/{vault}': {
        parameters: [inPath('vault')],
        get: { operationId: 'vault', responses: { ...answers(vault), ...missing } },
        delete: { operationId: 'close', responses: answers(undefined, '204') },
      },
      '/vaults/{vault}/topics': {
        parameters: [inPath('vault')],
        get: { operationId: 'topics', responses: { ...answers(names), ...missing } },
        put: { operationId: 'setTopics', requestBody: body(names), responses: answers(names) },
      },
    });
    expect((await send('PUT /vaults/north/topics', { names: ['a', 'b'] })).body).toEqual({ names: ['a', 'b'] });
    expect((await send('GET /vaults/north/topics')).body).toEqual({ names: ['a', 'b'] });
  });

  it('by its number or its name if the path parameter has another name', async () => {
    const crew = object({ id: { type: 'number' }, name: text });
    const send = await serve('crews', {
      '/crews': { post: { operationId: 'add', requestBody: body(crew), responses: answers(crew, '201') } },
      '/crews/{crew_key}': {
        parameters: [inPath('crew_key')],
        get: { operationId: 'read', responses: { ...answers(crew), ...missing } },
      },
    });
    await send('POST /crews', { id: 7, name: 'reds' });
    for (const name of [7, 'reds']) expect((await send(`GET /crews/${name}`)).body).toEqual({ id: 7, name: 'reds' });
  });
});

it('DELETE resets settings to their initial values', async () => {
  const looks = object({ colour: text });
  const send = await serve('looks', {
    '/settings/looks': {
      get: { operationId: 'looks', responses: answers(looks) },
      patch: { operationId: 'setLooks', requestBody: body(looks), responses: answers(report) },
      delete: { operationId: 'resetLooks', responses: answers(undefined, '204') },
    },
  });
  const { body: first } = await send('GET /settings/looks');
  await send('PATCH /settings/looks', { colour: 'teal' });
  expect((await send('GET /settings/looks')).body).toEqual({ colour: 'teal' });
  await send('DELETE /settings/looks');
  expect((await send('GET /settings/looks')).body).toEqual(first);
});

it('an action changes a record that can be listed but not read by path', async () => {
  const alert = object({ id: text, state: { type: 'string', enum: ['new', 'dismissing', 'gone'] } });
  const info = { title: 'Alerts', version: '1' };
  const { api } = await describeText('alerts', {
    openapi: '3.0.3',
    info,
    paths: {
      '/alerts': { get: { operationId: 'alerts', responses: answers({ type: 'array', items: alert }) } },
      '/alerts/{id}/dismiss': {
        parameters: [inPath('id')],
        post: { operationId: 'dismiss', responses: answers(undefined, '204') },
      },
    },
  });
  const sandbox = {
    ...emptySandbox,
    seed: {
      alerts: {
        alerts: [
          { id: 'a', state: 'new' },
          { id: 'b', state: 'new' },
        ],
      },
    },
  };
  const send = createSender(await serveDescribed(api, { sandbox }));
  expect((await send('POST /alerts/b/dismiss')).status).toBe(204);
  expect((await send('GET /alerts')).body).toEqual([
    { id: 'a', state: 'new' },
    { id: 'b', state: 'dismissing' },
  ]);
});
