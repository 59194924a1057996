import { describe, expect, it } from 'vitest';
import { einvoicingApis, type Seen } from './testing/einvoicing-api.js';
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

describe('messages', () => {
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

  it.each([[''], ['x'.repeat(10_001)], [7], [undefined]])('refuse the text %#', async (text) => {
    const { seller, one } = await writing();
    expect((await seller.send(`POST /v1/assignments/${one}/messages`, { body: { text } })).status).toBe(400);
    expect((await seller.send('GET /v1/message_threads')).body).toEqual([]);
  });
});
