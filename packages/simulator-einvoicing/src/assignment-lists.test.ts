import { describe, expect, it } from 'vitest';
import { type EinvoicingApi, einvoicingApis, type Seen, type TestCompany } from './testing/einvoicing-api.js';
import { activate, assignmentFor, collecting } from './testing/receivables.js';

const start = einvoicingApis();
type Body = Seen['body'];

async function later(api: EinvoicingApi, company: TestCompany, by: string): Promise<void> {
  await api.advance(by);
  await company.logIn();
}

const add = (company: TestCompany, id: string, body: object) =>
  company.send(`POST /v1/assignments/${id}/events`, { body });
const read = async (company: TestCompany, id: string): Promise<Body> =>
  (await company.send(`GET /v1/assignments/${id}`)).body;

describe('the lists of assignments and events', () => {
  it('narrow by each filter, newest first, in pages', async () => {
    const api = start();
    const { seller, buyer } = await collecting(api);
    const other = await api.company({ networks: ['INTERNAL'] });
    const one = await assignmentFor(seller, buyer, { number: 'A', recipient: { name: 'Harbour Café Oy' } });
    await later(api, seller, 'P1D');
    const two = await assignmentFor(seller, other, { number: 'B', recipient: { name: 'City Bakery' } });
    await add(seller, two.id, { type: 'paid', amount: 125.5 });
    const three = await assignmentFor(seller, other, { number: 'C', recipient: { name: 'City Bakery' } });
    await add(seller, three.id, { type: 'paid', amount: 1 });
    const numbers = async (query: string) => {
      const seen = await seller.send(`GET /v1/assignments?${query}`);
      expect(seen.status).toBe(200);
      return seen.body.map(({ invoice_number }: Body) => invoice_number).join('');
    };
    expect(await numbers('')).toBe('CBA');
    expect(await numbers('debtor_name=CAFÉ')).toBe('A');
    expect(await numbers('debtor_name=nobody')).toBe('');
    expect(await numbers('created_at_start=2026-01-16')).toBe('CB');
    expect(await numbers('created_at_end=2026-01-16')).toBe('A');
    expect(await numbers('closed_at_start=2026-01-01')).toBe('B');
    expect(await numbers('closed_at_end=2026-01-16T09:00:00Z')).toBe('');
    expect(await numbers('status[]=Open&status[]=Closed')).toBe('BA');
    expect(await numbers('status[]=Partially%20closed')).toBe('C');
    expect(await numbers(`customer_bid=FI${buyer.bid.replace('-', '')}`)).toBe('A');
    expect(await numbers('per_page=2&page=2')).toBe('A');
    const paged = await seller.send('GET /v1/assignments?per_page=2');
    expect([paged.headers.get('x-total'), paged.headers.get('x-next-page')]).toEqual(['3', '2']);
    for (const query of [
      'status[]=open',
      'created_at_start=soon',
      'created_at_start=2026-02-01&created_at_end=2026-01-01',
    ]) {
      expect((await seller.send(`GET /v1/assignments?${query}`)).status).toBe(400);
    }

    const events = async (query: string) =>
      (await seller.send(`GET /v1/events?${query}`)).body.map(({ type }: Body) => type);
    expect(await events('')).toEqual(['paid', 'created', 'close', 'paid', 'created', 'created']);
    expect(await events('type[]=paid&type[]=close')).toEqual(['paid', 'close', 'paid']);
    expect(await events(`assignment_id=${one.id}`)).toEqual(['created']);
    expect(await events('created_at_end=2026-01-16')).toEqual(['created']);
    await seller.send(`POST /v1/assignments/${one.id}/events/${one.events[0].id}/seen`);
    expect(await events('seen=true')).toEqual(['created']);
    expect(await events('seen=false')).toHaveLength(5);
    expect((await seller.send('GET /v1/events?type[]=DOCUMENTS.INVOICE.DELIVERED')).status).toBe(400);
    const each = (await seller.send('GET /v1/assignments')).body.flatMap((entry: Body) => entry.events);
    const all = (await seller.send('GET /v1/events')).body;
    expect(new Set(all.map(({ id }: Body) => id))).toEqual(new Set(each.map(({ id }: Body) => id)));
  });

  it('never show another company anything', async () => {
    const api = start();
    const { seller, buyer } = await collecting(api);
    const { id, events } = await assignmentFor(seller, buyer);
    const { body: message } = await seller.send(`POST /v1/assignments/${id}/messages`, { body: { text: 'Secret' } });
    await activate(buyer);
    for (const call of ['assignments', 'events', 'service_levels', 'message_threads']) {
      expect((await buyer.send(`GET /v1/${call}`)).body).toEqual([]);
    }
    expect((await buyer.send('GET /v1/assignments/overview')).body.open).toBe(0);
    for (const call of [
      `GET /v1/assignments/${id}`,
      `GET /v1/assignments/${id}/events`,
      `POST /v1/assignments/${id}/events`,
      `POST /v1/assignments/${id}/events/${events[0].id}/seen`,
      `GET /v1/assignments/${id}/messages`,
      `POST /v1/assignments/${id}/messages`,
      `GET /v1/message_threads/${message.thread_id}`,
      `PATCH /v1/message_threads/${message.thread_id}`,
      `GET /v1/message_threads/${message.thread_id}/messages`,
      `POST /v1/message_threads/${message.thread_id}/messages`,
      `PUT /v1/messages/${message.id}/seen`,
    ]) {
      const body = call.startsWith('PATCH')
        ? { flagged: true }
        : call.endsWith('/messages')
          ? { text: 'Mine?' }
          : { type: 'cancel' };
      const seen = await buyer.send(call, call.startsWith('GET') ? {} : { body });
      expect([call, seen.status]).toEqual([call, 404]);
    }
    expect(await read(seller, id)).toMatchObject({ status: 'Open', events: [{ seen: false }] });
  });
});
