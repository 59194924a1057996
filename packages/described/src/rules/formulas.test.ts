import { describe, expect, it } from 'vitest';
import { describeClub } from '../testing/describe-club.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const json = (schema: object) => ({ 'application/json': { schema } });
const number = (description = '') => ({ type: 'number', description });
const own = (description = '') => ({ type: 'number', readOnly: true, description });
const list = (properties: object) => ({ type: 'array', items: { type: 'object', properties } });

/** Serves `/bills`, whose records have these members. A request can set those that are not read-only. */
async function serve(properties: Readonly<Record<string, object>>) {
  const bill = { type: 'object', properties: { id: { type: 'string', readOnly: true }, ...properties } };
  const description = {
    openapi: '3.1.0',
    info: { title: 'Bills', version: '1' },
    paths: {
      '/bills': {
        post: {
          operationId: 'createBill',
          requestBody: { content: json(bill) },
          responses: { '201': { description: 'It', content: json(bill) } },
        },
      },
      '/bills/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getBill', responses: { '200': { description: 'It', content: json(bill) } } },
        patch: {
          operationId: 'changeBill',
          requestBody: { content: json(bill) },
          responses: { '200': { description: 'It', content: json(bill) } },
        },
      },
    },
  };
  const { api } = await describeText('bills', description);
  return createSender(await serveDescribed(api));
}

describe('properties with a formula in their description', () => {
  it.each([
    ['hours × rate × (1 − rebatePercent / 100)', 180],
    ['Equals `hours` times `rate`.', 200],
    ['Rate multiplied by hours, rounded to two decimals', 200],
    ['Hours plus rate minus rebate percent', 12],
    ['rebatePercent % of rate', 5],
    ['Sum of the parts.', 6.3],
    ["Sum of the parts' weights", 3],
    ['Total of the weights of all parts', 3],
  ])('are computed: %s', async (says, expected) => {
    const parts = list({ amount: number(), weight: number() });
    const call = await serve({ hours: number(), rate: number(), rebatePercent: number(), parts, result: own(says) });
    const given = {
      hours: 4,
      rate: 50,
      rebatePercent: 10,
      parts: [
        { amount: 2.1, weight: 1 },
        { amount: 4.2, weight: 2 },
      ],
    };
    const { body } = await call('POST /bills', {
      ...given,
      ...(says.startsWith('Hours') ? { rate: 18 } : {}),
      result: 7,
    });
    expect(body.result).toBe(expected);
  });

  it('are recomputed after an update', async () => {
    const call = await serve({ hours: number(), rate: number(), result: own('hours × rate') });
    const { body } = await call('POST /bills', { hours: 2, rate: 3 });
    const changed = await call(`PATCH /bills/${body.id}`, { hours: 5 });
    expect(changed.body.result).toBe(15);
    expect((await call(`GET /bills/${body.id}`)).body.result).toBe(15);
  });

  it.each([
    ['a hedge', 'Usually hours × rate'],
    ['an unknown property name', 'hours × wage'],
    ['a list that has two amount properties', 'Sum of the parts'],
  ])('are not computed from %s', async (_what, says) => {
    const parts = list({ amount: number(), total: number() });
    const call = await serve({ hours: number(), rate: number(), parts, result: own(says) });
    const { body } = await call('POST /bills', { hours: 2, rate: 3, parts: [{ amount: 11, total: 13 }] });
    expect([6, 11, 13]).not.toContain(body.result);
  });

  it('can join a first and a last name with a space', async () => {
    const text = { type: 'string' };
    const whole = { type: 'string', readOnly: true, description: 'First name and last name with a space in between.' };
    const call = await serve({ firstName: text, lastName: text, whole });
    expect((await call('POST /bills', { firstName: 'Ada', lastName: 'Quill' })).body.whole).toBe('Ada Quill');
  });
});

describe('totals next to a quantity and a unit price', () => {
  const line = { quantity: number(), unitPrice: number(), discountPercent: number(), lineTotal: own() };

  it('are computed with a discount and a tax in percent', async () => {
    const call = await serve({
      lines: list(line),
      subtotal: own(),
      vatRate: number('Percent'),
      vatAmount: own(),
      total: own(),
    });
    const lines = [
      { quantity: 3, unitPrice: 1.1, discountPercent: 10 },
      { quantity: 1, unitPrice: 2 },
    ];
    const { body } = await call('POST /bills', { lines, vatRate: 25 });
    expect(body).toMatchObject({
      lines: [{ lineTotal: 2.97 }, { lineTotal: 2 }],
      subtotal: 4.97,
      vatAmount: 1.24,
      total: 6.21,
    });
  });

  it('are not computed if a line has another amount, such as a shipping fee', async () => {
    const call = await serve({ lines: list({ ...line, shippingFee: number() }) });
    const lines = [{ quantity: 3, unitPrice: 2, shippingFee: 4 }];
    expect((await call('POST /bills', { lines })).body.lines[0].lineTotal).not.toBe(6);
  });
});

describe('the total of a new record whose lines have no line total', () => {
  const number = { type: 'number' };
  const items = { type: 'object', properties: { name: { type: 'string' }, price: number, quantity: number } };
  const carts = { properties: { lines: { type: 'array', items }, subtotal: number, grandTotal: number } };

  async function serveCarts() {
    const { api, writeModel } = await describeText('carts', describeClub({ carts }));
    return { send: createSender(await serveDescribed(api)), model: writeModel().full };
  }

  it('is the sum of its lines, unless the request sends it or a price is missing', async () => {
    const { send } = await serveCarts();
    const lines = [{ price: 2.5, quantity: 2 }, { price: 1 }];
    expect((await send('POST /carts', { lines })).body).toMatchObject({ subtotal: 6, grandTotal: 6 });
    expect((await send('POST /carts', { lines, subtotal: 5 })).body).toMatchObject({ subtotal: 5, grandTotal: 6 });
    const unknown = await send('POST /carts', { lines: [{ name: 'Pen' }] });
    expect(unknown.body.subtotal).not.toBe(0);
  });

  it('appears in the model with its reason', async () => {
    const { model } = await serveCarts();
    expect(model.resources?.['carts']?.members?.['subtotal']).toMatchObject({ on: 'create', given: true });
    expect(model.because?.['/resources/carts/members/subtotal']).toMatchObject({ rule: 'line-totals' });
  });
});
