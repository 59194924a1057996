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
  it('agree about what they refer to, in more than one state', async () => {
    const call = await serve('demo');
    const { body: orders } = await call('GET /orders');
    const { body: invoices } = await call('GET /invoices');
    expect(invoices.length).toBeGreaterThan(5);
    for (const { orderId, clientId } of invoices)
      expect(clientId).toBe(orders.find(({ id }: { id: number }) => id === orderId).clientId);
    expect(new Set(invoices.map(({ status }: { status: string }) => status)).size).toBeGreaterThan(1);
  });

  it('have one for the caller', async () => {
    const call = await serve('demo');
    const { body: clients } = await call('GET /clients');
    expect(clients).toContainEqual((await call('GET /clients/me')).body);
  });
});

it('items of a list of a record are added to it and removed from it, with ids of their own', async () => {
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
