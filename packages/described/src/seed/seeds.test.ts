import { createSimulators } from '@understudy/server';
import { expect, it, onTestFinished } from 'vitest';
import { describeApi } from '../describe-api.js';
import { createSender, describeText, emptySandbox } from '../testing/serve-described.js';

const file = new URL('../testing/office.yaml', import.meta.url);

interface Start {
  readonly count?: number;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly randomSeed?: string;
  readonly locale?: string;
  readonly overlay?: unknown;
}

interface Order extends Readonly<Record<'subtotal' | 'tax' | 'total' | 'customerId', number>> {
  readonly orderId: string;
  readonly createdAt: string;
  readonly shippedAt: string;
  readonly lines: readonly { readonly amount: number; readonly quantity: number; readonly unitPrice: number }[];
}

const merge = { 'content-type': 'application/merge-patch+json' };

/** Serves the office with generated records, or given ones. */
async function serve({ count = 20, data = { '*': count }, randomSeed = '1', locale = 'en', overlay }: Start = {}) {
  const { api } = await describeApi(file, { name: 'office', overlay });
  const simulators = createSimulators({
    simulators: [await api.simulator()],
    sandbox: { ...emptySandbox, seed: { office: data }, randomSeed, settings: [{ apis: { office: { locale } } }] },
  });
  onTestFinished(async () => {
    expect(simulators.defects).toEqual([]);
    await simulators.close();
  });
  const send = createSender(simulators);
  return { simulators, send };
}

it('fills collections with related records, starting with the examples', async () => {
  const { send } = await serve();
  const orders: Order[] = (await send('GET /orders')).body;
  const customers: Record<string, never>[] = (await send('GET /customers')).body;
  expect([orders.length, customers.length, customers[0]]).toEqual([
    20,
    20,
    expect.objectContaining({ id: 7, name: 'Ada Byron' }),
  ]);
  for (const { customerId, lines, subtotal, tax, total, createdAt, shippedAt, orderId } of orders) {
    expect((await send(`GET /customers/${customerId}`)).status).toBe(200);
    const amounts = lines.map((line) => {
      expect(line.amount).toBe(line.quantity * line.unitPrice);
      return line.amount;
    });
    expect(amounts.reduce((sum, each) => sum + each, 0)).toBe(subtotal);
    expect(subtotal + tax).toBe(total);
    expect(createdAt <= shippedAt && shippedAt <= '2026-01-15T09:00:00Z').toBe(true);
    expect((await send(`GET /orders/${orderId}`)).body).toMatchObject({ customerId, total });
  }
  expect(new Set(customers.map(({ status }) => status)).size).toBe(3);
  const [, { id } = { id: 0 }] = customers;
  const contacts: Record<string, never>[] = (await send(`GET /customers/${id}/contacts`)).body;
  expect(contacts.map(({ customerId }) => customerId)).toEqual([id, id, id]);
});

it('filters, updates and deletes generated records like created ones', async () => {
  const { send } = await serve({ count: 4 });
  const active = (await send('GET /customers?status=active')).body;
  expect(active.map(({ status }: { status: string }) => status)).toEqual(active.map(() => 'active'));
  const [first, second] = (await send('GET /customers')).body;
  const bea = { ...first, name: 'Bea', updatedAt: expect.anything() };
  expect((await send(`PATCH /customers/${first.id}`, { name: 'Bea' }, merge)).body).toMatchObject(bea);
  expect((await send(`DELETE /customers/${second.id}`)).status).toBe(204);
  expect((await send(`GET /customers/${second.id}`)).status).toBe(404);
  const { body: made } = await send('POST /customers', { name: 'Cleo' });
  const names = (await send('GET /customers')).body.map(({ name }: { name: string }) => name);
  expect([names.length, names[0], names.at(-1)]).toEqual([4, 'Bea', 'Cleo']);
  // What a caller creates has nothing below it.
  expect((await send(`GET /customers/${made.id}/contacts`)).body).toEqual([]);
  await send('POST /_sim/reset', {});
  expect((await send('GET /customers')).body.slice(0, 2)).toEqual([first, second]);
});

it('generates the same bytes for the same random seed, in whatever order they are read', async () => {
  const paths = ['/orders', '/customers', '/customers/7/contacts'];
  const read = async (start: Start, order = paths) => {
    const { send } = await serve(start);
    const texts = new Map<string, string>();
    for (const path of order) texts.set(path, (await send(`GET ${path}`)).text);
    return paths.map((path) => texts.get(path));
  };
  const once = await read({});
  expect(await read({}, [...paths].reverse())).toEqual(once);
  expect(await read({ randomSeed: '2' })).not.toEqual(once);
  expect((await read({ locale: 'fi' })).join()).toMatch(/"countryCode":"FI"/);
});

