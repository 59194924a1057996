import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotesDriver, testOrigin } from '../testing/notes-driver.js';

let notes: NotesDriver;
beforeAll(() => {
  notes = new NotesDriver({ progression: 'after:PT2S' });
});
afterAll(async () => {
  expect(notes.simulators.defects).toEqual([]);
  await notes.close();
});

describe('what a sandbox waits for', () => {
  it('is told with its instant: the end of a job, then the retry of its webhook', async () => {
    await notes.send('PUT /_sim/inbox/down/answers', { answers: [{ status: 500, times: 2 }, { status: 204 }] });
    await notes.send('POST /notes/j/shout', { text: 'hey', url: `${testOrigin}/_sim/inbox/down` });
    expect((await notes.send('GET /_sim/timers')).body).toEqual({
      count: 1,
      timers: [{ at: '2026-01-15T09:00:02.000Z', kind: 'job', jobId: 'j' }],
    });
    await notes.send('POST /_sim/clock/advance', { by: 'PT2S' });
    const { timers } = (await notes.send('GET /_sim/timers')).body;
    expect(timers).toMatchObject([{ kind: 'delivery', deliveryId: '1', api: 'notes', cause: 1 }]);
    const [delivery] = (await notes.send('GET /_sim/deliveries')).body.deliveries;
    expect(delivery).toMatchObject({ cause: 1, nextAttemptAt: timers[0].at, plan: { timeoutSeconds: 2 } });
    expect(delivery.plan.attempts).toBeGreaterThan(1);
    expect((await notes.send('GET /_sim/inbox')).body.inboxes).toEqual([
      {
        name: 'down',
        count: 1,
        answers: [
          { status: 500, times: 1, headers: {} },
          { status: 204, times: 1, headers: {} },
        ],
      },
    ]);
  });

  it('stands beside why a request was refused, without what was secret in it', async () => {
    await notes.send('PUT /notes/a', { text: 1, colour: 'red' });
    const [entry] = await notes.journal('last=1');
    expect(entry).toMatchObject({ status: 400, refusal: { findings: [{ pointer: '/body/text' }] } });
  });
});
