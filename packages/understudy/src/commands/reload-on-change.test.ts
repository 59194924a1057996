import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { expect, it } from 'vitest';
import { loadApi } from '../apis/load-api.js';
import { readModels } from '../models.js';
import { call } from '../testing/call.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useResources } from '../testing/use-resources.js';
import { reloadOnChange, type WatchOptions } from './reload-on-change.js';

const { start, fileWith, folderWith } = useResources();

/** Watches files until `stop` is called. `change` writes a file and returns the resulting line. */
function follow(followed: Omit<WatchOptions, 'tell' | 'signal'>) {
  const ending = new AbortController();
  let told = (_line: string): void => undefined;
  const ended = reloadOnChange({ ...followed, tell: (line) => told(line), signal: ending.signal });
  return {
    async change(file: string, text: string | null) {
      const next = new Promise<string>((resolve) => {
        told = resolve;
      });
      await (text === null ? rm(file) : writeFile(file, text));
      return await next;
    },
    async replace(file: string, text: string) {
      const next = new Promise<string>((resolve) => {
        told = resolve;
      });
      await writeFile(`${file}.tmp`, text);
      await rename(`${file}.tmp`, file);
      return await next;
    },
    async stop() {
      ending.abort();
      await ended;
    },
  };
}

const none = { apis: [], readCorrections: async () => ({ overlays: {}, model: {} }) };

it('reloads a changed description without losing stored data, even after an invalid version', async () => {
  const description = (more: string) => `openapi: 3.1.0
info: {title: Pets, version: '1'}
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: {content: {application/json: {schema: {$ref: './pet.yaml'}}}}
      responses: {'201': {description: OK, content: {application/json: {schema: {$ref: './pet.yaml'}}}}}
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {'200': {description: OK, content: {application/json: {schema: {$ref: './pet.yaml'}}}}}
${more}`;
  const pet = (name: string) =>
    `{type: object, required: [id], properties: {id: {type: integer, readOnly: true}, ${name}: {type: string}}}`;
  const folder = await folderWith({ 'pet.yaml': pet('name'), 'pets.yaml': description('') });
  const file = join(folder, 'pets.yaml');
  const simulators = await start({ apis: [file] });
  expect((await call(simulators, 'POST /pets', { name: 'Rex' })).status).toBe(201);
  const toysStatus = async () => (await call(simulators, 'GET /toys')).status;
  const { change, stop } = follow({ ...none, descriptions: [file], simulators });
  const toys = "  /toys: {get: {operationId: listToys, responses: {'204': {description: None}}}}";
  expect(await change(file, description(toys))).toBe(`Reloaded ${file}.`);
  expect(await toysStatus()).toBe(204);
  expect((await call(simulators, 'GET /pets/1')).text).toContain('Rex');
  expect(await change(file, 'openapi: 3.1.0\npaths: {')).toMatch(/using the previous version: .*not valid YAML/);
  expect(await toysStatus()).toBe(204);
  expect(await change(file, description(''))).toBe(`Reloaded ${file}.`);
  expect(await toysStatus()).toBe(404);
  expect(await change(join(folder, 'pet.yaml'), pet('nick'))).toMatch(/^Reloaded .*pet\.yaml\.$/);
  expect((await call(simulators, 'POST /pets', { nick: 'R' })).text).toContain('nick');
  await stop();
});

it('keeps the last valid version while a file is missing or incomplete, and then reloads it', async () => {
  const description = (title: string) => `openapi: 3.1.0
info: {title: ${title}, version: '1'}
paths:
  /word: {get: {responses: {'200': {description: OK, content: {application/json: {schema: {$ref: 'parts/word.yaml#/Word'}}}}}}}
  /lost: {get: {responses: {'200': {description: OK, content: {application/json: {schema: {$ref: 'lost.yaml'}}}}}}}
`;
  const word = (value: string) => `Word: {type: string, const: ${value}}`;
  const folder = await folderWith({ 'openapi.yaml': description('Words') });
  const file = join(folder, 'openapi.yaml');
  const part = join(folder, 'parts', 'word.yaml');
  await mkdir(join(folder, 'parts'));
  await writeFile(part, word('first'));
  const api = await loadApi(file);
  const simulators = await start({ apis: [api] });
  const shown = async () => (await call(simulators, 'GET /word')).body;
  const { change, replace, stop } = follow({ ...none, apis: [api], descriptions: [file], simulators });
  expect(await shown()).toBe('first');
  for (const incomplete of ['Word: {type: string', '', word('other').replace('Word', 'Sword'), null]) {
    expect(await change(part, incomplete)).toMatch(/using the previous version: .*word\.yaml/);
    expect(await shown()).toBe('first');
  }
  expect(await change(part, word('second'))).toBe(`Reloaded ${part}.`);
  expect(await shown()).toBe('second');
  expect(await replace(part, word('third'))).toBe(`Reloaded ${part}.`);
  expect(await shown()).toBe('third');
  expect(await change(file, null)).toMatch(/using the previous version: .*openapi\.yaml/);
  expect(await shown()).toBe('third');
  expect(await change(file, description('Other words'))).toBe(`Reloaded ${file}.`);
  expect(await change(part, word('fourth'))).toBe(`Reloaded ${part}.`);
  expect(await shown()).toBe('fourth');
  expect(Object.keys((await call(simulators, 'GET /_sim/settings')).body.apis)).toEqual(['identity', 'words']);
  await stop();
});

