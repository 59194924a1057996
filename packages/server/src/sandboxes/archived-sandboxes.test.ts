import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SandboxMetadata } from '@understudy/kernel';
import type { OwnershipClaim, SandboxOwnership } from '@understudy/kernel/serving';
import { defaultSandboxMetadata, OutcomeUnknownError, UnavailableError } from '@understudy/kernel/serving';
import { MemoryArchive } from '@understudy/kernel/testing';
import { NotesDriver, testOrigin } from '@understudy/server/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';

const open: NotesDriver[] = [];

type Options = ConstructorParameters<typeof NotesDriver>[0];

/** Opens an archive that was not closed, as after a kill. */
function startOn(archive: MemoryArchive, options: Options = {}): NotesDriver {
  const notes = new NotesDriver({ archive, ...options });
  open.push(notes);
  return notes;
}

const inbox = `${testOrigin}/_sim/inbox/in`;
const receivedBy = async (notes: NotesDriver) => (await notes.send('GET /_sim/inbox/in/messages')).body.messages;

afterEach(async () => {
  vi.useRealTimers();
  for (const notes of open.splice(0)) {
    expect(notes.simulators.defects).toEqual([]);
    await notes.close();
  }
});

describe('a server that restarts on its archive', () => {
  it.each(['was closed', 'was killed'])(
    'continues with the same records, settings, clock and ids after it %s',
    async (end) => {
      const play = async (restarts: boolean) => {
        const archive = new MemoryArchive();
        let notes = startOn(archive);
        const answers: unknown[] = [];
        const calls: Array<[string, unknown?]> = [
          ['PUT /notes/a', { text: 'first' }],
          ['PATCH /_sim/settings', { progression: 'after:PT1M' }],
          ['POST /notes/a/shout', { text: 'hey', url: inbox }],
          ['POST /_sim/clock/advance', { by: 'PT30S' }],
          ['GET /notes/unknown'],
          ['POST /_sim/faults', { name: 'late', match: { operationId: 'putNote', nth: 2 }, effect: { status: 503 } }],
          ['PUT /notes/b', { text: 'passes' }],
          ['PUT /notes/b', { text: 'fails' }],
          ['POST /_sim/clock/advance', { by: 'PT31S' }],
          ['GET /jobs/a'],
          ['GET /_sim/deliveries'],
          ['GET /_sim/jobs'],
          ['GET /_sim/settings'],
          ['POST /_sim/reset'],
          ['GET /notes/a'],
        ];
        for (const [call, body] of calls) {
          const { status, headers, body: answered } = await notes.send(call, body);
          // The number of a request without changes does not survive a crash.
          if (end === 'was killed') headers.delete('x-request-id');
          answers.push({ call, status, headers: [...headers], answered });
          if (!restarts) continue;
          if (end === 'was closed') await notes.close();
          notes = startOn(archive);
        }
        return answers;
      };
      expect(await play(true)).toEqual(await play(false));
    },
  );

  it('restarts an interrupted job and sends its webhook once', async () => {
    const archive = new MemoryArchive();
    const before = startOn(archive, { progression: 'manual' });
    await before.send('POST /notes/a/shout', { text: 'hey', url: inbox });
    const after = startOn(archive);
    expect(await receivedBy(after)).toEqual([]);
    const done = await after.send('POST /_sim/jobs/a/complete');
    expect(done).toMatchObject({ status: 200, body: { status: 'done' } });
    expect(await receivedBy(after)).toMatchObject([{ body: { id: 'a', status: 'done' } }]);
  });

  it('reads the real clock and runs the jobs that became due meanwhile in order', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const archive = new MemoryArchive();
    vi.setSystemTime('2026-03-01T09:00:00Z');
    const before = startOn(archive, { clock: 'real', progression: 'after:PT10M' });
    for (const [minute, id] of ['first', 'second', 'third'].entries()) {
      vi.setSystemTime(`2026-03-01T09:0${minute}:00Z`);
      await before.send(`POST /notes/${id}/shout`, { text: 'hey', url: inbox });
    }
    await before.close();
    vi.setSystemTime('2026-03-01T10:00:00Z');
    const after = startOn(archive, { clock: 'real' });
    expect((await after.send('GET /_sim/clock')).body.now).toBe('2026-03-01T10:00:00.000Z');
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(10);
      expect((await receivedBy(after)).map(({ body }: { body: { id: string } }) => body.id)).toEqual([
        'first',
        'second',
        'third',
      ]);
    });
  });

  it('repeats an unanswered webhook attempt under the same delivery id', async () => {
    const bodies: string[] = [];
    let arrived = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const receiver = createServer(async (request, response) => {
      bodies.push(await text(request));
      arrived();
      // The first one waits until its sender has finished.
      if (bodies.length > 1) response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = Object(receiver.address());
    const archive = new MemoryArchive();
    const before = startOn(archive);
    const url = `http://127.0.0.1:${port}/hook`;
    const asked = before.send('POST /notes/a/shout', { text: 'hey', url });
    await first;
    const after = startOn(archive);
    await vi.waitFor(async () =>
      expect((await after.send('GET /_sim/deliveries')).body.deliveries).toMatchObject([
        { id: '1', state: 'delivered', attempts: [{ outcome: 'delivered' }] },
      ]),
    );
    expect(bodies).toEqual([bodies[0], bodies[0]]);
    receiver.closeAllConnections();
    receiver.close();
    await asked;
  });

  it('retries a pending delivery at its scheduled time', async () => {
    const archive = new MemoryArchive();
    const before = startOn(archive);
    await before.send('PUT /_sim/inbox/in/answers', { answers: [{ status: 500 }] });
    await before.send('POST /notes/a/shout', { text: 'hey', url: inbox });
    const [waiting] = (await before.send('GET /_sim/deliveries')).body.deliveries;
    expect(waiting).toMatchObject({ state: 'pending', attempts: [{ outcome: 'failed' }] });
    const after = startOn(archive);
    await after.send('PUT /_sim/inbox/in/answers', { answers: [{ status: 204 }] });
    await after.send('POST /_sim/clock/advance', { by: 'PT1H' });
    const [delivered] = (await after.send('GET /_sim/deliveries')).body.deliveries;
    expect(delivered).toMatchObject({ id: waiting.id, state: 'delivered' });
    expect(delivered.attempts.map(({ at }: { at: string }) => at.slice(11, 19))).toEqual(['09:00:00', '09:01:00']);
  });
});

