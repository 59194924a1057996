import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { describeApi } from '../describe-api.js';
import { createSender, describedOrigin, serveDescribed } from '../testing/serve-described.js';

const streams = fileURLToPath(new URL('../testing/streams.yaml', import.meta.url));
const inbox = `${describedOrigin}/_sim/inbox/streams`;

async function start() {
  const { api } = await describeApi(streams);
  return createSender(await serveDescribed(api));
}

it('returns properties of the request with the same name and type, and generates the others', async () => {
  const send = await start();
  const told = { callbackUrl: inbox, topic: 'guests', secret: 'a', depth: 'deep' };
  const first = await send('POST /streams', told);
  expect(first).toMatchObject({ status: 201, body: { callbackUrl: inbox, topic: 'guests' } });
  expect(first.body.subscriptionId).toMatch(/^[0-9a-f-]{36}$/);
  expect(first.body).not.toHaveProperty('secret');
  expect(first.body.depth).not.toBe('deep');
  expect((await send('POST /streams', told)).body).toEqual(first.body);
});

it('sends the callbacks that explain lists, even though it stores nothing', async () => {
  const { explanation } = await describeApi(streams);
  expect(explanation.operations).toMatchObject([{ does: 'answer', sends: ['onData'] }]);
  const send = await start();
  await send('POST /streams', { callbackUrl: inbox, topic: 'rooms' });
  const { body } = await send('GET /_sim/inbox/streams/messages');
  expect(body.messages).toMatchObject([
    {
      method: 'POST',
      body: { topic: 'rooms', sentAt: expect.stringMatching(/^20\d\d-/), userData: expect.any(String) },
    },
  ]);
  expect(body.messages[0].body.userData.length).toBeGreaterThan(2);
});

it('sends no callback if the request is rejected or prefers an error', async () => {
  const send = await start();
  expect(await send('POST /streams', { topic: 'rooms' })).toMatchObject({ status: 422 });
  const refused = await send('POST /streams', { callbackUrl: inbox }, { prefer: 'code=422' });
  expect(refused.status).toBe(422);
  expect(await send('GET /_sim/inbox/streams/messages')).toMatchObject({ body: { messages: [] } });
});

it.each([
  ['one result by default', {}, 1],
  ['one result for each string of a list', { rooms: ['blue', 'red'] }, 2],
  ['the requested number of results', { n: 3, rooms: ['blue', 'red'] }, 3],
])('generates %s', async (_what, body, count) => {
  const { api } = await describeApi(fileURLToPath(new URL('../testing/rooms.yaml', import.meta.url)));
  const send = createSender(await serveDescribed(api));
  const { plans } = (await send('POST /plans', body)).body;
  expect(plans).toEqual(Array.from({ length: count }, (_none, index) => ({ index })));
});
