import { sleepRealTime } from '@understudy/kernel/serving';
import { MemoryArchive } from '@understudy/kernel/testing';
import type { NotesDriver } from '@understudy/server/testing';
import { useNotesApi } from '@understudy/server/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SandboxLimits } from './registry-context.js';
import { SandboxEntry } from './sandbox-entry.js';

const start = useNotesApi();

function crowded(limits: Partial<SandboxLimits> = {}): NotesDriver {
  return start({ sandboxLimits: { most: 2, timeToLive: 60_000, ...limits } });
}

async function namesOf(notes: NotesDriver): Promise<string[]> {
  const { body } = await notes.send('GET /_sim/sandboxes');
  return body.sandboxes.map(({ name }: { name: string }) => name);
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the sandboxes of a shared server', () => {
  it('over the limit are rejected with 409 until another one is deleted', async () => {
    const notes = crowded();
    for (const name of ['a', 'b']) expect((await notes.send('POST /_sim/sandboxes', { name })).status).toBe(201);
    const refused = await notes.send('GET /~c/_sim');
    expect(refused).toMatchObject({ status: 409, body: { type: 'urn:understudy:problem:sandbox-limit' } });
    expect((await notes.send('POST /_sim/sandboxes', { name: 'c' })).status).toBe(409);
    await notes.send('DELETE /_sim/sandboxes/a');
    expect((await notes.send('GET /~c/_sim')).status).toBe(200);
  });

  it('are evicted, the longest idle first, to make room for requests to new names', async () => {
    const notes = crowded({ most: 3 });
    await notes.send('PUT /~mine/notes/a', { text: 'kept' });
    for (let count = 0; count < 10; count += 1) {
      expect((await notes.send(`GET /~x${count}/notes/a`)).status).toBe(404);
      // Anonymous senders do not protect a sandbox from eviction, either.
      expect((await notes.send(`POST /~x${count}/_sim/inbox/a`, {})).status).toBe(204);
      expect((await notes.send(`POST /~x${count}/nowhere`, {})).status).toBe(404);
    }
    expect(await namesOf(notes)).toEqual(['default', 'mine', 'x8', 'x9']);
    expect((await notes.send('GET /~x8/_sim')).status).toBe(200);
    expect((await notes.send('POST /_sim/sandboxes', { name: 'asked-for' })).status).toBe(201);
    expect(await namesOf(notes)).toEqual(['default', 'mine', 'x8', 'asked-for']);
    expect((await notes.send('GET /~mine/notes/a')).body).toMatchObject({ text: 'kept' });
  });

  it('are evicted in least recently used order, even after a restart', async () => {
    const archive = new MemoryArchive();
    const limits = { sandboxLimits: { most: 3, timeToLive: Number.MAX_SAFE_INTEGER }, archive };
    const before = start(limits);
    for (const name of ['b', 'a', 'c']) {
      await before.send(`GET /~${name}/notes/n`);
      await sleepRealTime(2);
    }
    await before.send('GET /~b/notes/n');
    await before.close();
    const after = start(limits);
    await after.send('GET /~d/notes/n');
    expect(await namesOf(after)).toEqual(['default', 'b', 'c', 'd']);
    await after.send('GET /~c/notes/n');
    await after.send('PUT /~d/notes/n', { text: 'kept' });
    await after.send('GET /~e/notes/n');
    expect(await namesOf(after)).toEqual(['default', 'c', 'd', 'e']);
    for (const name of ['f', 'g', 'h']) await after.send(`GET /~${name}/notes/n`);
    expect(await namesOf(after)).toEqual(['default', 'd', 'g', 'h']);
  });

  it.each([
    ['PUT /~a/notes/n', { text: 'a' }],
    ['PATCH /~a/_sim/settings', { progression: 'manual' }],
    ['POST /~a/_sim/clock/advance', { by: 'PT1S' }],
    ['POST /~a/_sim/reset', undefined],
  ])('are not evicted once %s has changed them', async (call, body) => {
    const notes = crowded({ most: 1 });
    await notes.send('GET /~a/_sim');
    expect((await notes.send(call, body)).status).toBeLessThan(300);
    expect((await notes.send('GET /~b/_sim')).status).toBe(409);
  });

  it('are not evicted during a request', async () => {
    const notes = crowded({ most: 1 });
    const waiting = notes.send('GET /~a/_sim/inbox/i/messages?count=1&timeout=20');
    await vi.waitFor(async () => expect(await namesOf(notes)).toContain('a'));
    expect((await notes.send('GET /~b/_sim')).status).toBe(409);
    await notes.send('POST /~a/_sim/inbox/i', {});
    expect((await waiting).body.count).toBe(1);
    expect((await notes.send('GET /~b/_sim')).status).toBe(200);
  });

  it('handle concurrent requests to more sandboxes than the limit', async () => {
    const notes = crowded({ most: 2 });
    const calls = Array.from({ length: 20 }, (_, count) => notes.send(`GET /~x${count % 4}/notes/a`));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    // Sandboxes without space report that, and no call finds a deleted sandbox.
    expect(statuses.filter((status) => status !== 404 && status !== 409)).toEqual([]);
    expect(statuses).toContain(404);
  });

  it('are deleted automatically after their time to live without a request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const notes = crowded({ most: 5 });
    await notes.send('POST /_sim/sandboxes', { name: 'long', timeToLive: 'PT2M' });
    await notes.send('GET /~a/_sim');
    await vi.advanceTimersByTimeAsync(30_000);
    await notes.send('GET /~b/_sim');
    await vi.advanceTimersByTimeAsync(29_000);
    expect(await namesOf(notes)).toEqual(['default', 'long', 'a', 'b']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await namesOf(notes)).toEqual(['default', 'long', 'b']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await namesOf(notes)).toEqual(['default']);
  });
});

describe('the lifecycle of a sandbox', () => {
  it('allows only the documented transitions', () => {
    const entry = new SandboxEntry('a', { timeToLive: 1, kept: true });
    expect(() => {
      entry.state = 'active';
    }).toThrow('Sandbox "a" cannot change from absent to active');
    entry.state = 'creating';
    entry.state = 'active';
    expect(() => entry.detach('elsewhere')).toThrow('cannot change from active to elsewhere');
  });
});
