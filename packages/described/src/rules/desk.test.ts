import { readFile } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const description = await readFile(new URL('../testing/desk.yaml', import.meta.url), 'utf8');
let call: ReturnType<typeof createSender>;
let item: { readonly id: string };
let advance: (duration: string) => Promise<unknown>;

beforeEach(async () => {
  const { api } = await describeText('desk', description);
  const simulators = await serveDescribed(api);
  const anybody = createSender(simulators);
  await anybody('POST /people', { email: 'ada@desk.example', password: 'let-me-in' });
  const { body } = await anybody('POST /token', { email: 'ada@desk.example', password: 'let-me-in' });
  call = createSender(simulators, { authorization: `Bearer ${body.accessToken}` });
  advance = async (duration) => await anybody('POST /_sim/clock/advance', { by: duration });
  item = (await call('POST /items', { name: 'Drill', tag: 'D1' })).body;
});

async function ask(more: object = {}) {
  const sent = { itemId: item.id, from: '2026-01-22', to: '2026-01-27', ...more };
  const { body } = await call('POST /requests', sent);
  await advance('PT1M');
  return body;
}

it('a token that no sign-in issued is rejected with 401', async () => {
  expect((await call('GET /people')).status).toBe(200);
  expect((await call('GET /people', undefined, { authorization: 'Bearer made-up' })).status).toBe(401);
});

it('a property is unique even if only the request body describes it as unique', async () => {
  expect((await call('POST /items', { name: 'Saw', tag: 'D1' })).status).toBe(409);
});

it('a repair makes the first request in the queue ready', async () => {
  const [first, second] = [await ask(), await ask()];
  expect([first.position, second.position]).toEqual([1, 2]);
  expect((await call(`GET /items/${item.id}`)).body.waiting).toBe(2);
  await call(`POST /items/${item.id}/repair`);
  expect((await call(`GET /requests/${first.id}`)).body).toMatchObject({ status: 'ready', position: null });
  expect((await call(`GET /requests/${second.id}`)).body).toMatchObject({ status: 'waiting', position: 1 });
  expect((await call(`GET /items/${item.id}/requests`)).body).toMatchObject([{ id: second.id }]);
});

it('the working days of a request are counted, and an end before the start is rejected', async () => {
  expect((await ask()).days).toBe(4);
  const wrong = await call('POST /requests', { itemId: item.id, from: '2026-01-22', to: '2026-01-21' });
  expect(wrong.status).toBe(422);
});

it('a request expires once its expiry time has passed', async () => {
  const { id } = await ask();
  await advance('PT40M');
  expect((await call(`GET /requests/${id}`)).body.status).toBe('expired');
});

it('a repair closes the ticket that a report created', async () => {
  const { status, body } = await call(`POST /items/${item.id}/report`, { problem: 'smoke' });
  expect([status, body]).toMatchObject([201, { itemId: item.id, problem: 'smoke', status: 'open', closedAt: null }]);
  await call(`POST /items/${item.id}/repair`);
  const { body: tickets } = await call('GET /tickets');
  expect(tickets).toMatchObject([{ id: body.id, status: 'closed', closedAt: expect.any(String) }]);
});

it('a log has an entry for each event, with the states before and after it', async () => {
  const { id } = await ask();
  await call(`POST /items/${item.id}/repair`);
  const entry = { subjectId: id, action: 'request.ready', fromStatus: 'waiting', toStatus: 'ready' };
  expect((await call('GET /log')).body).toMatchObject([
    entry,
    { subjectId: id, action: 'request.created', fromStatus: null, toStatus: 'waiting' },
  ]);
});
