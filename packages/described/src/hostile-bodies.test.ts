import { WorkerPool } from '@understudy/kernel';
import { createSimulators } from '@understudy/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeApi } from './describe-api.js';
import { createSender, emptySandbox } from './testing/serve-described.js';

const pool = new WorkerPool({ seconds: 2, megabytes: 128 });
let simulators: ReturnType<typeof createSimulators>;
let send: ReturnType<typeof createSender>;

beforeAll(async () => {
  const { api } = await describeApi(new URL('./testing/hostile-bodies.yaml', import.meta.url));
  simulators = createSimulators({ simulators: [await api.simulator()], sandbox: emptySandbox, pool });
  send = createSender(simulators);
});

afterAll(async () => {
  expect(simulators.defects).toEqual([]);
  await simulators.close();
  await pool.close();
});

const nested = (depth: number, [open, inner, end]: readonly [string, string, string]) =>
  open.repeat(depth) + inner + end.repeat(depth);
const filter = (depth: number) => `{"filter":${nested(depth, ['{"args":[', '{"field":"a"}', ']}'])}}`;

it.each([18, 24])('rejects a filter nested %d levels deep within time and memory limits', async (depth) => {
  const { status, body } = await send('POST /queries', filter(depth));
  expect([status, body]).toEqual([400, expect.objectContaining({ detail: expect.stringContaining('too many steps') })]);
});

it('still validates with a schema after a validation with it timed out', async () => {
  const wrong = await send('POST /queries', '{"filter":{"args":[{"field":1}]}}');
  expect([wrong.status, wrong.body]).toEqual([400, expect.objectContaining({ title: 'Bad Request' })]);
  // Matches And and Or alike.
  expect((await send('POST /queries', filter(1))).status).toBe(400);
  expect((await send('POST /queries', filter(0))).status).toBe(201);
});

const members = (count: number, name: string) => Array.from({ length: count }, (_none, index) => `"${name}${index}":1`);
const list = `[${'1,'.repeat(100_000)}1]`;
const moves = Array.from({ length: 40_000 }, () => ({ op: 'add', path: '/list/0', value: 1 }));

it.each([
  ['an object with 20,000 properties', 'POST /things', `{${members(20_000, 'm').join()}}`, 400, 'members'],
  [
    'a nested object with 20,000 properties',
    'PATCH /things/a',
    `{"a":[{${members(20_000, 'm').join()}}]}`,
    400,
    'members',
  ],
  ['an array of 300,000 numbers', 'POST /things', `{"a":[${'1,'.repeat(300_000)}1]}`, 400, 'values'],
  [
    'a patch that adds too many properties to a record',
    'PATCH /things/a',
    `{${members(4000, 'n').join()}}`,
    413,
    'members',
  ],
  ['a JSON Patch that inserts into an array 40,000 times', 'PATCH /things/a', JSON.stringify(moves), 400, '50 ms'],
  ['an id with an unpaired surrogate', 'POST /things', '{"id":"\\ud800"}', 400, 'surrogate'],
  ['a patch that sets an id with an unpaired surrogate', 'PATCH /things/a', '{"id":"\\ud800"}', 400, 'surrogate'],
])('rejects %s', async (_what, call, body, status, says) => {
  expect((await send('POST /things', `{"id":"a","list":${list},${members(4000, 'm').join()}}`)).status).toBe(201);
  const answer = await send(call, body);
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(says)]);
});

it('stores properties that look like an error', async () => {
  await send('POST /things', '{"id":"error"}');
  const fields = { refused: true, code: 'x', status: 500 };
  const { status, body } = await send('PATCH /things/error', fields);
  expect([status, body]).toEqual([200, expect.objectContaining(fields)]);
});

it('stores and returns a tree nested 120 levels deep', async () => {
  const tree = JSON.parse(`{"id":"a",${nested(120, ['"name":"a","child":{', '"name":"leaf"', '}'])}}`);
  const { status, body } = await send('POST /trees', tree);
  expect([status, body]).toEqual([201, tree]);
  expect((await send('GET /trees/a')).body).toEqual(tree);
});
