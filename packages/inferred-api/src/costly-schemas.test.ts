import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkerPool } from '@understudy/kernel';
import { createSimulators } from '@understudy/server';
import { afterAll, expect, it } from 'vitest';
import { describeApi } from './describe-api.js';

const folder = await mkdtemp(join(tmpdir(), 'costly-schemas-'));
const file = join(folder, 'things.yaml');
await writeFile(
  file,
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
const { api } = await describeApi(file);
const pool = new WorkerPool({ seconds: 1, megabytes: 256 });
const patientPool = new WorkerPool({ seconds: 60, megabytes: 256 });
const hasty = await serve(pool);
const patient = await serve(patientPool);

async function serve(threads: WorkerPool) {
  return createSimulators({
    simulators: [await api.simulator()],
    sandbox: {
      clock: { mode: 'manual', at: '2026-01-15T09:00:00Z' },
      progression: 'immediate',
      seed: 'empty',
      randomSeed: '1',
    },
    pool: threads,
  });
}

afterAll(async () => {
  await hasty.close();
  await patient.close();
  await pool.close();
  await patientPool.close();
  await rm(folder, { recursive: true });
});

async function send(method: string, path: string, body?: object, simulators = patient) {
  const response = await simulators.fetch(`http://x${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return [response.status, await response.text()];
}

const costly = [400, expect.stringContaining('1 seconds')];
const parts = Array.from({ length: 2500 }, (_, index) => ({ a: index }));

it.each([
  ['a parameter', 'GET', `/things?q=${'a'.repeat(40)}!`, undefined],
  ['a member of a body', 'POST', '/things', { slug: `${'a'.repeat(40)}!` }],
])('refuses %s that cannot be judged in time', async (_what, method, path, body) => {
  expect(await send(method, path, body, hasty)).toEqual(costly);
});

it('lets the event loop turn while it compares many objects with each other', async () => {
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  turn();
  const [status] = await send('POST', '/things', { parts });
  isDone = true;
  expect(status).toBe(204);
  expect(turns).toBeGreaterThan(1000);
});

it('judges what can be judged', async () => {
  expect(await send('GET', `/things?q=${'a'.repeat(40)}`)).toEqual([204, '']);
  expect(await send('GET', '/things?q=b')).toEqual([400, expect.stringContaining('/query/q')]);
  expect(await send('POST', '/things', { slug: 'one-two-three-four-five', parts: parts.slice(0, 9) })).toEqual([
    204,
    '',
  ]);
  expect(await send('POST', '/things', { parts: [{ a: 1 }, { a: 1 }] })).toEqual([400, expect.anything()]);
});
