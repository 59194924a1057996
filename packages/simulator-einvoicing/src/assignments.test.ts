import { describe, expect, it } from 'vitest';
import { type EinvoicingApi, einvoicingApis, type Seen, type TestCompany } from './testing/einvoicing-api.js';
import { assignmentFor, collecting, invoiceTo } from './testing/receivables.js';

const start = einvoicingApis();
const unknownId = '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11';
type Body = Seen['body'];

async function later(api: EinvoicingApi, company: TestCompany, by: string): Promise<void> {
  await api.advance(by);
  await company.logIn();
}

const typesOf = ({ events }: Body): string[] => events.map(({ type }: Body) => type);
const add = (company: TestCompany, id: string, body: object) =>
  company.send(`POST /v1/assignments/${id}/events`, { body });
const read = async (company: TestCompany, id: string): Promise<Body> =>
  (await company.send(`GET /v1/assignments/${id}`)).body;

describe('an assignment', () => {
  it('arises from a delivered invoice, with its first event', async () => {
    const { seller, buyer } = await collecting(start());
    const invoiceId = await invoiceTo(seller, buyer);
    const [assignment, ...more] = (await seller.send('GET /v1/assignments')).body;
    expect(more).toEqual([]);
    const { id } = assignment;
    expect(assignment).toEqual({
      id,
      invoice_id: invoiceId,
      reference_ids: [invoiceId],
      invoice_number: 'INV-1',
      customer_bid: buyer.bid,
      debtor_name: 'Buyer',
      status: 'Open',
      amount: 125.5,
      open_amount: 125.5,
      currency: 'EUR',
      due_date: '2026-02-14',
      service_level: 'default',
      created_at: '2026-01-15T09:00:00Z',
      closed_at: null,
      events: [
        {
          id: expect.any(String),
          assignment_id: id,
          type: 'created',
          amount: 125.5,
          created_by: 'PROVIDER',
          created_at: '2026-01-15T09:00:00Z',
          seen: false,
        },
      ],
    });
    expect(await read(seller, id)).toEqual(assignment);
    expect((await seller.send(`GET /v1/assignments/${id}/events`)).body).toEqual(assignment.events);
    expect(await seller.send(`GET /v1/assignments/${unknownId}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('does not arise from a credit note, for a foreign or bypassed customer, or without an active service', async () => {
    const api = start();
    const { seller, buyer } = await collecting(api);
    const swede = await api.company({ country: 'SE', networks: ['INTERNAL'] });
    await invoiceTo(seller, buyer, { creditNote: true });
    await invoiceTo(seller, swede);
    await seller.send(`PATCH /v1/service_levels/${buyer.bid}`, { body: { level: 'service_bypass' } });
    await invoiceTo(seller, buyer, { number: 'bypassed' });
    await seller.send(`PATCH /v1/service_levels/${buyer.bid}`, { body: { level: 'premium' } });
    const premium = await assignmentFor(seller, buyer, { number: 'premium' });
    expect(premium.service_level).toBe('premium');
    await seller.send('DELETE /v1/services/receivables');
    await invoiceTo(seller, buyer, { number: 'ended' });
    expect((await seller.send('GET /v1/assignments')).body).toHaveLength(1);
  });

  it('arises at the delivery, not at the sending', async () => {
    const api = start();
    const { seller } = await collecting(api);
    const outside = { bid: '7654321-4', country: 'FI', eia: '0216:003776543214', name: 'Abroad' };
    await invoiceTo(seller, seller, { recipient: outside });
    expect((await seller.send('GET /v1/assignments')).body).toEqual([]);
    await api.advance('PT1M');
    expect((await seller.send('GET /v1/assignments')).body).toMatchObject([{ customer_bid: '7654321-4' }]);
  });

  it('is reminded of and collected by the clock, with fees and interest to the cent', async () => {
    const api = start();
    const { seller, buyer } = await collecting(api);
    const { id } = await assignmentFor(seller, buyer);
    await later(api, seller, 'P30D');
    // 14 February, the due date itself.
    expect(typesOf(await read(seller, id))).toEqual(['created']);
    await later(api, seller, 'P1D');
    expect((await read(seller, id)).events.at(-1)).toMatchObject({
      type: 'comment',
      created_by: 'PROVIDER',
      created_at: '2026-02-15T00:00:00Z',
    });
    await later(api, seller, 'P13D');
    const reminded = await read(seller, id);
    // 5.00 and 125.50 x 10.5 % x 14 / 365 = 0.505...
    expect(reminded.events.at(-1)).toMatchObject({
      type: 'reminder',
      amount: 5.51,
      created_at: '2026-02-28T00:00:00Z',
    });
    expect(reminded.open_amount).toBe(131.01);
    await add(seller, id, { type: 'paid', amount: 55.51 });
    await later(api, seller, 'P14D');
    const collected = await read(seller, id);
    // 35.00, and of the 75.50 left 75.50 x 10.5 % x 14 / 365 = 0.304...; both periods together are 0.8095..., minus
    // 0.51.
    expect(collected.events.at(-1)).toMatchObject({ type: 'reminder', amount: 35.3, message: 'Letter of collection' });
    expect(collected).toMatchObject({ open_amount: 110.8, status: 'Partially closed' });
    await later(api, seller, 'P365D');
    expect((await read(seller, id)).events).toHaveLength(5);
  });

  it('is paid in parts, and closed by the provider when nothing is left; then nothing more happens', async () => {
    const api = start();
    const { seller, buyer } = await collecting(api);
    const { id } = await assignmentFor(seller, buyer);
    const paid = await add(seller, id, { type: 'paid', amount: 100.25, message: 'In cash', due_date: '2026-09-09' });
    expect(paid).toMatchObject({
      status: 201,
      body: { type: 'paid', amount: 100.25, message: 'In cash', created_by: 'COMPANY' },
    });
    expect(paid.body.due_date).toBeUndefined();
    expect(await read(seller, id)).toMatchObject({ status: 'Partially closed', open_amount: 25.25, closed_at: null });
    await add(seller, id, { type: 'credit_note', amount: 5.25 });
    await later(api, seller, 'PT2H');
    const over = await api.action('providerEvent', { assignmentId: id, type: 'paid', amount: 30 });
    expect(over.events.map(({ type }: Body) => type)).toEqual(['paid', 'close']);
    const closed = await read(seller, id);
    expect(closed).toMatchObject({ status: 'Closed', open_amount: -10, closed_at: '2026-01-15T11:00:00Z' });
    expect(typesOf(closed)).toEqual(['created', 'paid', 'credit_note', 'paid', 'close']);
    expect(await add(seller, id, { type: 'comment', message: 'Late' })).toMatchObject({
      status: 409,
      body: { code: 'assignment_closed' },
    });
    await later(api, seller, 'P100D');
    expect(await read(seller, id)).toEqual(closed);
  });

  it('is put off by another due date, whose steps then come', async () => {
    const api = start();
    const { seller, buyer } = await collecting(api);
    const { id } = await assignmentFor(seller, buyer);
    expect((await add(seller, id, { type: 'due_date_change', due_date: '2026-03-31' })).status).toBe(201);
    expect((await read(seller, id)).due_date).toBe('2026-03-31');
    await later(api, seller, 'P75D');
    expect(typesOf(await read(seller, id))).toEqual(['created', 'due_date_change']);
    await later(api, seller, 'P15D');
    expect(typesOf(await read(seller, id))).toEqual(['created', 'due_date_change', 'comment', 'reminder']);
    // Put off again: the day passes again, the reminder is not repeated.
    await add(seller, id, { type: 'due_date_change', due_date: '2026-06-01' });
    await later(api, seller, 'P90D');
    const events = typesOf(await read(seller, id)).slice(4);
    expect(events).toEqual(['due_date_change', 'comment', 'reminder']);
  });

  it('gives some levels more time', async () => {
    const api = start();
    const { seller, buyer } = await collecting(api);
    await seller.send(`PATCH /v1/service_levels/${buyer.bid}`, { body: { level: 'vip' } });
    const { id } = await assignmentFor(seller, buyer);
    await later(api, seller, 'P57D');
    expect(typesOf(await read(seller, id))).toEqual(['created', 'comment']);
    await later(api, seller, 'P1D');
    expect(typesOf(await read(seller, id))).toEqual(['created', 'comment', 'reminder']);
  });

  it.each([
    [{ type: 'gold' }],
    [{ type: 'close' }],
    [{ type: 'reminder', amount: 1 }],
    [{}],
    [{ type: 'paid' }],
    [{ type: 'paid', amount: 0 }],
    [{ type: 'paid', amount: 1.005 }],
    [{ type: 'paid', amount: '1' }],
    [{ type: 'credit_note', amount: -1 }],
    [{ type: 'due_date_change' }],
    [{ type: 'due_date_change', due_date: '2026-02-30' }],
    [{ type: 'comment' }],
  ])('refuses the event %j', async (event) => {
    const { seller, buyer } = await collecting(start());
    const { id } = await assignmentFor(seller, buyer);
    expect(await add(seller, id, event)).toMatchObject({ status: 400, body: { code: 'invalid_parameters' } });
    expect(typesOf(await read(seller, id))).toEqual(['created']);
  });

  it('outlives a snapshot and its restoration with its timer', async () => {
    const api = start();
    const { seller, buyer } = await collecting(api);
    const { id } = await assignmentFor(seller, buyer);
    expect((await api.send('PUT /_sim/snapshots/before')).status).toBeLessThan(300);
    await add(seller, id, { type: 'cancel' });
    expect((await api.send('POST /_sim/snapshots/before/restore')).status).toBeLessThan(300);
    await later(api, seller, 'P45D');
    expect(typesOf(await read(seller, id))).toEqual(['created', 'comment', 'reminder']);
  });
});
