import { MemoryArchive } from '@understudy/kernel/testing';
import { NotesDriver } from '@understudy/server/testing';
import { afterEach, describe, expect, it } from 'vitest';

const memoryBytes = 4_000_000;
const message = { text: 'x'.repeat(400_000) };
let notes: NotesDriver;

function start(options: ConstructorParameters<typeof NotesDriver>[0] = {}): void {
  notes = new NotesDriver({ clock: 'real', memory: { memoryBytes }, ...options });
}

const held = () => notes.simulators.server.account.bytes;
const send = async (call: string, body?: unknown) => (await notes.send(call, body)).status;
const make = (name: string) => send('POST /_sim/sandboxes', { name });
const isFull = { status: 507, body: { detail: expect.stringMatching(/4000000 bytes.*--limit maxMemoryBytes/) } };

/** Sends messages to an inbox until one is rejected. @returns number of accepted messages */
async function fill(sandbox: string, most = 20): Promise<number> {
  for (let sent = 0; sent < most; sent += 1) {
    if ((await send(`POST ${sandbox}/_sim/inbox/in`, message)) !== 204) return sent;
  }
  return most;
}

afterEach(async () => {
  expect(notes.simulators.defects).toEqual([]);
  await notes.close();
  expect(held()).toBe(0);
});

describe('a server with a memory limit', () => {
  it('rejects writes when all sandboxes together reach the limit, but allows deletions', async () => {
    start();
    for (const name of ['one', 'two']) expect(await make(name)).toBe(201);
    expect(await fill('/~one', 4)).toBe(4);
    expect(await fill('/~two')).toBeLessThan(8);
    for (const [call, body] of [
      ['POST /~one/_sim/inbox/in', message],
      ['PUT /~one/_sim/snapshots/a'],
      ['POST /_sim/sandboxes', { name: 'three', from: { sandbox: 'one' } }],
    ] as const) {
      expect(await notes.send(call, body)).toMatchObject(isFull);
    }
    let written = 0;
    const write = () => send(`PUT /~one/notes/${written}`, { text: 'x'.repeat(900) });
    let answered = 200;
    for (; written < 500 && answered === 200; written += 1) answered = await write();
    expect([written > 10, answered]).toEqual([true, 507]);
    expect(await send('GET /~one/notes/0')).toBe(200);
    expect(await send('DELETE /~two/_sim/inbox/in/messages')).toBe(204);
    expect(await send('PUT /~one/notes/b', { text: 'b' })).toBe(200);
    expect(held()).toBeLessThan(memoryBytes);
  });

  it('counts the size of snapshots, and frees it when they are deleted', async () => {
    start();
    await fill('', 3);
    const before = held();
    expect(await send('PUT /_sim/snapshots/a')).toBe(200);
    expect(held() - before).toBeGreaterThan(1_000_000);
    expect(await send('PUT /_sim/snapshots/a')).toBe(200);
    expect(held() - before).toBeLessThan(1_700_000);
    expect(await send('DELETE /_sim/snapshots/a')).toBe(204);
    expect(held() - before).toBeLessThan(100_000);
  });

  it('evicts implicitly created sandboxes, however many names are requested', async () => {
    start();
    for (let count = 0; count < 30; count += 1) expect(await fill(`/~x${count}`, 1)).toBe(1);
    expect(held()).toBeLessThan(memoryBytes * 1.1);
    expect((await notes.simulators.server.sandboxes.list()).length).toBeLessThan(12);
  });

  it('deactivates the least recently used sandboxes if an archive stores them', async () => {
    start({ archive: new MemoryArchive() });
    for (let count = 0; count < 20; count += 1) {
      expect(await make(`s${count}`)).toBe(201);
      expect(await fill(`/~s${count}`, 1)).toBe(1);
    }
    expect(held()).toBeLessThan(memoryBytes * 1.1);
    for (let count = 0; count < 20; count += 1) {
      expect((await notes.send(`GET /~s${count}/_sim/inbox/in/messages`)).body.count).toBe(1);
    }
    expect(held()).toBeLessThan(memoryBytes * 1.1);
  });

  it('does not exceed the limit through journal entries', async () => {
    start();
    await make('one');
    await fill('/~one');
    for (let count = 0; count < 300; count += 1) await send(`GET /notes/${'n'.repeat(2000)}`);
    expect(held()).toBeLessThan(memoryBytes + 10_000);
  });
});
