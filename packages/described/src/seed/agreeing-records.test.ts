import { expect, test } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../testing/serve-described.js';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const number = { type: 'number' };
const set = { readOnly: true };
const time = { type: ['string', 'null'], format: 'date-time', ...set };
const json = (schema: Schema) => ({ 'application/json': { schema } });
const ok = (schema: Schema, description = 'Done') => ({ description, content: json(schema) });
const key = (name: string) => ({ name, in: 'path', required: true, schema: text });
const object = (properties: Schema, required: readonly string[] = []) => ({ type: 'object', required, properties });
const of = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const listOf = (name: string) => ({ type: 'array', items: of(name) });
const currency = { ...text, enum: ['EUR', 'SEK', 'DKK'] };

const line = {
  sku: { ...text, pattern: '^[A-Z]{3}-[0-9]{4}$' },
  productName: text,
  quantity: { type: 'integer', minimum: 1 },
  unitPrice: number,
};
const schemas = {
  Client: object({ id: { ...text, ...set }, name: text, address: of('Address') }, ['id', 'name', 'address']),
  Address: object({ street: text, city: text, country: { ...text, pattern: '^[A-Z]{2}$' } }, ['city', 'country']),
  Line: object({ ...line, lineTotal: { ...number, ...set } }, ['sku', 'quantity', 'unitPrice', 'lineTotal']),
  Order: object(
    {
      id: { ...text, ...set },
      clientId: text,
      currency,
      status: { ...text, enum: ['draft', 'paid', 'sent', 'cancelled'], ...set },
      lines: listOf('Line'),
      subtotal: { ...number, ...set },
      vatRate: { ...number, ...set, description: 'Percent' },
      vatAmount: { ...number, ...set },
      total: { ...number, ...set },
      orderedOn: { ...text, format: 'date', ...set },
      paidAt: time,
    },
    ['id', 'clientId', 'currency', 'status', 'lines', 'subtotal', 'vatRate', 'vatAmount', 'total', 'orderedOn'],
  ),
  Invoice: object(
    {
      number: { ...text, pattern: '^INV-[0-9]{4}$' },
      orderId: text,
      issueDate: { ...text, format: 'date' },
      dueDate: { ...text, format: 'date' },
      amount: number,
      status: { ...text, enum: ['open', 'paid', 'overdue'] },
    },
    ['number', 'orderId', 'issueDate', 'dueDate', 'amount', 'status'],
  ),
};
const newOrder = object(
  { clientId: text, currency: { ...currency, default: 'EUR' }, lines: { type: 'array', items: object(line) } },
  ['clientId', 'lines'],
);
const act = (operationId: string, description: string, refusal: string) => ({
  parameters: [key('id')],
  post: { operationId, description, responses: { 200: ok(of('Order')), 409: { description: refusal } } },
});
const collection = (name: string, sent: Schema) => ({
  get: { operationId: `list${name}s`, responses: { 200: ok(listOf(name)) } },
  post: {
    operationId: `add${name}`,
    requestBody: { content: json(sent) },
    responses: { 201: ok(of(name), 'Created') },
  },
});
const description = {
  openapi: '3.1.0',
  info: { title: 'Nursery', version: '1' },
  components: { schemas },
  paths: {
    '/clients': collection('Client', object({ name: text, address: of('Address') }, ['name', 'address'])),
    '/orders': collection('Order', newOrder),
    '/orders/{id}': {
      parameters: [key('id')],
      get: { operationId: 'getOrder', responses: { 200: ok(of('Order')), 404: { description: 'None' } } },
    },
    '/orders/{id}/pay': act('payOrder', 'A draft becomes paid.', 'The order is not a draft'),
    '/orders/{id}/send': act('sendOrder', 'A paid order becomes sent.', 'The order is not paid'),
    '/orders/{id}/cancel': act('cancelOrder', 'Cancels the order.', 'A sent order cannot be cancelled'),
    '/invoices': { get: { operationId: 'listInvoices', responses: { 200: ok(listOf('Invoice')) } } },
  },
};

type Row = Readonly<Record<string, string>>;

async function read() {
  const { api } = await describeText('nursery', description, { name: 'nursery' });
  const send = createSender(
    await serveDescribed(api, { sandbox: { ...emptySandbox, seed: { nursery: { '*': 60 } } } }),
  );
  const list = async (name: string) => (await send(`GET /${name}`)).body;
  return { send, clients: await list('clients'), orders: await list('orders'), invoices: await list('invoices') };
}

test("an order has the currency and the VAT rate of its client's country", async () => {
  const { clients, orders } = await read();
  const usual: Readonly<Record<string, readonly [string, number]>> = { SE: ['SEK', 25], DK: ['DKK', 25] };
  const countries = new Set<string>();
  for (const { clientId, currency: paid, vatRate } of orders) {
    const { country } = clients.find(({ id }: Row) => id === clientId).address;
    countries.add(country);
    expect([country, paid]).toEqual([country, usual[country]?.[0] ?? 'EUR']);
    if (usual[country] !== undefined) expect(vatRate).toBe(usual[country][1]);
  }
  expect(countries.size).toBeGreaterThan(3);
  expect([...countries]).not.toContain('US');
});

test('a product has one SKU and one price per currency, and is in one line of an order', async () => {
  const { orders } = await read();
  const known = new Map<string, string>();
  for (const { lines, currency: paid } of orders) {
    const names = lines.map(({ productName }: Row) => productName);
    expect(new Set(names).size).toBe(names.length);
    for (const { productName, sku, unitPrice } of lines) {
      const said = `${sku} ${unitPrice}`;
      expect(known.get(`${productName} ${paid}`) ?? said).toBe(said);
      known.set(`${productName} ${paid}`, said);
    }
  }
});

test('each order that is not cancelled has one invoice, which is paid if the order is', async () => {
  const { orders, invoices } = await read();
  const billed = orders.filter(({ status }: Row) => status !== 'cancelled').map(({ id }: Row) => id);
  expect(invoices.map(({ orderId }: Row) => orderId).sort()).toEqual(billed.sort());
  for (const invoice of invoices) {
    const order = orders.find(({ id }: Row) => id === invoice.orderId);
    expect(invoice.status === 'paid').toBe(order.status === 'paid' || order.status === 'sent');
    expect(Date.parse(invoice.issueDate)).toBeGreaterThanOrEqual(Date.parse(order.orderedOn));
  }
});

test('few orders are cancelled, even though several states allow it', async () => {
  const { orders } = await read();
  expect(orders.filter(({ status }: Row) => status === 'cancelled').length).toBeLessThan(orders.length / 5);
});

test('a new order has a VAT rate, and its amounts add up', async () => {
  const { send, clients } = await read();
  const lines = [{ sku: 'ABC-1234', quantity: 2, unitPrice: 50 }];
  const { body } = await send('POST /orders', { clientId: clients[0].id, lines });
  expect(body).toMatchObject({ subtotal: 100, vatRate: 20, vatAmount: 20, total: 120 });
});