describe('a change that the archive cannot store', () => {
  it('fails with 507 and is rolled back until there is space again', async () => {
    const archive = new MemoryArchive();
    const notes = startOn(archive);
    await notes.send('PUT /notes/a', { text: 'kept' });
    archive.refusal = new Error('database or disk is full');
    const refused = await notes.send('PUT /notes/a', { text: 'lost' });
    expect(refused).toMatchObject({ status: 507, body: { type: 'urn:understudy:problem:not-archived', status: 507 } });
    expect(refused.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(refused.body.detail).toMatch(
      /^Cannot store the changes to .* \(database or disk is full\); nothing was stored/,
    );
    expect((await notes.send('GET /notes/a')).body).toMatchObject({ text: 'kept' });
    expect((await notes.send('POST /notes/a/shout', { text: 'x', url: inbox })).status).toBe(507);
    expect((await notes.send('POST /_sim/clock/advance', { by: 'PT1H' })).status).toBe(507);
    expect((await notes.send('POST /_sim/sandboxes', { name: 'new' })).status).toBe(507);
    expect((await notes.send('GET /~other/_sim/settings')).status).toBe(507);
    expect((await notes.send('GET /_sim/clock')).body.now).toBe('2026-01-15T09:00:00.000Z');
    archive.refusal = undefined;
    expect((await notes.send('GET /jobs/a')).status).toBe(404);
    expect(await receivedBy(notes)).toEqual([]);
    expect((await notes.send('PUT /notes/a', { text: 'fits' })).status).toBe(200);
    expect((await startOn(archive).send('GET /notes/a')).body).toMatchObject({ text: 'fits' });
    expect((await notes.send('POST /_sim/sandboxes', { name: 'new' })).status).toBe(201);
  });
});

describe('a change whose archive is unavailable', () => {
  it('fails with 503 if nothing was stored, and with 504 if the outcome is unknown', async () => {
    const archive = new MemoryArchive();
    const notes = startOn(archive);
    await notes.send('PUT /notes/a', { text: 'kept' });
    archive.refusal = new UnavailableError('Another process serves it');
    const refused = await notes.send('PUT /notes/a', { text: 'lost' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    archive.refusal = new OutcomeUnknownError('The database broke off');
    await notes.send('GET /_sim/clock');
    const unclear = await notes.send('PUT /notes/a', { text: 'lost' });
    expect(unclear).toMatchObject({ status: 504, body: { type: 'urn:understudy:problem:unclear' } });
    expect([unclear.headers.get('retry-after'), unclear.body.detail]).toEqual([
      null,
      expect.stringContaining('check before you retry'),
    ]);
  });

  it('fails with 504 if a part of it was stored', async () => {
    const archive = new MemoryArchive();
    const notes = startOn(archive, { progression: 'after:PT1M' });
    const receiver = createServer((request, response) => {
      archive.refusal = new UnavailableError('Another process serves it');
      request.resume().on('end', () => response.writeHead(204).end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = Object(receiver.address());
    await notes.send('POST /notes/a/shout', { text: 'hey', url: `http://127.0.0.1:${port}/` });
    // The end of the job is stored, the result of its webhook is not.
    const advanced = await notes.send('POST /_sim/clock/advance', { by: 'PT1H' });
    expect(advanced).toMatchObject({ status: 504, body: { type: 'urn:understudy:problem:unclear' } });
    archive.refusal = undefined;
    receiver.closeAllConnections();
    receiver.close();
  });

  it('fails with 504 if the process loses the sandbox lease during the request', async () => {
    const archive = new MemoryArchive();
    const ownership = new LostOwnership();
    const notes = startOn(archive, { progression: 'after:PT1M', ownership });
    const receiver = createServer((request, response) => {
      ownership.lose();
      request.resume().on('end', () => response.writeHead(204).end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = Object(receiver.address());
    await notes.send('POST /notes/a/shout', { text: 'hey', url: `http://127.0.0.1:${port}/` });
    expect((await notes.send('POST /_sim/clock/advance', { by: 'PT1H' })).status).toBe(504);
    receiver.closeAllConnections();
    receiver.close();
  });
});

describe('a sandbox stored by another process', () => {
  it('is claimed once, and continues with its records and metadata', async () => {
    const archive = new MemoryArchive();
    const before = startOn(archive);
    await before.send('PUT /~a/notes/n', { text: 'stored' });
    await before.close();
    const ownership = new LostOwnership();
    ownership.stored = { ...defaultSandboxMetadata, timeToLive: 60_000 };
    const after = startOn(archive, { ownership });
    expect((await after.send('GET /~a/notes/n')).body).toMatchObject({ text: 'stored' });
    expect(ownership.claims).toEqual(['a']);
    expect(after.simulators.server.sandboxes.entries).toMatchObject([{ name: 'a', kept: true, timeToLive: 60_000 }]);
    expect((await after.send('POST /~a/_sim/sandboxes', { name: 'b' })).status).toBe(409);
  });
});

/** A process that owns every sandbox until it loses its lease. */
class LostOwnership implements SandboxOwnership {
  isHeld = true;
  readonly isDraining = false;
  lose: () => void = () => undefined;
  /** Metadata that another process has stored for each sandbox. */
  stored: SandboxMetadata | undefined;
  claims: string[] = [];

  drain(): void {
    throw new Error('Nobody drains here');
  }

  async claim(name: string): Promise<OwnershipClaim> {
    const archived = this.stored === undefined ? undefined : { name, ...this.stored };
    return { kind: 'own', epoch: this.claims.push(name), archived };
  }

  async release(): Promise<void> {
    // The sandbox is inactive then.
  }

  async due(): Promise<string[]> {
    return [];
  }

  onLost(listener: () => void): void {
    this.lose = listener;
  }
}

describe('sandboxes with an archive', () => {
  const limits = { maxActive: 2 };
  const asleep = async (notes: NotesDriver) =>
    (await notes.send('GET /_sim/sandboxes')).body.sandboxes
      .filter((sandbox: { asleep?: boolean }) => sandbox.asleep)
      .map(({ name }: { name: string }) => name);

  it('are deactivated over the limit, stay listed, and are reactivated by a request', async () => {
    const notes = startOn(new MemoryArchive(), { sandboxLimits: limits });
    for (const name of ['a', 'b', 'c']) await notes.send(`PUT /~${name}/notes/n`, { text: name });
    await vi.waitFor(async () => expect(await asleep(notes)).toEqual(['a', 'b']));
    const { sandboxes } = (await notes.send('GET /_sim/sandboxes')).body;
    expect(sandboxes.map(({ name }: { name: string }) => name)).toEqual(['default', 'a', 'b', 'c']);
    expect(sandboxes[1]).toMatchObject({ clock: { mode: 'manual' }, progression: 'immediate', seed: 'empty' });
    expect((await notes.send('GET /~a/notes/n')).body).toMatchObject({ text: 'a' });
    expect((await notes.send('POST /_sim/sandboxes', { name: 'b' })).status).toBe(409);
    const copy = await notes.send('POST /_sim/sandboxes', { name: 'd', from: { sandbox: 'b' } });
    expect(copy.status).toBe(201);
    expect((await notes.send('GET /~d/notes/n')).body).toMatchObject({ text: 'b' });
    expect((await notes.send('DELETE /_sim/sandboxes/c')).status).toBe(204);
    expect((await notes.send('GET /~c/notes/n')).status).toBe(404);
  });

  it('are deactivated when idle, activated by a timer, and deleted after their time to live', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const archive = new MemoryArchive();
    const notes = startOn(archive, { clock: 'real', sandboxLimits: { idleTimeout: 60_000, timeToLive: 3_600_000 } });
    await notes.send('PATCH /~a/_sim/settings', { progression: 'after:PT10M' });
    await notes.send('POST /~a/notes/n/shout', { text: 'hey', url: `${testOrigin}/_sim/inbox/in` });
    await notes.send('PUT /~b/notes/n', { text: 'b' });
    await vi.advanceTimersByTimeAsync(120_000);
    // The work of the job takes real time.
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(2000);
      expect(await asleep(notes)).toEqual(['a', 'b']);
    });
    await vi.advanceTimersByTimeAsync(540_000);
    await vi.waitFor(async () =>
      expect(await receivedBy(notes)).toMatchObject([{ body: { id: 'n', status: 'done' } }]),
    );
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect((await archive.names()).map(({ name }) => name)).toEqual(['default']);
  });

  it('are listed even if an earlier version stored no summary for them', async () => {
    const archive = new MemoryArchive();
    await archive.append('old', 0, [{ kind: 'metadata', metadata: { ...defaultSandboxMetadata, wakesAt: null } }]);
    const { body } = await startOn(archive).send('GET /_sim/sandboxes');
    expect(body.sandboxes.map(({ name }: { name: string }) => name)).toEqual(['default', 'old']);
  });
});
