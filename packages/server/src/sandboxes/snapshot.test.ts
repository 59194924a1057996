import { type NotesDriver, testOrigin, useNotesApi } from '@understudy/server/testing';
import { describe, expect, it } from 'vitest';

const open = useNotesApi();
const start = (progression = 'immediate') => open({ progression });

const inbox = `${testOrigin}/_sim/inbox/in`;

/** Makes calls whose responses depend on state, clock and random seed. */
async function goOn(notes: NotesDriver, prefix = ''): Promise<unknown[]> {
  return [
    (await notes.send(`PUT ${prefix}/notes/a`, { text: 'later' })).body,
    (await notes.send(`GET ${prefix}/notes/none`)).body,
    (await notes.send(`GET ${prefix}/_sim/clock`)).body,
    (await notes.send(`GET ${prefix}/_sim/settings`)).body,
  ];
}

describe('snapshots', () => {
  it('restore records, clock, random seed and settings, even on another server', async () => {
    const notes = start();
    await notes.send('PUT /notes/a', { text: 'x' });
    await notes.send('GET /notes/none');
    await notes.send('POST /_sim/clock/advance', { by: 'P1D' });
    await notes.send('PATCH /_sim/settings', { progression: 'polls:3' });
    expect((await notes.send('PUT /_sim/snapshots/here')).body).toEqual({
      name: 'here',
      sandbox: 'default',
      now: '2026-01-16T09:00:00.000Z',
      records: 1,
    });
    const snapshot = (await notes.send('GET /_sim/snapshots/here')).body;
    const first = await goOn(notes);
    await notes.send('POST /_sim/snapshots/here/restore');
    expect(await goOn(notes)).toEqual(first);

    const elsewhere = start();
    await elsewhere.send('PUT /_sim/snapshots/there', snapshot);
    await elsewhere.send('POST /_sim/snapshots/there/restore');
    expect(await goOn(elsewhere)).toEqual(first);
  });

  it('restore unfinished jobs and webhooks waiting for a retry', async () => {
    const notes = start('after:PT1H');
    await notes.send('PUT /_sim/inbox/in/answers', { answers: [{ status: 500 }, { status: 204 }] });
    await notes.send('POST /notes/done/shout', { text: 'done', url: inbox });
    await notes.send('POST /_sim/clock/advance', { by: 'PT1H' });
    await notes.send('POST /notes/open/shout', { text: 'open' });
    const snapshot =
      (await notes.send('PUT /_sim/snapshots/s')).status && (await notes.send('GET /_sim/snapshots/s')).body;

    const elsewhere = start('immediate');
    await elsewhere.send('PUT /_sim/snapshots/s', snapshot);
    await elsewhere.send('POST /_sim/snapshots/s/restore');
    expect((await elsewhere.send('GET /jobs/open')).body.status).toBe('running');
    await elsewhere.send('POST /_sim/clock/advance', { by: 'PT1M' });
    // The inbox was restored: it contains the attempt that got 500, and continues with its next response.
    expect((await elsewhere.send('GET /_sim/inbox/in/messages')).body.messages).toMatchObject([
      { id: '1', body: { id: 'done' }, receivedAt: '2026-01-15T10:00:00.000Z' },
      { id: '2', body: { id: 'done' }, receivedAt: '2026-01-15T10:01:00.000Z' },
    ]);
    expect((await elsewhere.send('GET /_sim/deliveries')).body.deliveries).toMatchObject([
      {
        state: 'delivered',
        attempts: [
          { number: 1, outcome: 'failed' },
          { number: 2, outcome: 'delivered' },
        ],
      },
    ]);
    await elsewhere.send('POST /_sim/clock/advance', { by: 'PT59M' });
    expect((await elsewhere.send('GET /jobs/open')).body).toEqual({ status: 'done', outcome: { shouted: 'OPEN' } });
  });

  it('are rejected if they contain an invalid fault rule or inbox response', async () => {
    const notes = start();
    await notes.send('PUT /_sim/snapshots/s');
    const { body: snapshot } = await notes.send('GET /_sim/snapshots/s');
    const fault = (effect: object, more = {}) => ({
      rule: { id: 'f', match: {}, effect, ...more },
      seen: 0,
      applied: 0,
    });
    const put = async (kernel: object) => {
      const file = { ...snapshot, kernel: { ...snapshot.kernel, ...kernel } };
      const { status, body } = await notes.send('PUT /_sim/snapshots/made', file);
      return [status, String(body.detail).match(/\/body\S+/)?.[0]];
    };
    const framing = { 'Content-Length': '5', 'transfer-encoding': 'chunked' };
    const effect = '/body/kernel/faults/0/rule/effect';
    expect(await put({ faults: { 0: fault({ headers: framing }) } })).toEqual([
      400,
      `${effect}/headers/Content-Length`,
    ]);
    const inboxes = { in: { received: 0, answers: [{ status: 200, headers: framing }] } };
    expect(await put({ inboxes })).toEqual([400, '/body/kernel/inboxes/in/answers/0/headers/Content-Length']);
    const wrong = [
      { headers: { 'x-a': 'b\r\nset-cookie: c' } },
      { status: 101 },
      { bytesPerSecond: 0 },
      { truncateAfter: 'all' },
    ];
    for (const one of wrong) {
      const [status, place] = await put({ faults: { 0: fault(one) } });
      expect([status, place]).toEqual([400, expect.stringContaining(`${effect}/${Object.keys(one)[0]}`)]);
    }
    expect((await put({ faults: { 0: fault({ delay: { kind: 'fixed', milliseconds: -1 } }) } }))[0]).toBe(400);
    const many = Array.from({ length: 1001 }, (_, index) => [index, fault({ status: 500 })]);
    expect(await put({ faults: Object.fromEntries(many) })).toEqual([400, '/body/kernel/faults']);
    const delays = [
      { kind: 'fixed', milliseconds: 5 },
      { kind: 'uniform', from: 1, to: 2 },
    ];
    const good = [...delays, { kind: 'lognormal', median: 5, sigma: 0.5 }].map((delay, index) => [
      index,
      fault({ delay, status: 503, headers: { 'retry-after': '1' } }, { times: 2, expiresAt: 1e13 }),
    ]);
    expect((await put({ faults: Object.fromEntries(good) }))[0]).toBe(200);
  });

  it('keep the progression of each job, even if the setting has changed since', async () => {
    const notes = start('manual');
    await notes.send('POST /notes/held/shout', { text: 'hey' });
    await notes.send('PATCH /_sim/settings', { progression: 'immediate' });
    await notes.send('POST /_sim/sandboxes', { name: 'fork', from: { sandbox: 'default' } });
    expect((await notes.send('GET /~fork/jobs/held')).body.status).toBe('running');
    expect((await notes.send('POST /~fork/_sim/jobs/held/complete')).body.status).toBe('done');
  });

  it('allow forking a sandbox or a snapshot into an independent sandbox', async () => {
    const notes = start();
    await notes.send('PUT /notes/a', { text: 'x' });
    await notes.send('PUT /_sim/snapshots/s');
    await notes.send('PUT /notes/a', { text: 'x' });
    const fork = await notes.send('POST /_sim/sandboxes', { name: 'fork', from: { sandbox: 'default' } });
    expect(fork.status).toBe(201);
    await notes.send('POST /_sim/sandboxes', { name: 'old', from: { snapshot: 's' }, at: '2027-01-01T00:00:00Z' });
    expect((await notes.send('GET /~fork/notes/a')).body.version).toBe(2);
    expect((await notes.send('GET /~old/notes/a')).body.version).toBe(1);
    expect((await notes.send('GET /~old/_sim/clock')).body.now).toBe('2027-01-01T00:00:00.000Z');
    await notes.send('PUT /~fork/notes/a', { text: 'y' });
    expect((await notes.send('GET /notes/a')).body.version).toBe(2);
  });

  it('return 400 for invalid content, and 404 for an unknown snapshot or sandbox', async () => {
    const notes = start();
    expect((await notes.send('PUT /_sim/snapshots/s', { format: 'something else' })).status).toBe(400);
    const older = { format: 'understudy-snapshot', version: 2, sandbox: 'default', jobs: [] };
    expect((await notes.send('PUT /_sim/snapshots/s', older)).body.errors).toEqual([
      expect.objectContaining({
        pointer: '/body/version',
        message: expect.stringMatching(/version 2.*reads version 3/),
      }),
    ]);
    await notes.send('PUT /_sim/snapshots/whole');
    const { body: whole } = await notes.send('GET /_sim/snapshots/whole');
    whole.kernel.chance.chance.state = [1, 2, 3];
    expect((await notes.send('PUT /_sim/snapshots/s', whole)).body.errors).toEqual([
      expect.objectContaining({ pointer: '/body/kernel/chance/chance/state' }),
    ]);
    await notes.send('DELETE /_sim/snapshots/whole');
    expect((await notes.send('GET /_sim/snapshots/s')).status).toBe(404);
    expect((await notes.send('POST /_sim/snapshots/s/restore')).status).toBe(404);
    expect((await notes.send('POST /_sim/sandboxes', { name: 'f', from: { sandbox: 'none' } })).status).toBe(404);
    await notes.send('PUT /_sim/snapshots/s');
    expect((await notes.send('GET /_sim/snapshots')).body.snapshots).toMatchObject([{ name: 's' }]);
    expect((await notes.send('DELETE /_sim/snapshots/s')).status).toBe(204);
    expect((await notes.send('DELETE /_sim/snapshots/s')).status).toBe(404);
  });
});
