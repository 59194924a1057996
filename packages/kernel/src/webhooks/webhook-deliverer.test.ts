import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type NotesDriver, testOrigin, useNotesApi } from '@understudy/server/testing';
import { describe, expect, it } from 'vitest';
import { monotonicNowMs } from '../wall-clock.js';

const start = useNotesApi();

const inbox = `${testOrigin}/_sim/inbox/in?x=1`;
const shout = (notes: NotesDriver, id: string, url: string) =>
  notes.send(`POST /notes/${id}/shout`, { text: 'hey', url });
const deliveries = async (notes: NotesDriver) =>
  (await notes.journal('type=delivery')).map(({ jobId, attempt, outcome, status, at }) => [
    jobId,
    attempt,
    outcome,
    status,
    String(at).slice(11, 19),
  ]);

/** Delivers the webhook of job `j` to a receiver. */
async function deliverTo(notes: NotesDriver, host: string, listener: RequestListener) {
  const receiver = createServer(listener).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  await shout(notes, 'j', `http://${host}:${(receiver.address() as AddressInfo).port}/hook`);
  await notes.send('POST /_sim/clock/advance', { by: 'PT0S' });
  receiver.close();
  receiver.closeAllConnections();
  expect(await deliveries(notes)).toEqual([['j', 1, 'delivered', 200, '09:00:00']]);
}

