import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeApi } from './describe-api.js';
import { createSender, describedOrigin, serveDescribed } from './testing/serve-described.js';

const { api, explanation } = await describeApi(fileURLToPath(new URL('./testing/shop.yaml', import.meta.url)));
let send: ReturnType<typeof createSender>;

beforeEach(async () => {
  send = createSender(await serveDescribed(api), { 'x-key': 'k' });
});

describe('an inferred resource', () => {
  it('stores created records and sets their id, timestamps and readOnly properties', async () => {
    const made = await send('POST /products', { name: 'Lamp', secret: 's', id: 77 });
    const lamp = {
      id: 1,
      name: 'Lamp',
      created_at: '2026-01-15T09:00:00.000Z',
      updated_at: '2026-01-15T09:00:00.000Z',
    };
    expect(made).toMatchObject({ status: 201, body: lamp });
    expect(made.body).not.toHaveProperty('secret');
    expect(made.headers.get('location')).toBe(`${describedOrigin}/products/1`);
    expect((await send('GET /products/1')).body).toEqual(made.body);
    expect(await send('GET /v1/products/1')).toMatchObject({ status: 200, body: lamp });
  });

  it('deletes records even when the record limit is reached', async () => {
    send = createSender(await serveDescribed(api, { memory: { records: 30 } }), { 'x-key': 'k' });
    let made = 0;
    while ((await send('POST /products', { name: 'Lamp' })).status === 201 && made < 40) made += 1;
    expect(made).toBeGreaterThan(5);
    expect((await send('DELETE /products/999')).status).toBe(404);
    for (let key = 1; key <= made; key += 1) expect((await send(`DELETE /products/${key}`)).status).toBe(204);
  });

  it('supports PUT, merge patch, JSON Patch and DELETE', async () => {
    await send('POST /products', { name: 'Lamp', colour: 'red' });
    expect((await send('PUT /products/1', { name: 'Chair' })).body).toMatchObject({ id: 1, name: 'Chair' });
    expect((await send('GET /products/1')).body).not.toHaveProperty('colour');
    const merge = { 'content-type': 'application/merge-patch+json' };
    expect((await send('PATCH /products/1', { colour: 'blue' }, merge)).body).toMatchObject({
      name: 'Chair',
      colour: 'blue',
    });
    const patch = { 'content-type': 'application/json-patch+json' };
    const steps = [{ op: 'replace', path: '/name', value: 'Stool' }];
    expect((await send('PATCH /products/1', steps, patch)).body).toMatchObject({ name: 'Stool', colour: 'blue' });
    expect((await send('DELETE /products/1')).status).toBe(204);
    expect(await send('GET /products/1')).toMatchObject({
      status: 404,
      body: { code: 404, message: 'There is no product 1' },
    });
    expect((await send('DELETE /products/1')).status).toBe(404);
  });

  it('filters, sorts and pages its list, with links and a total', async () => {
    for (const [name, colour] of [
      ['C', 'red'],
      ['A', 'red'],
      ['B', 'blue'],
      ['D', 'red'],
    ])
      await send('POST /products', { name, colour });
    const names = ({ body }: Awaited<ReturnType<typeof send>>) => body.items.map((item: { name: string }) => item.name);
    const first = await send('GET /products');
    expect([names(first), first.body.total]).toEqual([['C', 'A'], 4]);
    expect(first.headers.get('link')).toContain(`<${describedOrigin}/products?page=2>; rel="next"`);
    expect(names(await send('GET /products?page=2'))).toEqual(['B', 'D']);
    const red = await send('GET /products?colour=red&sort=-name&per_page=5');
    expect([names(red), red.body.total]).toEqual([['D', 'C', 'A'], 3]);
  });

  it('separates nested records by their parent and deletes them with it', async () => {
    await send('POST /products', { name: 'Lamp' });
    await send('POST /products', { name: 'Chair' });
    await send('POST /products/1/reviews', { text: 'Bright' });
    expect((await send('GET /products/1/reviews')).body).toMatchObject([{ text: 'Bright' }]);
    expect((await send('GET /products/2/reviews')).body).toEqual([]);
    expect((await send('GET /products/3/reviews')).status).toBe(404);
    await send('DELETE /products/1');
    await send('POST /products', { name: 'Lamp' });
    expect((await send('GET /products/3/reviews')).body).toEqual([]);
  });

  it('sends its callback after a successful request', async () => {
    await send('POST /products', { name: 'Lamp', notify: `${describedOrigin}/_sim/inbox/mine` });
    const inbox = await send('GET /_sim/inbox/mine/messages');
    expect(inbox.body.messages).toMatchObject([{ body: { id: 1, name: 'Lamp' } }]);
  });
});

describe('an operation without a resource', () => {
  it('returns its example, or another one that the request prefers', async () => {
    expect((await send('GET /hours')).body).toEqual({ opens: '08:00' });
    expect((await send('GET /hours', undefined, { prefer: 'example=sunday' })).body).toEqual({ opens: 'never' });
  });

  it('generates a response from its schema, the same for the same request', async () => {
    const [lamp, again, chair] = [
      await send('GET /quote?of=lamp'),
      await send('GET /quote?of=lamp'),
      await send('GET /quote?of=chair'),
    ];
    expect(lamp.body).toEqual(again.body);
    expect(lamp.body).not.toEqual(chair.body);
  });
});

describe('a rejected request', () => {
  it('gets the described error with the described status', async () => {
    const wrong = await send('POST /products', { name: 1 });
    expect(wrong).toMatchObject({
      status: 422,
      body: { code: 422, message: '/body/name must be a string, but is 1.' },
    });
    const wish = { prefer: 'code=422, example=dear' };
    expect(await send('POST /products', { name: 'Lamp' }, wish)).toMatchObject({
      status: 422,
      body: { message: 'Too dear' },
    });
  });

  it('gets an error like those of other operations if its own operation describes none', async () => {
    const message = '/query/page must be an integer, but is "none".';
    expect(await send('GET /products?page=none')).toMatchObject({ status: 400, body: { code: 400, message } });
  });

  it('gets 401 if it lacks the required API key', async () => {
    expect((await send('GET /products', undefined, { 'x-key': '' })).status).toBe(401);
  });
});

it('explains what each operation does', () => {
  const said = Object.fromEntries(
    explanation.operations.map(({ operationId, does, collection }) => [operationId, [does, collection]]),
  );
  expect(said).toMatchObject({
    listProducts: ['list', 'products'],
    createProduct: ['create', 'products'],
    patchProduct: ['update', 'products'],
    createReview: ['create', 'products.reviews'],
    quote: ['answer', undefined],
  });
  expect(explanation.warnings).toEqual([]);
});