it('reloads an API when its overlay changes, and keeps serving while the overlay is invalid', async () => {
  const statements = { answer: '{answer: described}', read: '{read: products}', reed: '{reed: products}' };
  const overlay = (does: keyof typeof statements) =>
    `{overlay: 1.0.0, info: {title: T, version: '1'}, actions: [{target: $, update: {x-understudy: {understudy: 1, operations: {getProduct: ${statements[does]}}}}}]}`;
  const file = await fileWith('fixes.yaml', overlay('answer'));
  const api = await loadApi(shopDescriptionPath);
  const readCorrections = async () => ({ overlays: { shop: await loadYaml(file) }, model: {} });
  const simulators = await start({ apis: [api], ...(await readCorrections()) });
  const status = async () => (await call(simulators, 'GET /products/9', undefined, { 'x-key': 'k' })).status;
  const { change, stop } = follow({ corrections: [file], readCorrections, apis: [api], simulators });
  expect(await status()).toBe(200);
  expect(await change(file, overlay('read'))).toBe(`Reloaded ${file}.`);
  expect(await status()).toBe(404);
  expect(await change(file, overlay('reed'))).toMatch(/using the previous version: .*reed/);
  expect(await status()).toBe(404);
  expect(await change(file, overlay('answer'))).toBe(`Reloaded ${file}.`);
  expect(await status()).toBe(200);
  // A description that changes later keeps the new Overlay.
  await change(file, overlay('read'));
  await simulators.replace(await loadApi(shopDescriptionPath));
  expect(await status()).toBe(404);
  await stop();
});

it('reloads an API when its model changes, and keeps serving while the model is invalid', async () => {
  const model = (member: string) =>
    `resources: { products: { members: { name: { value: '"the " + self.${member}' } } } }`;
  const file = await fileWith('shop.model.yaml', model('sku'));
  const api = await loadApi(shopDescriptionPath);
  const readCorrections = async () => ({ overlays: {}, model: await readModels([file], [api]) });
  const simulators = await start({ apis: [api], ...(await readCorrections()) });
  const { change, stop } = follow({ corrections: [file], readCorrections, apis: [api], simulators });
  expect(await change(file, model('skus'))).toMatch(
    /using the previous version: .*shop\.model\.yaml:1: .*Did you mean "sku"/,
  );
  expect(await change(file, 'resources: {}')).toBe(`Reloaded ${file}.`);
  expect(await simulators.control.model.get('shop')).toEqual({ understudy: 1, resources: {} });
  await stop();
});

it('reloads a changed seed or snapshot file, and keeps serving while the file is invalid', async () => {
  const seedOf = (tenant: string) =>
    `{"inventory": {"tenants": {"${tenant}": {"subscriptions": [{"datasetId": "d", "subscriptionIds": ["s"]}]}}}}`;
  const file = await fileWith('shop.json', seedOf('one'));
  const simulators = await start({ apis: ['inventory'], seed: file });
  const { snapshots } = simulators.control;
  const state = async () => {
    await snapshots.put('now');
    return JSON.stringify(await snapshots.get('now'));
  };
  expect(await state()).toContain('/one');
  const { change, stop } = follow({ ...none, seed: file, simulators });
  expect(await change(file, seedOf('two'))).toBe(`Reloaded ${file}.`);
  expect(await state()).toContain('/two');
  expect(await change(file, '{"inventory": {"tenant": {}}}')).toMatch(
    /previous version: .* at \/inventory\/tenant: it is not a seed member/,
  );
  expect(await change(file, '{"inventory":')).toMatch(/previous version: .*it cannot be read/);
  expect(await state()).toContain('/two');
  expect(await change(file, (await state()).replaceAll('/two', '/three'))).toBe(`Reloaded ${file}.`);
  expect(await state()).toContain('/three');
  await stop();
});
