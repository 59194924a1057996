import { WorkerPool } from '@understudy/kernel';
import { createSimulators } from '@understudy/server';
import { afterAll, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox } from './testing/serve-described.js';

const { api } = await describeText(
  'things',
  `openapi: 3.1.0
info: {title: Things, version: '1'}
paths:
  /things:
    get:
      operationId: find
      parameters: [{name: q, in: query, schema: {type: string, pattern: '^(a+)+$'}}]
      responses: {'204': {description: OK}}
    post:
      operationId: keep
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
      responses: {'204': {description: OK}}
components:
  schemas:
    Thing:
      type: object
      properties:
        slug: {type: string, pattern: '^([a-z]+-?)+$'}
        parts: {type: array, uniqueItems: true, items: {type: object}}
`,
);
const [hasty, patient] = await Promise.all([1, 60].map(serve));

/** @param seconds that judging a request may take */
async function serve(seconds: number) {
  const pool = new WorkerPool({ seconds, megabytes: 256 });
  const simulators = createSimulators({ simulators: [await api.simulator()], sandbox: emptySandbox, pool });
  afterAll(async () => {
    await simulators.close();
    await pool.close();
  });
  return createSender(simulators);
}

async function send(call: string, body?: object, sender = patient) {
  const answer = await sender?.(call, body);
  return [answer?.status, answer?.text];
}

const costly = [400, expect.stringContaining('1 seconds')];
const parts = Array.from({ length: 2500 }, (_, index) => ({ a: index }));

it.each([
  ['a query parameter', `GET /things?q=${'a'.repeat(40)}!`, undefined],
  ['a property of a request body', 'POST /things', { slug: `${'a'.repeat(40)}!` }],
])('rejects %s that takes too long to validate', async (_what, call, body) => {
  expect(await send(call, body, hasty)).toEqual(costly);
});

it('does not block the event loop while it checks many objects for uniqueness', async () => {
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  turn();
  const [status] = await send('POST /things', { parts });
  isDone = true;
  expect(status).toBe(204);
  expect(turns).toBeGreaterThan(1000);
});

it('validates costly schemas within the time limit', async () => {
  expect(await send(`GET /things?q=${'a'.repeat(40)}`)).toEqual([204, '']);
  expect(await send('GET /things?q=b')).toEqual([400, expect.stringContaining('/query/q')]);
  const thing = { slug: 'one-two-three-four-five', parts: parts.slice(0, 9) };
  expect(await send('POST /things', thing)).toEqual([204, '']);
  expect(await send('POST /things', { parts: [{ a: 1 }, { a: 1 }] })).toEqual([400, expect.anything()]);
});