it('lists generated records in the control plane before a request reads them', async () => {
  const { send } = await serve({ count: 3 });
  const { collections } = (await send('GET /_sim/records')).body;
  const customers = collections.find(({ collection }: { collection: string }) => /customers$/.test(collection));
  expect(customers).toMatchObject({ api: 'office', count: 3 });
  const { count, records } = (await send(`GET /_sim/records/office/${encodeURIComponent(customers.collection)}`)).body;
  expect([count, records[0].value]).toEqual([3, expect.objectContaining({ name: expect.any(String) })]);
  await send('POST /customers', { name: 'Cleo' });
  const listed: { api: string; collection: string }[] = (await send('GET /_sim/records')).body.collections;
  const own = listed.filter(({ api }) => api === 'office').map(({ collection }) => collection);
  expect(own.sort()).toEqual(['customers', 'customers.contacts', 'orders']);
});

it('reports seeded records as changed or removed, even if they were not read before', async () => {
  const { send } = await serve({ count: 3 });
  await send('PATCH /customers/7', { name: 'Bea' }, merge);
  const [, second] = (await send('GET /customers')).body;
  await send(`DELETE /customers/${second.id}`);
  const { changes } = (await send('GET /_sim/diff')).body;
  const name = { pointer: '/name', before: 'Ada Byron', after: 'Bea' };
  expect(changes).toEqual([
    expect.objectContaining({ key: String(second.id), change: 'removed', before: second }),
    expect.objectContaining({ key: '7', change: 'changed', members: expect.arrayContaining([name]) }),
  ]);
  expect((await send(`GET /customers/${second.id}`)).status).toBe(404);
});

it('writes a seed that restores the same state', async () => {
  const { send } = await serve({ count: 3 });
  await send('POST /customers', { name: 'Cleo', password: 'x' });
  const { data } = (await send('POST /_sim/actions/office/seed', {})).body;
  const { send: again } = await serve({ data });
  const ids: { id: number }[] = (await send('GET /customers')).body;
  for (const path of ['/customers', '/orders', ...ids.map(({ id }) => `/customers/${id}/contacts`)])
    expect((await again(`GET ${path}`)).text).toBe((await send(`GET ${path}`)).text);
});

it.each([
  [{ pets: [] }, /unknown collection "pets"; available: orders, customers, \/customers\/<key>\/contacts/],
  [{ customers: [{ id: 1 }] }, /customers\[0\]: .*name/],
  [
    {
      customers: [
        { id: 1, name: 'A' },
        { id: 1, name: 'B' },
      ],
    },
    /customers\[1\]: another record has id 1, too/,
  ],
  [{ customers: [{ id: 1, name: 'A', emial: 'a@example.com' }] }, /has no member "emial". Did you mean "email"/],
  [{ customers: [{ name: 'A' }] }, /customers\[0\] has no id/],
  [{ customers: [7] }, /customers must be a list/],
  [{ customers: 5000 }, /customers must be a list of at most 20000 records, or how many to generate/],
  [{ '/customers/1/letters': [] }, /unknown collection "\/customers\/1\/letters"/],
  [JSON.parse('{"__proto__": [{"id": 1}]}'), /unknown collection "__proto__"/],
])('rejects the seed %j', async (data, message) => {
  const { send } = await serve({ data: {} });
  const { status, body } = await send('POST /_sim/seed', { data: { office: data } });
  expect([status, JSON.stringify(body).replaceAll('\\"', '"')]).toEqual([400, expect.stringMatching(message)]);
});

it('accepts a seed from a request, with nested records under the path of their parent', async () => {
  const { send } = await serve({ data: {} });
  const office = {
    customers: [{ id: 3, name: 'Ada' }],
    '/customers/3/contacts': [{ id: '8f7c1c52-6c1e-4d4e-9f3a-1a2b3c4d5e6f', customerId: 3, phone: '1' }],
    orders: 2,
  };
  expect((await send('POST /_sim/seed', { data: { office } })).status).toBe(200);
  expect((await send('GET /customers')).body).toEqual(office.customers);
  expect((await send('GET /customers/3/contacts')).body).toEqual(office['/customers/3/contacts']);
  expect((await send('GET /orders')).body).toHaveLength(2);
});

const overlayOf = (target: string, update: unknown) => ({
  overlay: '1.0.0',
  info: { title: 'Seed', version: '1' },
  actions: [{ target, update }],
});

it.each([
  // Only the path says which form a key has.
  [{ pattern: '^ord_[0-9]{6}$' }, undefined, /^ord_\d{6}$/],
  // An example that its own format does not allow.
  [{}, { format: 'uuid', pattern: undefined, examples: ['f4c26630-5d26-4cd1-a57e-g7834e72cb99'] }, /^[0-9a-f-]{36}$/],
])('generates ids that match the path schema %j and the property schema %j', async (inPath, inSchema, expected) => {
  const key = '$.components.schemas.Order.properties.orderId';
  const actions = [
    { target: '$.paths["/orders/{orderId}"].parameters[0].schema', update: inPath },
    ...(inSchema === undefined ? [] : [{ target: key, remove: true }]),
    ...(inSchema === undefined
      ? []
      : [{ target: '$.components.schemas.Order.properties', update: { orderId: { type: 'string', ...inSchema } } }]),
  ];
  const { send } = await serve({ count: 3, overlay: { ...overlayOf('$', {}), actions } });
  const orders: Order[] = (await send('GET /orders')).body;
  expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(3);
  for (const { orderId } of orders) {
    expect(orderId).toMatch(expected);
    expect((await send(`GET /orders/${orderId}`)).status).toBe(200);
  }
});

