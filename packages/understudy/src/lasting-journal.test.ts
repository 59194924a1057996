import { join } from 'node:path';
import { startPostgres, type TestPostgres } from '@understudy/persistence/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StartOptions } from './start-options.js';
import { type RunningSimulators, startSimulators } from './start-simulators.js';
import { call } from './testing/call.js';
import { useResources } from './testing/use-resources.js';

const { folderWith } = useResources();

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.close());

const read = async (server: RunningSimulators, path: string) => (await call(server, `GET ${path}`)).body;

async function numbers(server: RunningSimulators, query: string, sandbox = ''): Promise<unknown[]> {
  const { entries } = await read(server, `${sandbox}/_sim/journal?${query}`);
  return entries.map(({ seq }: { seq: number }) => seq);
}

/** Sends requests 1 to `count`; number 3 has secrets. */
async function send({ url, fetch }: RunningSimulators, count: number, sandbox = ''): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const headers: Record<string, string> =
      number === 3 ? { authorization: 'Bearer secret-one', 'x-mark': 'third' } : {};
    await fetch(`${url}${sandbox}/io/nowhere/${number}?signature=secret-two`, { headers });
  }
}

describe.each(['folder', 'database'])('a persistent journal in a %s', (kind) => {
  let options: StartOptions;
  beforeAll(async () => {
    const data = kind === 'folder' ? join(await folderWith(), 'data') : await postgres.newDatabase();
    options = { apis: ['inventory'], data, port: 0, keepJournal: 'P7D', maxJournalEntries: 5 };
  });

  it('contains entries that were dropped from memory, without secrets, even after a restart', async () => {
    let server = await startSimulators(options);
    await send(server, 12);
    for (const round of ['before the restart', 'after the restart']) {
      expect([round, await numbers(server, 'limit=3')]).toEqual([round, [1, 2, 3]]);
      for (const [query, entries] of [
        ['last=11', [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
        ['after=1&limit=2&order=asc', [2, 3]],
        ['limit=2&order=desc', [12, 11]],
        ['text=NOWHERE/2', [2]],
        ['text=third&status=4xx&failed=true&type=request', [3]],
        ['status=200', []],
        ['text=secret-', []],
      ] as const)
        expect([query, await numbers(server, query)]).toEqual([query, entries]);
      const [third] = (await read(server, '/_sim/journal?after=2&limit=1&durations=true')).entries;
      expect(third).toMatchObject({
        durationMilliseconds: expect.any(Number),
        request: { headers: { 'x-mark': 'third' } },
      });
      expect(await read(server, '/_sim/journal?after=2&limit=1&summary=true')).toMatchObject({ dropped: 0 });
      expect((await read(server, '/_sim/journal?limit=1&summary=true')).entries[0]).not.toHaveProperty('request');
      const har = await read(server, '/_sim/journal.har?limit=2');
      expect(har.log.entries[0].comment).toBe('journal entry 1');
      await server.close();
      server = await startSimulators(options);
    }
    await send(server, 1);
    expect(await numbers(server, 'last=2')).toEqual([12, 13]);
    await server.close();
  });

  it('is deleted with its sandbox, by a reset, and at its maximum age or size', { tags: 'slow' }, async () => {
    let server = await startSimulators(options);
    await server.control.sandboxes.create('gone');
    await send(server, 8, '/~gone');
    expect(await numbers(server, 'limit=1', '/~gone')).toEqual([1]);
    await server.control.sandboxes.delete('gone');
    await send(server, 2, '/~gone');
    expect(await numbers(server, '', '/~gone')).toEqual([1, 2]);
    await server.control.reset();
    await send(server, 7);
    expect(await numbers(server, 'limit=10')).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await server.close();
    for (const limit of [{ maxKeptJournalBytes: 1 }, { keepJournal: 'PT0.001S' }]) {
      server = await startSimulators(options);
      await send(server, 2);
      const kept = (await numbers(server, '')).length;
      await server.close();
      server = await startSimulators({ ...options, ...limit });
      expect([limit, kept > 0, await numbers(server, '')]).toEqual([limit, true, []]);
      await server.close();
    }
  });
});

it('the option keepJournal requires the option data', async () => {
  await expect(startSimulators({ keepJournal: 'P7D' })).rejects.toThrow('keepJournal requires data');
});
