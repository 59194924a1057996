import { describe, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema?: object, status = '200') => ({
  [status]: { description: 'Done', ...(schema === undefined ? {} : body(schema)) },
});
const missing = { 404: { description: 'Not found' } };
const inPath = (name: string, schema: object = text) => ({ in: 'path', name, required: true, schema });
const lamp = object({ id: text, label: text, watts: { type: 'integer' } });
const report = object({ success: { type: 'boolean' } });

async function serve(name: string, paths: object, seed: 'empty' | object = 'empty') {
  const info = { title: name, version: '1' };
  const { api } = await describeText(name, { openapi: '3.0.3', info, paths });
  const sandbox = { ...emptySandbox, seed: seed === 'empty' ? seed : { [name]: seed } };
  return createSender(await serveDescribed(api, { sandbox }));
}

describe('a resource without a create operation', () => {
  const paths = {
    '/lamps': { get: { operationId: 'lamps', responses: answers({ type: 'array', items: lamp }) } },
    '/lamps/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'lamp', responses: { ...answers(lamp), ...missing } },
      delete: { operationId: 'scrap', responses: { ...answers(undefined, '204'), ...missing } },
    },
  };

  it('returns the same records in list and read, and the described error for an unknown id', async () => {
    const send = await serve('lamps', paths, { '*': 4 });
    const { body: listed } = await send('GET /lamps');
    expect(listed).toHaveLength(4);
    for (const each of listed) expect((await send(`GET /lamps/${each.id}`)).body).toEqual(each);
    expect((await send('GET /lamps/unknown')).status).toBe(404);
    expect((await send(`DELETE /lamps/${listed[0].id}`)).status).toBe(204);
    expect((await send('GET /lamps')).body).toEqual(listed.slice(1));
  });

  it('has generated records and exists under any id if there is no seed', async () => {
    const send = await serve('lamps', paths);
    expect((await send('GET /lamps')).body.length).toBeGreaterThan(0);
    expect((await send('GET /lamps/any')).body).toMatchObject({ id: 'any' });
  });
});

describe('a create operation', () => {
  it('stores a record in its list even if it returns only the id', async () => {
    const wing = object({ id: { type: 'integer' }, label: text, squads: { type: 'array', items: text } });
    const send = await serve('wings', {
      '/fleets/{fleet}/wings': {
        parameters: [inPath('fleet')],
        get: { operationId: 'wings', responses: answers({ type: 'array', items: wing }) },
        post: { operationId: 'addWing', responses: answers(object({ wing_id: { type: 'integer' } }), '201') },
      },
      '/fleets/{fleet}/wings/{wing_id}': {
        parameters: [inPath('fleet'), inPath('wing_id', { type: 'integer' })],
        put: { operationId: 'name', requestBody: body(object({ label: text })), responses: answers(undefined, '204') },
      },
    });
    await send('POST /fleets/1/wings');
    const [made] = (await send('GET /fleets/1/wings')).body;
    await send(`PUT /fleets/1/wings/${made.id}`, { label: 'North' });
    expect((await send('GET /fleets/1/wings')).body).toMatchObject([{ id: made.id, label: 'North' }]);
  });

  it('stores one record or several', async () => {
    const send = await serve('lamps', {
      '/lamps': {
        get: { operationId: 'lamps', responses: answers(object({ lamps: { type: 'array', items: lamp } })) },
        post: {
          operationId: 'addLamps',
          requestBody: body(object({ lamp, lamps: { type: 'array', items: lamp } })),
          responses: answers(object({ lamps: { type: 'array', items: lamp } }), '201'),
        },
      },
      '/lamps/{id}': { get: { operationId: 'lamp', parameters: [inPath('id')], responses: answers(lamp) } },
    });
    await send('POST /lamps', { lamps: [{ label: 'one' }, { label: 'two' }] });
    await send('POST /lamps', { lamp: { label: 'three' } });
    expect((await send('GET /lamps')).body.lamps).toMatchObject([
      { label: 'one' },
      { label: 'two' },
      { label: 'three' },
    ]);
  });

  it('stores a record, whatever the response is', async () => {
    const send = await serve('plants', {
      '/plants': {
        get: { operationId: 'plants', responses: answers({ type: 'array', items: lamp }) },
        post: { operationId: 'addPlant', requestBody: body(lamp), responses: answers(report) },
      },
      '/plants/{label}': {
        parameters: [inPath('label')],
        get: { operationId: 'plant', responses: { ...answers(lamp), ...missing } },
      },
    });
    expect((await send('POST /plants', { label: 'fern', watts: 3 })).status).toBe(200);
    expect((await send('GET /plants/fern')).body).toMatchObject({ label: 'fern', watts: 3 });
    expect((await send('GET /plants')).body).toHaveLength(1);
    expect((await send('GET /plants/ivy')).status).toBe(404);
  });

  it('can be a PUT on a list if its operationId says so', async () => {
    const currency = object({ code: text, label: text });
    const currencies = object({ currencies: { type: 'array', items: currency } });
    const send = await serve('currencies', {
      '/currencies': {
        get: { operationId: 'currencies', responses: answers(currencies) },
        put: { operationId: 'createCurrency', requestBody: body(currency), responses: answers(currencies) },
      },
    });
    await send('PUT /currencies', { code: 'EUR', label: 'Euro' });
    await send('PUT /currencies', { code: 'SEK', label: 'Krona' });
    const { body: shown } = await send('GET /currencies');
    expect(shown.currencies.map((each: { code: string }) => each.code)).toEqual(['EUR', 'SEK']);
  });

  it('is not inferred from a POST whose operationId asks for an estimate', async () => {
    const send = await serve('lamps', {
      '/lamps': {
        get: { operationId: 'lamps', responses: answers({ type: 'array', items: lamp }) },
        post: { operationId: 'createLamp', requestBody: body(lamp), responses: answers(lamp, '201') },
      },
      '/lamps/{id}': { parameters: [inPath('id')], get: { operationId: 'lamp', responses: answers(lamp) } },
      '/prices': {
        get: { operationId: 'prices', responses: answers({ type: 'array', items: lamp }) },
        post: { operationId: 'estimatePrice', requestBody: body(lamp), responses: answers(lamp) },
      },
    });
    const before = (await send('GET /prices')).body;
    expect((await send('POST /prices', { label: 'fern' })).status).toBe(200);
    expect((await send('GET /prices')).body).toEqual(before);
  });
});