it('lists records across all parents, and under each parent', async () => {
  const list = (operationId: string, schema: string) => {
    const items = { $ref: `#/components/schemas/${schema}` };
    const content = { 'application/json': { schema: { type: 'array', items } } };
    return { operationId, responses: { 200: { description: 'All', content } } };
  };
  const order = { $ref: '#/components/schemas/Order' };
  const content = { 'application/json': { schema: order } };
  const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const paths = {
    '/contacts': { get: list('listAllContacts', 'Contact') },
    '/customers/{id}/orders': {
      parameters: id,
      get: list('listOrdersOfCustomer', 'Order'),
      post: {
        operationId: 'createOrderOfCustomer',
        requestBody: { content },
        responses: { 201: { description: 'Made', content } },
      },
    },
  };
  const { send } = await serve({ count: 4, overlay: overlayOf('$.paths', paths) });
  expect((await send('GET /contacts')).body).toHaveLength(12);
  const orders: Order[] = (await send('GET /orders')).body;
  for (const { customerId } of orders) {
    const own = orders.filter((each) => each.customerId === customerId);
    expect((await send(`GET /customers/${customerId}/orders`)).body).toEqual(own);
  }
  const { body: made } = await send('POST /customers', { name: 'Cleo' });
  expect((await send(`GET /customers/${made.id}/orders`)).body).toEqual([]);
});

it('reads the seed and the sample generators in an overlay', async () => {
  const own = [{ id: 1, name: 'Own', status: 'active' }];
  const { send } = await serve({
    overlay: overlayOf('$', { 'x-understudy': { understudy: 1, seeds: { customers: own } } }),
    count: 2,
  });
  expect((await send('GET /customers')).body).toEqual(own);
  const sampled = (sample: string) => {
    const resources = { customers: { members: { fee: { sample } } } };
    return overlayOf('$', { 'x-understudy': { understudy: 1, resources } });
  };
  const { send: plain } = await serve({ count: 2, overlay: sampled('finance.currencyCode') });
  expect((await plain('GET /customers')).body[1].fee).toMatch(/^[A-Z]{3}$/);
  for (const sample of ['commerce.prise', 'helpers.fake', 'constructor.constructor', 'person.__proto__'])
    await expect(serve({ overlay: sampled(sample) })).rejects.toThrow(`There is no generator "${sample}"`);
  const fake = overlayOf('$.components.schemas.Customer.properties.fee', { 'x-understudy': { fake: 'x.y' } });
  await expect(serve({ overlay: fake })).rejects.toThrow('"fake" is now resources.<resource>.members.<member>.sample');
});

it('generates no nested records under a created record of another resource', async () => {
  const text = { type: 'string' };
  const block = { type: 'object', required: ['id', 'text'], properties: { id: text, text } };
  const page = { type: 'object', required: ['id', 'title'], properties: { id: text, title: text } };
  const path = [{ name: 'id', in: 'path', required: true, schema: text }];
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const ok = (schema: object) => ({ responses: { '200': { description: 'OK', ...json(schema) } } });
  const blocks = ok({ type: 'array', items: { $ref: '#/components/schemas/Block' } });
  const one = ok({ $ref: '#/components/schemas/Block' });
  const requestBody = json({ type: 'object', properties: { text } });
  const { api } = await describeText('notes', {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    components: { schemas: { Block: block } },
    paths: {
      '/pages': { post: { requestBody: json({ type: 'object', properties: { title: text } }), ...ok(page) } },
      '/pages/{id}': { parameters: path, get: ok(page) },
      '/blocks/{id}': { parameters: path, get: one, delete: { responses: { '204': { description: '' } } } },
      '/blocks/{id}/children': { parameters: path, get: blocks, post: { requestBody, ...one } },
    },
  });
  const sandbox = { ...emptySandbox, seed: { notes: { '*': 20 } } };
  const simulators = createSimulators({ simulators: [await api.simulator()], sandbox });
  onTestFinished(() => simulators.close());
  const send = createSender(simulators);
  expect((await send('GET /blocks/some-page/children')).body).not.toEqual([]);
  const { id } = (await send('POST /pages', { title: 'Plan' })).body;
  expect((await send(`GET /blocks/${id}/children`)).body).toEqual([]);
  await send(`POST /blocks/${id}/children`, { text: 'One' });
  expect((await send(`GET /blocks/${id}/children`)).body).toEqual([expect.objectContaining({ text: 'One' })]);
});