describe('webhooks', () => {
  it('are retried on the schedule of the policy until they are delivered', async () => {
    const notes = start();
    await notes.send('PUT /_sim/inbox/in/answers', { answers: [{ status: 500, times: 2 }, { status: 204 }] });
    await shout(notes, 'j', inbox);
    expect(await deliveries(notes)).toEqual([['j', 1, 'failed', 500, '09:00:00']]);
    await notes.send('POST /_sim/clock/advance', { by: 'PT1H' });
    expect(await deliveries(notes)).toEqual([
      ['j', 1, 'failed', 500, '09:00:00'],
      ['j', 2, 'failed', 500, '09:01:00'],
      ['j', 3, 'delivered', 204, '09:06:00'],
    ]);
  });

  it('have a shorter timeout for retries to a hanging receiver while the clock advances', {
    tags: 'slow',
  }, async () => {
    const notes = start();
    const held: number[] = [];
    const receiver = createServer((request) => {
      const from = monotonicNowMs();
      request.socket.once('close', () => held.push(monotonicNowMs() - from));
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    await shout(notes, 'j', `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
    await notes.send('POST /_sim/clock/advance', { by: 'P1D' });
    receiver.close();
    const seen = await deliveries(notes);
    expect(seen.map(([, attempt, outcome]) => [attempt, outcome])).toEqual([
      [1, 'failed'],
      [2, 'failed'],
      [3, 'failed'],
    ]);
    // The policy says two seconds.
    expect(held.slice(0, 2).map((milliseconds) => milliseconds < 1800)).toEqual([false, true]);
  });

  it('are given up after the last attempt', async () => {
    const notes = start();
    await notes.send('PUT /_sim/inbox/in/answers', { answers: [{ status: 301 }] });
    await shout(notes, 'j', inbox);
    await notes.send('POST /_sim/clock/advance', { by: 'P1D' });
    expect((await deliveries(notes)).map(([, attempt, outcome]) => [attempt, outcome])).toEqual([
      [1, 'failed'],
      [2, 'failed'],
      [3, 'failed'],
    ]);
  });

  it('to the same URL stay in order, even while an earlier one is retried', async () => {
    const notes = start();
    await notes.send('PUT /_sim/inbox/in/answers', { answers: [{ status: 503 }, { status: 204 }] });
    await shout(notes, 'first', inbox);
    await shout(notes, 'second', inbox);
    await notes.send('POST /_sim/clock/advance', { by: 'PT1M' });
    expect((await deliveries(notes)).map(([job, , outcome]) => [job, outcome])).toEqual([
      ['first', 'failed'],
      ['first', 'delivered'],
      ['second', 'delivered'],
    ]);
  });

  it('are attempted and duplicated as often as the sandbox settings specify', async () => {
    const notes = start();
    await notes.send('PATCH /_sim/settings', { webhooks: { attempts: 1, duplicates: 1 } });
    await notes.send('PUT /_sim/inbox/in/answers', { answers: [{ status: 500 }] });
    await shout(notes, 'j', inbox);
    await notes.send('POST /_sim/clock/advance', { by: 'P1D' });
    expect((await deliveries(notes)).map(([, attempt]) => attempt)).toEqual([1, 1]);
  });

  it('fail while the setting "lost" is on, and are delivered once it is off', async () => {
    const notes = start();
    await notes.send('PATCH /_sim/settings', { webhooks: { attempts: 2, lost: true } });
    await shout(notes, 'j', inbox);
    expect((await deliveries(notes)).map(([, , outcome]) => outcome)).toEqual(['failed']);
    await notes.send('PATCH /_sim/settings', { webhooks: { lost: false } });
    await notes.send('POST /_sim/clock/advance', { by: 'P1D' });
    expect((await deliveries(notes)).map(([, , outcome]) => outcome)).toEqual(['failed', 'delivered']);
  });

  it('are recorded in the journal with the request that caused them, without their API key', async () => {
    const notes = start();
    await shout(notes, 'j', inbox);
    const [request] = await notes.journal('operationId=shoutNote');
    const [delivery] = await notes.journal('type=delivery');
    expect(delivery?.['cause']).toBe(request?.['seq']);
    expect(JSON.stringify(delivery)).not.toContain('"k"');
  });

  it('are not sent to a disallowed host, and are journaled with the option that allows it', async () => {
    const notes = start();
    await shout(notes, 'j', 'http://hooks.example/in');
    const [delivery] = await notes.journal('type=delivery');
    expect(delivery).toMatchObject({ outcome: 'refused', attempt: 1 });
    expect(delivery?.['error']).toContain('--allowed-webhook-hosts hooks.example');
  });

  it('cannot reach hosts that were not allowed at startup, even if settings or snapshots add them', async () => {
    const notes = start();
    const change = await notes.send('PATCH /_sim/settings', { webhooks: { allowedHosts: ['hooks.example'] } });
    expect([change.status, change.body.detail]).toEqual([
      400,
      '/webhooks/allowedHosts can contain only hosts that were allowed at startup; restart with --allowed-webhook-hosts hooks.example',
    ]);
    await notes.send('PUT /_sim/snapshots/now');
    const snapshot = (await notes.send('GET /_sim/snapshots/now')).body;
    snapshot.kernel.settings.settings.webhooks.allowedHosts = ['hooks.example'];
    expect((await notes.send('PUT /_sim/snapshots/wider', snapshot)).status).toBe(400);
    await shout(notes, 'j', 'http://hooks.example/in');
    expect((await notes.journal('type=delivery'))[0]).toMatchObject({ outcome: 'refused' });
  });

  it('can reach no control plane path except inboxes, whatever the host name in the URL', async () => {
    const notes = start();
    notes.simulators.ownOrigins.add('http://localhost:4010');
    await notes.send('PUT /notes/kept', { text: 'still here' });
    const hosts = ['localhost:4010', 'b2.localhost:4010', '127.0.0.1:4010', '127.9.9.9:4010', '[::1]:4010'];
    const paths = ['/_sim/reset', '/x/../_sim/reset', '/~b2/_sim/reset', '/_sim/inbox/in/../../reset', '/_sim'];
    for (const [index, host] of hosts.entries()) {
      for (const path of paths) await shout(notes, `j${index}${path.length}`, `http://${host}${path}`);
    }
    await shout(notes, 'own', `${testOrigin}/_sim/reset`);
    const told = (await notes.journal('type=delivery')).map(({ outcome, error }) => [
      outcome,
      String(error).slice(0, 48),
    ]);
    const refused = ['refused', 'Webhooks can reach only the inboxes of a control'];
    expect(told).toEqual(Array.from({ length: hosts.length * paths.length + 1 }, () => refused));
    expect((await notes.send('GET /notes/kept')).body.text).toBe('still here');
    // The control plane of another server on this machine is not reachable, either.
    await shout(notes, 'other', 'http://127.0.0.1:9/~b2/_sim/reset');
    await notes.send('POST /_sim/clock/advance', { by: 'PT0S' });
    expect((await notes.journal('type=delivery')).at(-1)).toMatchObject({ jobId: 'other', outcome: 'refused' });
    // The inboxes remain reachable, each in the sandbox that the host names.
    await shout(notes, 'in', 'http://localhost:4010/_sim/inbox/in');
    expect((await notes.send('GET /_sim/inbox/in/messages')).body.count).toBe(1);
    await shout(notes, 'elsewhere', 'http://b2.localhost:4010/_sim/inbox/in');
    await notes.send('POST /_sim/clock/advance', { by: 'PT0S' });
    expect((await notes.send('GET /~b2/_sim/inbox/in/messages')).body.count).toBe(1);
  });

  it('resolve every subdomain of localhost to loopback without DNS', async () => {
    await deliverTo(start(), 'nobody.knows.localhost', (_request, response) => response.writeHead(200).end());
  });

  it('are delivered to an HTTP receiver that calls the API before it responds', async () => {
    const notes = start();
    const seen: unknown[] = [];
    await deliverTo(notes, '127.0.0.1', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const job = await notes.send('GET /jobs/j');
      seen.push(
        request.method,
        request.headers['x-api-key'],
        JSON.parse(Buffer.concat(chunks).toString()),
        job.body.status,
      );
      response.writeHead(200).end();
    });
    expect(seen).toEqual(['POST', 'k', { id: 'j', status: 'done' }, 'done']);
  });

  it('report why a receiver could not be reached', async () => {
    const notes = start();
    await notes.send('PATCH /_sim/settings', { webhooks: { attempts: 1 } });
    await shout(notes, 'j', 'http://127.0.0.1:9/hook');
    await notes.send('POST /_sim/clock/advance', { by: 'PT0S' });
    const [delivery] = await notes.journal('type=delivery');
    expect(delivery).toMatchObject({ outcome: 'failed', error: expect.stringContaining('could not be reached') });
  });
});