describe('settings at a single path', () => {
  it('are updated, whatever the response is', async () => {
    const send = await serve('settings', {
      '/settings/mail': {
        get: { operationId: 'mail', responses: answers(lamp) },
        patch: { operationId: 'setMail', requestBody: body(lamp), responses: answers(report) },
      },
    });
    expect((await send('PATCH /settings/mail', { label: 'fern' })).body).not.toHaveProperty('label');
    expect((await send('GET /settings/mail')).body).toMatchObject({ label: 'fern' });
  });

  it('are updated by a POST whose summary says so or whose body has the same schema', async () => {
    const $ref = '#/components/schemas/Menu';
    const menu = object({ items: { type: 'array', items: object({ name: text }) }, zone: text });
    const description = {
      openapi: '3.0.3',
      info: { title: 'posted', version: '1' },
      components: { schemas: { Menu: menu } },
      paths: {
        '/menu': {
          get: { operationId: 'menu', responses: answers({ $ref }) },
          post: { operationId: 'postMenu', requestBody: body({ $ref }), responses: answers(undefined, '204') },
        },
        '/branding': {
          get: { operationId: 'branding', responses: answers(lamp) },
          post: {
            operationId: 'brand',
            summary: 'Sets the branding',
            requestBody: body(object({ label: text })),
            responses: answers(undefined, '204'),
          },
          delete: {
            operationId: 'dropOne',
            parameters: [{ in: 'query', name: 'name', required: true, schema: text }],
            responses: answers(undefined, '204'),
          },
        },
      },
    };
    const { api } = await describeText('posted', description);
    const send = createSender(await serveDescribed(api));
    await send('POST /menu', { items: [{ name: 'Soup' }], zone: 'north' });
    expect((await send('GET /menu')).body).toEqual({ items: [{ name: 'Soup' }], zone: 'north' });
    await send('POST /branding', { label: 'blue' });
    await send('DELETE /branding?name=watts');
    expect((await send('GET /branding')).body).toMatchObject({ label: 'blue' });
  });

  it('contain the sent values even if their response schema is empty', async () => {
    const send = await serve('settings', {
      '/account/card': {
        get: { operationId: 'card', responses: answers({}) },
        put: { operationId: 'setCard', requestBody: body(lamp), responses: answers({}) },
      },
    });
    await send('PUT /account/card', { label: 'blue' });
    expect((await send('GET /account/card')).body).toMatchObject({ label: 'blue' });
  });
});

it('generated lists contain each weekday at most once', async () => {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const hours = {
    type: 'array',
    items: object({ weekday: { type: 'string', enum: days }, note: text, seats: { type: 'integer' } }),
  };
  const shop = object({ id: text, hours });
  const send = await serve(
    'shops',
    {
      '/shops': {
        post: { operationId: 'add', requestBody: body(shop), responses: answers(shop, '201') },
        get: { operationId: 'shops', responses: answers({ type: 'array', items: shop }) },
      },
    },
    { '*': 30 },
  );
  const listed: { hours: { weekday: string }[] }[] = (await send('GET /shops')).body;
  const repeated = listed.filter((each) => new Set(each.hours.map(({ weekday }) => weekday)).size < each.hours.length);
  expect(listed).toHaveLength(30);
  expect(repeated).toEqual([]);
});

