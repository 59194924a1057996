import { NotesDriver } from '@understudy/server/testing';
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

describe('the inboxes of a sandbox', () => {
  it('keep so many bytes together, and lose the oldest of the largest', async () => {
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

  it('give back JSON as it came, and other text as text', async () => {
    const notes = new NotesDriver();
    for (const body of ['{"a": 1.50}', 'no json', '']) {
      await notes.simulators.fetch('http://x/_sim/inbox/a', { method: 'POST', body });
    }
    const text = await (await notes.simulators.fetch('http://x/_sim/inbox/a/messages')).text();
    expect(text).toContain('"body":{"a": 1.50}}');
    expect(JSON.parse(text)).toMatchObject({
      count: 3,
      messages: [
        { id: '1', body: { a: 1.5 }, text: '{"a": 1.50}' },
        { body: null, text: 'no json' },
        { body: null, text: '' },
      ],
    });
    await notes.close();
  });

  it('give back large JSON as it came too, and other large text as text', async () => {
    const notes = new NotesDriver();
    const long = `["${'x'.repeat(200_000)}"]`;
    for (const body of [long, long.slice(1)]) {
      await notes.simulators.fetch('http://x/_sim/inbox/a', { method: 'POST', body });
    }
    const answer = await notes.simulators.fetch('http://x/_sim/inbox/a/messages');
    const { messages } = (await answer.json()) as { messages: object[] };
    expect(messages).toMatchObject([
      { body: JSON.parse(long), text: long },
      { body: null, text: long.slice(1) },
    ]);
    await notes.close();
  });

  it('take no message above the limit, which is 1 MiB', async () => {
    const notes = new NotesDriver();
    const send = (length: number) =>
      notes.simulators.fetch('http://x/_sim/inbox/a', { method: 'POST', body: 'x'.repeat(length) });
    expect((await send(1024 * 1024)).status).toBe(204);
    const refused = await send(1024 * 1024 + 1);
    expect([refused.status, await refused.json()]).toMatchObject([413, { detail: expect.stringContaining('1048576') }]);
    await notes.close();
  });
});
