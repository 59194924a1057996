import { createSimulators } from '@understudy/server';
import { notesCollection, notesSimulator, testOrigin } from '@understudy/server/testing';
import { expect, it } from 'vitest';

/** Starts the notes API with a seed per day and a seed per sandbox. */
function start({ broken = 0 } = {}) {
  const made: string[] = [];
  let failures = broken;
  const simulator: typeof notesSimulator = {
    ...notesSimulator,
    async seedOfDay(data, { scopes, today }) {
      if (data === undefined) return;
      made.push(today);
      failures -= 1;
      if (failures >= 0) throw new RangeError('The seed cannot be read just now');
      const scope = scopes.of({ clientId: 'c', tenantId: 't1' });
      await scope.collection(notesCollection).put('day', { text: `${data} of ${today}`, version: 1 });
    },
    async seed(data, { scopes, now, ids }) {
      if (data === undefined) return;
      const scope = scopes.of({ clientId: 'c', tenantId: 't1' });
      await scope
        .collection(notesCollection)
        .put('own', { text: `${ids.next('note')} at ${now.toISOString()}`, version: 1 });
    },
  };
  const simulators = createSimulators({
    simulators: [simulator],
    sandbox: {
      clock: { mode: 'manual', at: '2026-01-15T09:00:00.000Z' },
      progression: 'immediate',
      seed: 'empty',
      randomSeed: 'test',
    },
    seeds: { demo: async () => ({ notes: 'Words' }) },
  });
  const send = async (call: string, body?: object) => {
    const [method = 'GET', path = '/'] = call.split(' ');
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const headers = { tenantId: 't1', 'content-type': 'application/json' };
    const response = await simulators.fetch(`${testOrigin}${path}`, { ...init, headers });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const create = (name: string, more: object = {}) => send('POST /_sim/sandboxes', { name, seed: 'demo', ...more });
  const textOf = async (sandbox: string, note: string) => (await send(`GET /~${sandbox}/notes/${note}`)).body.text;
  return { simulators, made, send, create, textOf };
}

it('runs the day seed once for each day, and the sandbox seed once for each sandbox', async () => {
  const { simulators, made, create, textOf } = start();
  for (const name of ['a', 'b']) await create(name);
  await create('later', { at: '2026-01-15T23:00:00Z' });
  expect(made).toEqual(['2026-01-15']);
  await create('next', { at: '2026-01-16T00:00:00Z' });
  expect(made).toEqual(['2026-01-15', '2026-01-16']);
  expect(await textOf('later', 'day')).toBe('Words of 2026-01-15');
  expect(await textOf('next', 'day')).toBe('Words of 2026-01-16');
  expect(await textOf('a', 'own')).toMatch(/at 2026-01-15T09:00:00.000Z$/);
  expect(await textOf('later', 'own')).toMatch(/at 2026-01-15T23:00:00.000Z$/);
  // The sandbox creates the ids, so the same random seed yields the same ids.
  expect((await textOf('b', 'own')).split(' ')[0]).toBe((await textOf('a', 'own')).split(' ')[0]);
  await simulators.close();
});

it('isolates sandboxes that share seed records, and restores those records on reset', async () => {
  const { simulators, made, send, create, textOf } = start();
  for (const name of ['a', 'b']) await create(name);
  await send('PUT /~a/notes/day', { text: 'changed' });
  expect([await textOf('a', 'day'), await textOf('b', 'day')]).toEqual(['changed', 'Words of 2026-01-15']);
  await send('POST /~a/_sim/reset', {});
  expect(await textOf('a', 'day')).toBe('Words of 2026-01-15');
  expect(made).toHaveLength(1);
  await simulators.close();
});

it('caches neither a failed seed nor custom seed data', async () => {
  const { simulators, made, send, create } = start({ broken: 1 });
  expect((await create('a')).status).toBe(400);
  expect((await create('a')).status).toBe(201);
  for (const _ of [1, 2]) await send('POST /~a/_sim/seed', { data: { notes: 'Mine' } });
  expect(made).toHaveLength(4);
  expect((await send('GET /~a/notes/day')).body.text).toBe('Mine of 2026-01-15');
  await simulators.close();
});