describe('operations with a verb or a version in their paths', () => {
  it('belong to the collection whose path has neither', async () => {
    const send = await serve('plants', {
      '/v2/plants/{id}': {
        parameters: [inPath('id')],
        get: { operationId: 'plant', responses: { ...answers(lamp), ...missing } },
      },
      '/v1/plants/create': { post: { operationId: 'make', requestBody: body(lamp), responses: answers(lamp) } },
      '/v1/plants/all': { get: { operationId: 'all', responses: answers({ type: 'array', items: lamp }) } },
      '/v1/plants/{id}/update': {
        parameters: [inPath('id')],
        post: { operationId: 'alter', requestBody: body(lamp), responses: answers(lamp) },
      },
      '/v1/plants/delete/{id}': {
        parameters: [inPath('id')],
        post: { operationId: 'drop', responses: { ...answers(report), ...missing } },
      },
    });
    const { body: made, headers } = await send('POST /v1/plants/create', { label: 'fern', watts: 3 });
    const { id } = made;
    expect(headers.get('location')).toMatch(new RegExp(`/v2/plants/${id}$`));
    expect((await send(`GET /v2/plants/${id}`)).body).toEqual({ id, label: 'fern', watts: 3 });
    expect((await send(`POST /v1/plants/${id}/update`, { watts: 4 })).status).toBe(200);
    expect((await send('GET /v1/plants/all')).body).toEqual([{ id, label: 'fern', watts: 4 }]);
    expect((await send(`POST /v1/plants/delete/${id}`)).status).toBe(200);
    expect((await send(`GET /v2/plants/${id}`)).status).toBe(404);
    expect((await send(`POST /v1/plants/delete/${id}`)).status).toBe(404);
  });

  it('use separate collections if both versions have the same operation', async () => {
    const plant = (version: string) => ({
      [`/${version}/plants`]: {
        get: { operationId: `${version}all`, responses: answers({ type: 'array', items: lamp }) },
        post: { operationId: `${version}make`, requestBody: body(lamp), responses: answers(lamp, '201') },
      },
    });
    const send = await serve('plants', { ...plant('v1'), ...plant('v2') });
    await send('POST /v1/plants', { label: 'fern' });
    expect((await send('GET /v1/plants')).body).toHaveLength(1);
    expect((await send('GET /v2/plants')).body).toHaveLength(0);
  });
});

it('a response that is a list of strings contains ids of records that have their own path', async () => {
  const keys = { type: 'array', items: text };
  const below = { parameters: [inPath('id'), inPath('tag')] };
  const send = await serve('plants', {
    '/plants': { post: { operationId: 'add', requestBody: body(lamp), responses: answers(lamp, '201') } },
    '/plants/{id}': { parameters: [inPath('id')], get: { operationId: 'plant', responses: answers(lamp) } },
    '/plants/{id}/tags': { parameters: [inPath('id')], get: { operationId: 'tags', responses: answers(keys) } },
    '/plants/{id}/tags/{tag}': {
      put: { ...below, operationId: 'tag', responses: answers(undefined, '204') },
      delete: { ...below, operationId: 'untag', responses: { ...answers(undefined, '204'), ...missing } },
    },
    '/shelves': {
      get: { operationId: 'shelves', responses: answers(keys) },
      post: { operationId: 'build', requestBody: body(lamp), responses: answers(lamp, '201') },
    },
    '/shelves/{label}': {
      parameters: [inPath('label')],
      get: { operationId: 'shelf', responses: { ...answers(lamp), ...missing } },
    },
  });
  const { id } = (await send('POST /plants', { label: 'fern' })).body;
  for (const tag of ['shade', 'wet']) await send(`PUT /plants/${id}/tags/${tag}`);
  expect((await send(`GET /plants/${id}/tags`)).body).toEqual(['shade', 'wet']);
  expect((await send(`DELETE /plants/${id}/tags/wet`)).status).toBe(204);
  expect((await send(`GET /plants/${id}/tags`)).body).toEqual(['shade']);
  await send('POST /shelves', { label: 'top' });
  expect((await send('GET /shelves')).body).toEqual(['top']);
});

it('a record that is read at a path of its own has the unique properties of its collection', async () => {
  const members = { domain: text, externalId: { ...text, description: 'Must be unique.' } };
  const sent = { requestBody: body(object(members)) };
  const taken = { 409: { description: 'Taken' } };
  const link = { $ref: '#/components/schemas/Link' };
  const id = inPath('linkId');
  const { api } = await describeText('links', {
    openapi: '3.1.0',
    info: { title: 'Links', version: '1' },
    components: { schemas: { Link: object({ id: text, ...members }) } },
    paths: {
      '/links': {
        get: { operationId: 'listLinks', responses: answers({ type: 'array', items: link }) },
        post: { operationId: 'addLink', ...sent, responses: { ...answers(link), ...taken } },
      },
      '/links/info': {
        get: {
          operationId: 'getInfo',
          parameters: [{ ...id, in: 'query', required: false }],
          responses: answers(link),
        },
      },
      '/links/{linkId}': {
        parameters: [id],
        patch: { operationId: 'changeLink', ...sent, responses: { ...answers(link), ...taken } },
        delete: { operationId: 'deleteLink', responses: answers(link) },
      },
    },
  });
  const send = createSender(await serveDescribed(api));
  const { status, body: made } = await send('POST /links', { domain: 'a.example', externalId: 'one' });
  expect([status, (await send(`GET /links/info?linkId=${made.id}`)).body.externalId]).toEqual([200, 'one']);
  expect((await send('POST /links', { domain: 'b.example', externalId: 'one' })).status).toBe(409);
});
