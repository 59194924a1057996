import { readModel } from '@understudy/model';
import { expect, it } from 'vitest';
import { createInferredSimulator } from '../inferred-simulator.js';
import { describeClub } from '../testing/describe-club.js';
import { createSender, describedOrigin, emptySandbox, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const number = { type: 'number' };
const money = { oneOf: [number, text] };
const lines = { type: 'array', items: { type: 'object', required: ['sku'], properties: { sku: text, price: money } } };
const orders = {
  properties: {
    customer: text,
    customerName: text,
    status: { type: 'string', enum: ['draft', 'paid'] },
    createdAt: { type: 'string', format: 'date-time' },
    paidAt: { type: ['string', 'null'], format: 'date-time' },
    address: { type: 'object', required: ['city'], properties: { street: text, city: text } },
    note: { type: ['string', 'null'] },
    lines,
    total: number,
  },
  required: ['status', 'createdAt', 'address', 'total'],
  readOnly: ['customerName', 'status', 'createdAt', 'paidAt', 'total'],
};
const club = describeClub({ customers: { properties: { name: text }, required: ['name'] }, orders });

it('repeated requests do not analyze the schemas of the description again', async () => {
  const model = readModel({
    understudy: 1,
    resources: { orders: { members: { customerName: { value: 'find("customers", self.customer).name' } } } },
  });
  const document = { ...club, openapi: '3.1.0' };
  const { simulator, plan } = createInferredSimulator('club', document, undefined, { model });
  const send = createSender(await serveDescribed({ simulator: async () => simulator }));
  const { body: customer } = await send('POST /customers', { name: 'Ada' });
  const order = { customer: customer.id, address: { city: 'Bern' }, lines: [{ sku: 'A', price: 2 }] };
  const { body: first } = await send('POST /orders', order);
  const calls: readonly (readonly [string, unknown?])[] = [
    ['POST /orders', order],
    [`GET /orders/${first.id}`],
    ['GET /orders'],
    [`PUT /orders/${first.id}`, order],
  ];
  for (const [call, body] of calls) await send(call, body);
  const before = plan.schemas.questions;
  for (const [call, body] of calls) {
    const { status } = await send(call, body);
    expect([call, status, plan.schemas.questions - before]).toEqual([call, call.startsWith('POST') ? 201 : 200, 0]);
  }
});

it('records are created and read without waiting for another turn', async () => {
  const { simulator } = createInferredSimulator('club', { ...club, openapi: '3.1.0' });
  const sandbox = { ...emptySandbox, clock: { mode: 'real' } } as const;
  const { handle } = await serveDescribed({ simulator: async () => simulator }, { sandbox });
  const send = (method: string, url: string, text = '') => {
    const headers: Record<string, string> = text === '' ? {} : { 'content-type': 'application/json' };
    return handle({ method, url, origin: describedOrigin, headers, body: new TextEncoder().encode(text) });
  };
  // The first request opens the sandbox.
  await send('POST', '/customers', '{"name": "Grace"}');
  const created = send('POST', '/customers', '{"name": "Ada"}');
  if (created instanceof Promise) throw new Error('The creation waits');
  expect(created.status).toBe(201);
  const { id } = JSON.parse(String(created.body));
  expect(send('GET', `/customers/${id}`)).toMatchObject({ status: 200, body: created.body });
});
