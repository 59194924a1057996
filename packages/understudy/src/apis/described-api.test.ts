import { expect, it } from 'vitest';
import { startSimulators } from '../start-simulators.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useResources } from '../testing/use-resources.js';
import { addApis, builtInApis, chooseApis } from './apis.js';
import { loadApi } from './load-api.js';

const { start } = useResources();

it('is served by the path of its description, without a port or a line of code', async () => {
  const simulators = await start({ apis: [shopDescriptionPath], settings: { apis: { shop: { security: 'off' } } } });
  const { url } = simulators;
  const init = { method: 'POST', body: '{"name": "Lamp"}', headers: { 'content-type': 'application/json' } };
  expect(await (await simulators.fetch(`${url}/products`, init)).json()).toMatchObject({ id: 1, name: 'Lamp' });
  expect(await (await simulators.fetch(`${url}/products/1`)).json()).toMatchObject({ name: 'Lamp' });
});

it('does what an overlay says instead of what was inferred', async () => {
  const update = { 'x-understudy': { does: 'answer' } };
  const overlay = { overlay: '1.0.0', info: {}, actions: [{ target: "$.paths['/products/{productId}'].get", update }] };
  const simulators = await start({
    apis: [shopDescriptionPath],
    settings: { apis: { shop: { security: 'off' } } },
    overlays: { shop: overlay },
  });
  expect((await simulators.fetch(`${simulators.url}/products/7`)).status).toBe(200);
});

it('refuses by name what x-understudy does not know, and what is no file', async () => {
  const update = { 'x-understudy': { dose: 'answer' } };
  const overlay = { overlay: '1.0.0', info: {}, actions: [{ target: "$.paths['/hours'].get", update }] };
  await expect(startSimulators({ apis: [shopDescriptionPath], overlays: { shop: overlay } })).rejects.toThrow(
    'unknown member "dose"',
  );
  await expect(chooseApis(['./nowhere.yaml'])).rejects.toThrow('does not exist');
});

it('is the same whether the configuration names it, or the command, or both', async () => {
  const configured = await loadApi(shopDescriptionPath);
  const { chosen } = await chooseApis([shopDescriptionPath], addApis(builtInApis, [configured]));
  expect(chosen).toEqual([configured]);
});

it('takes a seed by collection, and rejects a record that breaks the schema', async () => {
  const simulators = await start({ apis: [shopDescriptionPath] });
  await simulators.control.seed({ data: { shop: { products: [{ id: 7, name: 'Lamp' }] } } });
  const seeded = await simulators.fetch(`${simulators.url}/products/7`, { headers: { 'x-key': 'k' } });
  expect(await seeded.json()).toMatchObject({ id: 7, name: 'Lamp' });
  const wrong = simulators.control.seed({ data: { shop: { products: [{ id: 8, name: 1 }] } } });
  await expect(wrong).rejects.toThrow(/products.*name/);
});
