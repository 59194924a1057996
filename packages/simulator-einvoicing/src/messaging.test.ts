import { describe, expect, it } from 'vitest';
import { einvoicingApis, type Seen, type TestCompany } from './testing/einvoicing-api.js';
import { assignmentFor, collecting } from './testing/receivables.js';

const start = einvoicingApis();
const unknownId = '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11';

async function writing() {
  const api = start();
  const { seller, buyer } = await collecting(api);
  const one = (await assignmentFor(seller, buyer, { number: 'A' })).id;
  const two = (await assignmentFor(seller, buyer, { number: 'B' })).id;
  const write = async (assignment: string, text: string): Promise<Seen['body']> => {
    const seen = await seller.send(`POST /v1/assignments/${assignment}/messages`, { body: { text } });
    expect(seen.status).toBe(201);
    return seen.body;
  };
  return { api, seller, one, two, write };
}

const texts = async (company: TestCompany, path: string) =>
  (await company.send(`GET ${path}`)).body.map(({ sender, text }: Seen['body']) => `${sender} ${text}`);

describe('messages', () => {
  it('connect the company with the provider in one thread for an assignment, oldest first', async () => {
    const { api, seller, one, two, write } = await writing();
    expect((await seller.send(`GET /v1/assignments/${one}/messages`)).body).toEqual([]);
    expect((await seller.send('GET /v1/message_threads')).body).toEqual([]);
    const first = await write(one, 'Please wait.');
    expect(first).toEqual({
      id: expect.any(String),
      thread_id: expect.any(String),
      assignment_id: one,
      sender: 'COMPANY',
      text: 'Please wait.',
      created_at: '2026-01-15T09:00:00Z',
      seen: false,
    });
    const answer = await api.action('providerMessage', { assignmentId: one, text: 'We do.' });
    expect(answer.thread_id).toBe(first.thread_id);
    const path = `/v1/message_threads/${first.thread_id}/messages`;
    expect((await seller.send(`POST ${path}`, { body: { text: 'Thanks.' } })).status).toBe(201);
    await write(two, 'Another matter');
    const expected = ['COMPANY Please wait.', 'PROVIDER We do.', 'COMPANY Thanks.'];
    expect(await texts(seller, path)).toEqual(expected);
    expect(await texts(seller, `/v1/assignments/${one}/messages`)).toEqual(expected);
    expect(await texts(seller, `/v1/assignments/${two}/messages`)).toEqual(['COMPANY Another matter']);
  });

  it('are listed as threads, each with its latest message, the latest first', async () => {
    const { api, seller, one, two, write } = await writing();
    const { thread_id: first } = await write(one, '1');
    const { thread_id: second } = await write(two, '2');
    await api.action('providerMessage', { assignmentId: one, text: '3' });
    const threads = (await seller.send('GET /v1/message_threads')).body;
    expect(threads).toMatchObject([
      {
        id: first,
        assignment_id: one,
        flagged: false,
        unseen_count: 2,
        latest_message: { text: '3', sender: 'PROVIDER' },
      },
      { id: second, assignment_id: two, flagged: false, unseen_count: 1, latest_message: { text: '2' } },
    ]);
    expect((await seller.send(`GET /v1/message_threads/${first}`)).body).toEqual(threads[0]);
    expect((await seller.send(`GET /v1/message_threads/${unknownId}`)).status).toBe(404);
    const stray = await seller.send(`POST /v1/message_threads/${unknownId}/messages`, { body: { text: 'x' } });
    expect(stray.status).toBe(404);
    expect((await seller.send('GET /v1/message_threads')).body).toHaveLength(2);
  });

  it('keep the flag of their thread', async () => {
    const { seller, one, two, write } = await writing();
    const { thread_id: id } = await write(one, '1');
    await write(two, '2');
    const flag = (flagged: unknown) => seller.send(`PATCH /v1/message_threads/${id}`, { body: { flagged } });
    expect(await flag(true)).toMatchObject({ status: 200, body: { id, flagged: true } });
    await write(one, '3');
    const flags = (await seller.send('GET /v1/message_threads')).body.map(({ flagged }: Seen['body']) => flagged);
    expect(flags).toEqual([true, false]);
    expect((await flag('yes')).status).toBe(400);
    expect((await flag(false)).body.flagged).toBe(false);
  });

  it('are marked seen one by one, once', async () => {
    const { api, seller, one, write } = await writing();
    const { id, thread_id: thread } = await write(one, '1');
    await write(one, '2');
    const seen = await seller.send(`PUT /v1/messages/${id}/seen`);
    expect(seen).toMatchObject({ status: 200, body: { id, seen: true, seen_at: '2026-01-15T09:00:00Z' } });
    await api.advance('PT1H');
    await seller.logIn();
    expect((await seller.send(`PUT /v1/messages/${id}/seen`)).body).toEqual(seen.body);
    expect((await seller.send(`GET /v1/message_threads/${thread}`)).body).toMatchObject({
      unseen_count: 1,
      latest_message: { seen: false },
    });
    expect((await seller.send(`PUT /v1/messages/${unknownId}/seen`)).status).toBe(404);
    expect((await seller.send(`POST /v1/messages/${id}/seen`)).status).toBe(405);
  });

  it.each([[''], ['x'.repeat(10_001)], [7], [undefined]])('refuse the text %#', async (text) => {
    const { seller, one } = await writing();
    expect((await seller.send(`POST /v1/assignments/${one}/messages`, { body: { text } })).status).toBe(400);
    expect((await seller.send('GET /v1/message_threads')).body).toEqual([]);
  });
});
