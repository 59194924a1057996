import { NotesDriver, testOrigin } from '@understudy/server/testing';
import { expect, it } from 'vitest';

it('the journal notes an ignored request body and the operation that accepts a body', async () => {
  const notes = new NotesDriver();
  const call = (method: string, body: string) =>
    notes.simulators.handle({
      method,
      url: '/notes/a',
      origin: testOrigin,
      headers: { tenantid: 't1', 'content-type': 'application/json' },
      body: new TextEncoder().encode(body),
    });
  await call('PUT', '{"text":"x"}');
  // Some clients send the filter of a list as a body.
  expect((await call('GET', '{"only":"a"}')).status).toBe(200);
  await call('GET', '');
  const [put, get, plain] = await notes.journal();
  expect(get?.['note']).toBe(
    'The body of 12 bytes was ignored, because GET /notes/{id} does not accept a body; PUT /notes/{id} does.',
  );
  expect([put, plain].map((entry) => entry?.['note'])).toEqual([undefined, undefined]);
  expect(await notes.journal('failed=true')).toEqual([]);
  await notes.close();
});
