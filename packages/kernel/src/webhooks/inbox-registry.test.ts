import { useNotesApi } from '@understudy/server/testing';
import { describe, expect, it } from 'vitest';
import { defaultMemoryLimits } from '../memory-limits.js';
import { KernelRecords } from '../store/kernel-records.js';
import { MemoryStore } from '../store/memory-store.js';
import { InboxRegistry } from './inbox-registry.js';

const message = (text: string) => ({
  receivedAt: '2026-01-15T09:00:00.000Z',
  method: 'POST' as const,
  path: '/_sim/inbox/a',
  query: '',
  headers: {},
  text,
  isJson: false,
});

const start = useNotesApi({ checksDefects: false });

describe('the inboxes of a sandbox', () => {
  it('share a byte limit, and drop the oldest messages of the largest inbox', async () => {
    const inboxes = new InboxRegistry(
      { ...defaultMemoryLimits, inboxBytes: 100_000 },
      new KernelRecords(() => new MemoryStore().begin('s')),
    );
    inboxes.get('small').receive(message('kept'));
    for (let index = 0; index < 100; index += 1) {
      inboxes.get('large').receive(message(`${index}${'x'.repeat(5000)}`));
      inboxes.trim();
    }
    expect((await inboxes.get('small').messages(0, 0)).map(({ text }) => text)).toEqual(['kept']);
    const large = await inboxes.get('large').messages(0, 0);
    expect(large.length).toBe(9);
    expect(large.at(-1)?.text).toMatch(/^99x/);
    inboxes.get('large').clear();
    expect(inboxes.get('large').bytes).toBe(0);
  });

  it('return JSON messages unchanged, and other messages as text', async () => {
    const notes = start();
    const long = `["${'x'.repeat(200_000)}"]`;
    const texts = ['{"a": 1.50}', long, long.slice(1)];
    for (const body of texts) await notes.call('POST /_sim/inbox/a', { body });
    const { text, body } = await notes.call('GET /_sim/inbox/a/messages');
    expect(text).toContain('"body":{"a": 1.50}}');
    expect(body).toMatchObject({
      count: 3,
      messages: [
        { id: '1', body: { a: 1.5 }, text: texts[0] },
        { body: JSON.parse(long), text: long },
        { body: null, text: texts[2] },
      ],
    });
  });

  it('reject a message over 1 MiB with 413', async () => {
    const notes = start();
    const send = (length: number) => notes.call('POST /_sim/inbox/a', { body: 'x'.repeat(length) });
    expect((await send(1024 * 1024)).status).toBe(204);
    const refused = await send(1024 * 1024 + 1);
    expect(refused).toMatchObject({ status: 413, body: { detail: expect.stringContaining('1048576') } });
  });
});
