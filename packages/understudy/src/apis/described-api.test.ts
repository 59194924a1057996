import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSimulators } from '../start-simulators.js';
import { call } from '../testing/call.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useResources } from '../testing/use-resources.js';
import { addApis, builtInApis, chooseApis } from './apis.js';
import { loadApi } from './load-api.js';

const { start } = useResources();

const apis = [shopDescriptionPath];
const open = { apis, settings: { apis: { shop: { security: 'off' } } } };
const overlay = (target: string, said: object) => ({
  shop: { overlay: '1.0.0', info: {}, actions: [{ target, update: { 'x-understudy': said } }] },
});

it('serves an API given only the path of its description', async () => {
  const simulators = await start(open);
  expect((await call(simulators, 'POST /products', { name: 'Lamp' })).body).toMatchObject({ id: 1, name: 'Lamp' });
  expect((await call(simulators, 'GET /products/1')).body).toMatchObject({ name: 'Lamp' });
});

it('an overlay replaces the inferred behavior', async () => {
  const overlays = overlay('$', { understudy: 1, operations: { getProduct: { answer: 'described' } } });
  expect((await call(await start({ ...open, overlays }), 'GET /products/7')).status).toBe(200);
});

it('reports unknown x-understudy properties and missing files by name', async () => {
  const overlays = overlay("$.paths['/hours'].get", { dose: 'answer' });
  await expect(startSimulators({ apis, overlays })).rejects.toThrow('no member "dose"');
  await expect(chooseApis(['./nowhere.yaml'])).rejects.toThrow('does not exist');
});

it('selects an API only once if the configuration and the command line both name it', async () => {
  const configured = await loadApi(shopDescriptionPath);
  const { chosen } = await chooseApis(apis, addApis(builtInApis, [configured]));
  expect(chosen).toEqual([configured]);
});

it.each(['identity', 'time'])('a described API can have the same name as a bundled API: %s', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-own-name-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, `${name}.yaml`);
  copyFileSync(shopDescriptionPath, file);
  const simulators = await start({ apis: [file], settings: { apis: { [name]: { security: 'off' } } } });
  expect((await call(simulators, 'POST /products', { name: 'Lamp' })).body).toMatchObject({ id: 1, name: 'Lamp' });
  await expect(chooseApis([file, name])).rejects.toThrow(`Two APIs have the name "${name}"`);
});

it('seeds the records of a collection, and rejects a record that violates the schema', async () => {
  const simulators = await start({ apis });
  const seed = (record: object) => simulators.control.seed({ data: { shop: { products: [record] } } });
  await seed({ id: 7, name: 'Lamp' });
  const { body } = await call(simulators, 'GET /products/7', undefined, { 'x-key': 'k' });
  expect(body).toMatchObject({ id: 7, name: 'Lamp' });
  await expect(seed({ id: 8, name: 1 })).rejects.toThrow(/products.*name/);
});
