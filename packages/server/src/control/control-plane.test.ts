import { describe, expect, it } from 'vitest';
import { useNotesApi } from '../testing/use-notes-api.js';

const start = useNotesApi();

describe('the control plane', () => {
  it('keeps the data of a new sandbox while an old one of the same name shuts down', async () => {
    const notes = start();
    await notes.send('PUT /~b2/notes/a', { text: 'old' });
    const { sandboxes } = notes.simulators.server;
    let endWork = () => {};
    const work = new Promise<void>((resolve) => {
      endWork = resolve;
    });
    (await sandboxes.open('b2'))?.clock.track(work);
    const deleted = sandboxes.delete('b2');
    const put = notes.send('PUT /~b2/notes/b', { text: 'new' });
    // Other requests are served meanwhile, so this one could have been, too.
    for (let turn = 0; turn < 20; turn += 1) await notes.send('GET /_sim/clock');
    endWork();
    expect([await deleted, (await put).status]).toEqual([true, 200]);
    expect((await notes.send('GET /~b2/notes/b')).status).toBe(200);
    expect((await notes.send('GET /~b2/notes/a')).status).toBe(404);
  });

  it('creates a sandbox for only one of several concurrent requests with the same name', async () => {
    const notes = start();
    const asked = await Promise.all(
      [1, 2, 3].map((day) => notes.send('POST /_sim/sandboxes', { name: 'one', at: `2030-06-0${day}T00:00:00Z` })),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('resets all state, so that the same calls return the same responses', async () => {
    const notes = start();
    const live = async () => {
      await notes.send('PUT /notes/a', { text: 'x' });
      const fault = await notes.send('GET /notes/none');
      return JSON.stringify([fault, await notes.send('GET /_sim/journal')]);
    };
    const first = await live();
    await notes.send('POST /_sim/clock/advance', { by: 'P1D' });
    await notes.send('PATCH /_sim/settings', { progression: 'manual' });
    await notes.send('POST /_sim/inbox/in', { some: 'message' });
    expect((await notes.send('POST /_sim/reset')).status).toBe(200);
    expect((await notes.send('GET /_sim/settings')).body.progression).toBe('immediate');
    expect((await notes.send('GET /_sim/inbox/in/messages')).body.count).toBe(0);
    expect((await notes.send('GET /notes/a')).status).toBe(404);
    await notes.send('POST /_sim/reset');
    expect(await live()).toBe(first);
  });

  it('requires the configured token, except for messages to inboxes', async () => {
    const notes = start({ controlToken: 'secret' });
    expect((await notes.send('GET /_sim')).status).toBe(401);
    expect((await notes.send('GET /_sim', undefined, { authorization: 'Bearer wrong!' })).status).toBe(401);
    expect((await notes.send('GET /_sim', undefined, { authorization: 'Bearer secret' })).status).toBe(200);
    expect((await notes.send('POST /_sim/inbox/in', {})).status).toBe(204);
    expect((await notes.send('PUT /notes/a', { text: 'x' })).status).toBe(200);
  });

  it('redacts tokens, keys, secrets and signatures in the journal', async () => {
    const notes = start();
    const secrets = { authorization: 'Bearer tok-1', 'x-api-key': 'key-1' };
    await notes.send('PUT /notes/a?signature=sig-1&x=1', { text: 'x', webhookApiKey: 'key-2' }, secrets);
    const journal = JSON.stringify(await notes.journal());
    for (const secret of ['tok-1', 'key-1', 'key-2', 'sig-1']) expect(journal).not.toContain(secret);
    expect(journal).toContain('signature=[redacted]&x=1');
  });

  it('waits for a matching journal entry, and returns 408 after the timeout', async () => {
    const notes = start();
    const waiting = notes.send('POST /_sim/journal/wait', { match: { operationId: 'putNote', status: 200 } });
    await notes.send('PUT /notes/a', { text: 'x' });
    expect((await waiting).body.entries).toMatchObject([{ operationId: 'putNote', tenantId: 't1' }]);
    const vain = await notes.send('POST /_sim/journal/wait', { match: { status: 418 }, timeout: 'PT0.01S' });
    expect(vain).toMatchObject({
      status: 408,
      body: { detail: 'Expected 1 matching in the journal, but only 0 arrived in time' },
    });
  });
});
