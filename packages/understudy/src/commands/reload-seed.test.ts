import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startSimulators } from '../start-simulators.js';
import { reloadSeed } from './reload-seed.js';

const seedOf = (tenant: string) =>
  JSON.stringify({
    inventory: { tenants: { [tenant]: { subscriptions: [{ datasetId: 'd', subscriptionIds: ['s'] }] } } },
  });

it('loads a seed file whenever it changes, says what is wrong with it, and goes on', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'understudy-reload-')), 'shop.json');
  await writeFile(file, seedOf('one'));
  const simulators = await startSimulators({ apis: ['inventory'], seed: file });
  const { control } = simulators;
  const kept = async () => {
    await control.snapshots.put('now');
    return JSON.stringify(await control.snapshots.get('now'));
  };
  expect(await kept()).toContain('/one');
  const ending = new AbortController();
  const lines: string[] = [];
  let told = (): void => undefined;
  const tell = (line: string) => {
    lines.push(line);
    told();
  };
  const ended = reloadSeed(file, { control, tell, signal: ending.signal });
  const change = async (text: string) => {
    const next = new Promise<void>((resolve) => {
      told = resolve;
    });
    await writeFile(file, text);
    await next;
    return lines.at(-1);
  };
  expect(await change(seedOf('two'))).toBe(`Reloaded ${file}.`);
  expect(await kept()).toContain('/two');
  expect(await change('{"inventory": {"tenant": {}}}')).toMatch(/was not loaded: it .*tenant is no part of a seed/);
  expect(await change('{"inventory":')).toMatch(/was not loaded: it .*is not a readable file/);
  expect(await kept()).toContain('/two');
  const snapshot = (await kept()).replaceAll('/two', '/three');
  expect(await change(snapshot)).toBe(`Reloaded ${file}.`);
  expect(await kept()).toContain('/three');
  ending.abort();
  await ended;
  await simulators.close();
});
