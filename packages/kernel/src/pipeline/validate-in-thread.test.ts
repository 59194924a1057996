import { NotesDriver } from '@understudy/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxBodyValues } from './validate-body.js';

const text = 'a note '.repeat(40_000);

describe('a large body', () => {
  let notes: NotesDriver;
  beforeAll(() => {
    notes = new NotesDriver();
  });
  afterAll(() => notes.close());

  it('reaches the handler unchanged', async () => {
    const more = Array.from({ length: 20_000 }, (_, row) => ({ row }));
    expect((await notes.send('POST /notes/a/shout', { text, more })).status).toBe(202);
    await notes.send('POST /_sim/clock/advance', {});
    expect((await notes.send('GET /jobs/a')).body).toEqual({
      status: 'done',
      outcome: { shouted: text.toUpperCase() },
    });
  });

  it.each([
    ['a schema violation', JSON.stringify({ text: 1, more: text }), '/body/text'],
    ['malformed JSON', `{"text":"${text}"`, '/body'],
    ['too many nesting levels', `${'['.repeat(300)}"${text}"${']'.repeat(300)}`, '/body'],
    ['invalid UTF-8', undefined, '/body'],
    ['too many values', `[${'1,'.repeat(maxBodyValues + 1)}1]`, '/body'],
  ])('is rejected with the JSON pointer of the error: %s', async (_, body, pointer) => {
    const bytes = body === undefined ? new Uint8Array(200_000).fill(0xff) : body;
    const answer = await notes.simulators.fetch('http://understudy.local/notes/b/shout', {
      method: 'POST',
      headers: { tenantId: 't1', 'content-type': 'application/json' },
      body: bytes,
    });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(`"${pointer}"`)]);
  });

  it('is rejected for a missing header or an unsupported media type', async () => {
    const send = (headers: Record<string, string>) =>
      notes.simulators.fetch('http://understudy.local/notes/b/shout', { method: 'POST', headers, body: `"${text}"` });
    expect(await (await send({ 'content-type': 'application/json' })).text()).toContain('/headers/tenantId');
    expect(await (await send({ tenantId: 't1', 'content-type': 'text/plain' })).text()).toContain('content-type');
    const form = await send({ tenantId: 't1', 'content-type': 'application/x-www-form-urlencoded' });
    expect(await form.text()).toContain('content-type');
  });
});
