import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createContract, loadDescription, loadYaml, mergePatch } from '@understudy/contract';
import { beforeAll, expect, it, vi } from 'vitest';
import { call } from '../testing/call.js';
import { createDefectiveServer, itemsFile } from '../testing/defective-server.js';
import { printed, runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

vi.setConfig({ testTimeout: 60_000 });

const { fileWith, folderWith, listen, start } = useResources();
let folder = '';

beforeAll(async () => {
  folder = await folderWith();
  const { url } = await start({ apis: [itemsFile], port: 0 });
  const send = async (line: string, body?: object) => (await call({ fetch, url }, line, body, { 'X-Key': 'any' })).body;
  for (const name of ['web', 'stock']) await send('POST /_sim/sandboxes', { name });
  const { id } = await send('POST /~web/items', { name: 'tea', size: 5 });
  await send(`GET /~web/items/${id}`);
  await send('POST /~stock/items', { name: 'milk', size: 7, note: 'cold' });
  await send('GET /~stock/items?colour=red');
  await send('GET /~stock/items');
  const reads = ['createItem:/id', 'getItem:/name'].flatMap((each) => ['--reads', each]);
  for (const [name = '', ...args] of [['web', ...reads], ['stock']]) {
    const target = ['--api', itemsFile, '--folder', folder, '--target', `${url}/~${name}`];
    const { code, err, out } = await runCli('learn', 'consumer', name, ...target, ...args);
    expect([code, err, out]).toEqual([0, '', expect.stringMatching(/items: uses createItem, \w+Items?\n/)]);
  }
}, 60_000);

it('`learn consumer` writes the used part of an API as a description, Pact file and scenario', async () => {
  const { paths } = Object(await loadYaml(join(folder, 'web.items.openapi.yaml')));
  expect(Object.keys(paths)).toEqual(['/items', '/items/{itemId}']);
  expect(Object.keys(paths['/items'])).toEqual(['post']);
  const [made, read] = [paths['/items'].post, paths['/items/{itemId}'].get];
  const schemaOf = (message: { content: Record<string, { schema: unknown }> }) =>
    message.content['application/json']?.schema;
  expect(Object.keys(Object(schemaOf(made.requestBody)).properties)).toEqual(['name', 'size']);
  expect(schemaOf(made.responses[201])).toEqual({
    type: 'object',
    properties: { id: { type: 'integer', readOnly: true } },
    additionalProperties: true,
    required: ['id'],
  });
  expect(read.parameters).toEqual([expect.objectContaining({ name: 'itemId', in: 'path' })]);
  const pact = JSON.parse(await readFile(join(folder, 'web.items.pact.json'), 'utf8'));
  expect(pact).toMatchObject({
    consumer: { name: 'web' },
    provider: { name: 'items' },
    metadata: { pactSpecification: { version: '3.0.0' } },
  });
  expect(pact.interactions.map(({ response }: { response: { body: object } }) => response.body)).toEqual([
    { id: expect.any(Number) },
    { name: 'tea' },
  ]);
  const args = ['--name', 'pact', '--folder', await folderWith()];
  expect((await runCli('convert', 'import', join(folder, 'web.items.pact.json'), ...args)).code).toBe(0);
});

const item = (properties: object, more: object = {}) => ({
  components: { schemas: { Item: { properties, ...more } } },
});

it.each([
  ['no change', {}, [], ''],
  ['a removed response property that one consumer reads', item({ note: null }), ['stock'], '/note is removed'],
  [
    'a removed property that both consumers send',
    item({ name: null }, { required: ['id', 'size'] }),
    ['stock', 'web'],
    '/name is removed',
  ],
  [
    'a new required request property',
    item({ owner: { type: 'string' } }, { required: ['id', 'name', 'size', 'owner'] }),
    ['stock', 'web'],
    '/owner is required now',
  ],
  [
    'a removed operation that one consumer calls',
    { paths: { '/items/{itemId}': { get: null } } },
    ['web'],
    'is removed',
  ],
  ['a removed operation that no consumer calls', { paths: { '/items/{itemId}': { delete: null } } }, [], ''],
  [
    'a narrowed parameter that one consumer sends',
    { paths: { '/items': { get: { parameters: [{ name: 'colour', in: 'query', schema: { enum: ['blue'] } }] } } } },
    ['stock'],
    'no longer allows "red", "green"',
  ],
])('names the consumers that a change breaks: %s', async (_, patch, broken, says) => {
  const file = await fileWith('items.json', mergePatch(await loadYaml(itemsFile), patch));
  const { code, out, err } = await runCli('test', 'run', file, '--consumers', folder);
  expect([code, err]).toEqual([broken.length === 0 ? 0 : 1, '']);
  expect([...out.matchAll(/^(\w+): breaks\.$/gm)].map(([, name]) => name)).toEqual(broken);
  expect(out).toContain(says);
});

it.each([
  [[], 0, 'stock: nothing breaks.\nweb: nothing breaks.'],
  [['missing field'], 0, 'web: nothing breaks.'],
  [['wrong status'], 1, 'web: breaks.\n  createItem answered 200: The status 200 is not documented'],
  [['wrong type'], 0, 'web: nothing breaks.'],
] as const)('checks consumers against a server with the defects %j', async (defects, exitCode, says) => {
  const contract = createContract('items', await loadDescription(itemsFile));
  const target = await listen(createDefectiveServer(contract, ...defects));
  const allowed = ['--input', 'key=right', '--allow-effects', 'create'];
  const run = await runCli('test', 'run', itemsFile, '--consumers', folder, '--target', target, ...allowed);
  expect(run).toMatchObject(printed(says, exitCode));
});
