import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../testing/serve-described.js';

const description = await readFile(new URL('../testing/bills.yaml', import.meta.url), 'utf8');

async function serve(seed: string) {
  const { api } = await describeText('bills', description);
  const seeds = { demo: async () => ({ bills: { '*': 12 } }) };
  return createSender(await serveDescribed(api, { seeds, sandbox: { ...emptySandbox, seed } }));
}

describe('generated records', () => {
  it('have the same client as the order they reference, and several states', async () => {
    const call = await serve('demo');
    const { body: orders } = await call('GET /orders');
    const { body: invoices } = await call('GET /invoices');
    expect(invoices.length).toBeGreaterThan(5);
    for (const { orderId, clientId } of invoices)
      expect(clientId).toBe(orders.find(({ id }: { id: number }) => id === orderId).clientId);
    expect(new Set(invoices.map(({ status }: { status: string }) => status)).size).toBeGreaterThan(1);
  });

  it('copy the total and the address of the records they reference', async () => {
    const call = await serve('demo');
    const byId = (list: readonly { id: number }[]) => new Map(list.map((each) => [each.id, each as never]));
    const { body: orders } = await call('GET /orders');
    const clients = byId((await call('GET /clients')).body);
    expect(orders.length).toBeGreaterThan(5);
    for (const { clientId, deliveryAddress } of orders)
      expect(deliveryAddress).toEqual(clients.get(clientId)?.['address']);
    const { body: invoices } = await call('GET /invoices');
    expect(invoices.length).toBeGreaterThan(5);
    for (const { orderId, amount } of invoices) expect(amount).toBe(byId(orders).get(orderId)?.['total']);
  });

  it('have sequential invoice numbers, and due dates 14 or 30 days after the invoice date', async () => {
    const call = await serve('demo');
    const invoices: { number: string; issuedOn: string; dueOn: string }[] = (await call('GET /invoices')).body;
    expect(invoices.slice(0, 2).map(({ number }) => number)).toEqual(['INV-000001', 'INV-000002']);
    expect((await call('GET /invoices/INV-000002')).body).toEqual(invoices[1]);
    const days = invoices.map(({ issuedOn, dueOn }) => (Date.parse(dueOn) - Date.parse(issuedOn)) / 86_400_000);
    expect(new Set(days)).toEqual(new Set([14, 30]));
  });

  it('include a record for the caller', async () => {
    const call = await serve('demo');
    const { body: clients } = await call('GET /clients');
    expect(clients).toContainEqual((await call('GET /clients/me')).body);
  });
});

it('line items of an order are added and removed, each with its own id', async () => {
  const call = await serve('empty');
  const { body: client } = await call('POST /clients', { name: 'Ada' });
  const line = { quantity: 2, unitPrice: 5 };
  const { body: order } = await call('POST /orders', { clientId: client.id, lines: [line, line] });
  expect(order).toMatchObject({ number: 'SO-2026-0001', status: 'draft', trackingNumber: null });
  const { body: added } = await call(`POST /orders/${order.id}/lines`, line);
  const ids = [...order.lines.map(({ id }: { id: number }) => id), added.id];
  expect(new Set(ids).size).toBe(3);
  await call(`DELETE /orders/${order.id}/lines/${order.lines[0].id}`);
  const { body: left } = await call(`GET /orders/${order.id}`);
  expect(left.lines.map(({ id }: { id: number }) => id)).toEqual(ids.slice(1));
  expect((await call(`POST /orders/${order.id}/ship`)).body).toMatchObject({
    status: 'shipped',
    trackingNumber: expect.stringMatching(/^\d{12}$/),
  });
});

it('a line item is added by an operation that returns the whole order', async () => {
  const answer = (schema: string) =>
    `responses: { '201': { description: Added, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } } }`;
  const { api } = await describeText('bills', description.replace(answer('Line'), answer('Order')));
  const call = createSender(await serveDescribed(api, { sandbox: { ...emptySandbox, seed: 'empty' } }));
  const { body: client } = await call('POST /clients', { name: 'Ada' });
  const line = { quantity: 2, unitPrice: 5 };
  const { body: order } = await call('POST /orders', { clientId: client.id, lines: [line] });
  const { body: changed } = await call(`POST /orders/${order.id}/lines`, { quantity: 1, unitPrice: 3 });
  expect(changed).toMatchObject({ id: order.id, lines: [line, { quantity: 1, unitPrice: 3 }], total: 13 });
  expect((await call(`GET /orders/${order.id}`)).body).toEqual(changed);
});
