import { describe, expect, it } from 'vitest';
import { type SeenResponse, type TestCompany, useEinvoicingApi } from './testing/einvoicing-api.js';
import { createAssignment, createCollectingCompany, requestReceivables } from './testing/receivables.js';

const start = useEinvoicingApi();
type Body = SeenResponse['body'];
const read = async (company: TestCompany, id: string): Promise<Body> =>
  (await company.send(`GET /v1/assignments/${id}`)).body;

describe('assignments and their events', () => {
  it('are hidden from other companies', async () => {
    const api = start();
    const { seller, buyer } = await createCollectingCompany(api);
    const { id, events } = await createAssignment(seller, buyer);
    const { body: message } = await seller.send(`POST /v1/assignments/${id}/messages`, { body: { text: 'Secret' } });
    await requestReceivables(buyer);
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
