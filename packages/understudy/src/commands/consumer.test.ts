import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createContract, loadDescription, loadYaml, mergePatch } from '@understudy/contract';
import { beforeAll, expect, it, vi } from 'vitest';
import { createDefectiveServer, itemsFile } from '../testing/defective-server.js';
import { refused, runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

vi.setConfig({ testTimeout: 60_000 });

const { folderWith, listen, start } = useResources();
let folder = '';

beforeAll(async () => {
  folder = await folderWith();
  const { url } = await start({ apis: [itemsFile], port: 0 });
  const call = async (sandbox: string, path: string, body?: object) => {
    const headers = { 'X-Key': 'any', 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return Object(await (await fetch(`${url}/~${sandbox}${path}`, { headers, ...sent })).json());
  };
  for (const name of ['web', 'stock'])
    await fetch(`${url}/_sim/sandboxes`, {
      method: 'POST',
      body: JSON.stringify({ name }),
      headers: { 'content-type': 'application/json' },
    });
  const { id } = await call('web', '/items', { name: 'tea', size: 5 });
  await call('web', `/items/${id}`);
  await call('stock', '/items', { name: 'milk', size: 7, note: 'cold' });
  await call('stock', '/items?colour=red');
  await call('stock', '/items');
  const reads = ['createItem:/id', 'getItem:/name'].flatMap((each) => ['--reads', each]);
  for (const [name, ...args] of [['web', ...reads], ['stock']]) {
    const target = ['--target', url, '--sandbox', name ?? ''];
    const { code, err, out } = await runCli(
      'consumer',
      name ?? '',
      '--api',
      itemsFile,
      '--folder',
      folder,
      ...target,
      ...args,
    );
    expect([code, err, out]).toEqual([0, '', expect.stringMatching(/items: uses createItem, \w+Items?\n/)]);
  }
}, 60_000);

it('writes the used parts as a description, a Pact file and a scenario', async () => {
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
  const imported = await runCli(
    'import',
    join(folder, 'web.items.pact.json'),
    '--name',
    'pact',
    '--folder',
    await folderWith(),
  );
  expect(imported.code).toBe(0);
});

const item = (properties: object, more: object = {}) => ({
  components: { schemas: { Item: { properties, ...more } } },
});

it.each([
  ['nothing', {}, [], ''],
  ['a response member that one reads, removed', item({ note: null }), ['stock'], '/note is removed'],
  [
    'a member that both send, removed',
    item({ name: null }, { required: ['id', 'size'] }),
    ['stock', 'web'],
    '/name is removed',
  ],
  [
    'a new required member of the request',
    item({ owner: { type: 'string' } }, { required: ['id', 'name', 'size', 'owner'] }),
    ['stock', 'web'],
    '/owner is required now',
  ],
  ['an operation that one calls, removed', { paths: { '/items/{itemId}': { get: null } } }, ['web'], 'is removed'],
  ['an operation that none calls, removed', { paths: { '/items/{itemId}': { delete: null } } }, [], ''],
  [
    'a parameter that one sends, narrowed',
    { paths: { '/items': { get: { parameters: [{ name: 'colour', in: 'query', schema: { enum: ['blue'] } }] } } } },
    ['stock'],
    'no longer allows "red", "green"',
  ],
])('%s: names the consumers that break, with exit code 1', async (_, patch, broken, says) => {
  const file = join(await folderWith(), 'items.json');
  await writeFile(file, JSON.stringify(mergePatch(await loadYaml(itemsFile), patch)));
  const { code, out, err } = await runCli('run', file, '--consumers', folder);
  expect([code, err]).toEqual([broken.length === 0 ? 0 : 1, '']);
  expect([...out.matchAll(/^(\w+): breaks\.$/gm)].map(([, name]) => name)).toEqual(broken);
  expect(out).toContain(says);
});

it.each([
  [[], 0, 'stock: nothing breaks.\nweb: nothing breaks.'],
  [['missing field'], 0, 'web: nothing breaks.'],
  [['wrong status'], 1, 'web: breaks.\n  createItem answered 200: The status 200 is not documented'],
  [['wrong type'], 0, 'web: nothing breaks.'],
] as const)('calls a target with %j, too', async (defects, exitCode, says) => {
  const contract = createContract('items', await loadDescription(itemsFile));
  const target = await listen(createDefectiveServer(contract, ...defects));
  const allowed = ['--input', 'key=right', '--allow-effects', 'create'];
  const { code, out } = await runCli('run', itemsFile, '--consumers', folder, '--target', target, ...allowed);
  expect([code, out]).toEqual([exitCode, expect.stringContaining(says)]);
});

it.each([
  [['run', '--consumers', '/nowhere'], 'Cannot read /nowhere'],
  [['consumer', 'web', '--reads', 'x'], 'It must be <operation>:<pointer>'],
  [['consumer', 'a/b'], 'It can contain only letters'],
])('refuses %j', async (args, says) => {
  expect(await runCli(...args)).toMatchObject(refused(says));
});
