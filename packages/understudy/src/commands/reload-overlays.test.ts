import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadYaml } from '@understudy/contract';
import { expect, it } from 'vitest';
import { loadApi } from '../apis/load-api.js';
import { startSimulators } from '../start-simulators.js';
import { reloadOverlays } from './reload-overlays.js';

const shop = fileURLToPath(new URL('../../../inferred-api/src/testing/shop.yaml', import.meta.url));
const overlay = (does: string) =>
  `{overlay: 1.0.0, info: {title: T, version: '1'}, actions: [{target: "$.paths['/products/{productId}'].get", update: {x-understudy: {does: ${does}}}}]}`;

it('serves an API again when its overlay changes, and goes on while that is broken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-overlay-'));
  const file = join(folder, 'fixes.yaml');
  await writeFile(file, overlay('answer'));
  const api = await loadApi(shop, folder);
  const read = async () => ({ shop: await loadYaml(file) });
  const simulators = await startSimulators({ apis: [api], overlays: await read() });
  const status = async () => {
    const headers = { 'x-key': 'k' };
    return (await simulators.fetch(`${simulators.url}/products/9`, { headers })).status;
  };
  const ending = new AbortController();
  let told = (_line: string): void => undefined;
  const tell = (line: string) => told(line);
  const { replace } = simulators;
  const ended = reloadOverlays([file], { read, apis: () => [api], replace, tell, signal: ending.signal });
  const change = async (text: string) => {
    const next = new Promise<string>((resolve) => {
      told = resolve;
    });
    await writeFile(file, text);
    return await next;
  };
  expect(await status()).toBe(200);
  expect(await change(overlay('read'))).toBe(`Reloaded ${file}.`);
  expect(await status()).toBe(404);
  expect(await change(overlay('reed'))).toMatch(/still serving the previous version: .*does must be list/);
  expect(await status()).toBe(404);
  expect(await change(overlay('answer'))).toMatch('Reloaded ');
  expect(await status()).toBe(200);
  await change(overlay('read'));
  await replace(await loadApi(shop, folder));
  expect(await status()).toBe(404);
  expect(simulators.defects).toEqual([]);
  ending.abort();
  await ended;
  await simulators.close();
  await rm(folder, { recursive: true });
});
