import { expect, it } from 'vitest';
import { testOrigin } from '../testing/notes-driver.js';
import { useNotesApi } from '../testing/use-notes-api.js';

const start = useNotesApi();

it('a scheduled webhook retry is listed with its time and retry policy', async () => {
  const notes = start();
  await notes.send('PUT /_sim/inbox/down/answers', { answers: [{ status: 500, times: 2 }, { status: 204 }] });
  await notes.send('POST /notes/j/shout', { text: 'hey', url: `${testOrigin}/_sim/inbox/down` });
  const { timers } = (await notes.send('GET /_sim/timers')).body;
  expect(timers).toMatchObject([{ kind: 'delivery', deliveryId: '1', api: 'notes', cause: 1 }]);
  const [delivery] = (await notes.send('GET /_sim/deliveries')).body.deliveries;
  expect(delivery).toMatchObject({ cause: 1, nextAttemptAt: timers[0].at, plan: { timeoutSeconds: 2 } });
  expect(delivery.plan.attempts).toBeGreaterThan(1);
});

it('the journal reports which property of a request was invalid', async () => {
  const notes = start();
  await notes.send('PUT /notes/a', { text: 1, colour: 'red' });
  const [entry] = await notes.journal('last=1');
  expect(entry).toMatchObject({ status: 400, refusal: { findings: [{ pointer: '/body/text' }] } });
});
