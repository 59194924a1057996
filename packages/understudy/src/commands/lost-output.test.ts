import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectOutput, spawnBin } from '../testing/run-cli.js';
import { stageConfig } from '../testing/stage.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith, listen } = useResources();

const description = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': { post: { operationId: 'order', responses: { 201: { description: 'made' } } } },
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'see', responses: { 200: { description: 'it' } } },
      delete: { operationId: 'cancel', responses: { 204: { description: 'gone' } } },
    },
  },
};
const scenario = `
arazzo: 1.0.1
info: { title: Orders, version: '1' }
x-api: shop
sourceDescriptions: [{ name: shop, type: openapi, url: ./shop.json }]
workflows:
  - workflowId: looks
    steps: [{ stepId: see, operationId: see, parameters: [{ name: id, in: path, value: quick }] }]
  - workflowId: orders
    x-effects: create
    x-finally: cancels
    steps:
      - { stepId: order, operationId: order }
      - { stepId: wait, operationId: see, parameters: [{ name: id, in: path, value: slow }] }
  - workflowId: cancels
    x-internal: true
    steps: [{ stepId: cancel, operationId: cancel, parameters: [{ name: id, in: path, value: made }] }]
`;

/** Starts a run that loses its output after creating data in an environment. */
async function runWithout(output: 'pipe' | number) {
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    if (method !== 'HEAD' && url !== '/') seen.push(`${method} ${url}`);
    if (method === 'POST') outgoing.writeHead(201, { location: '/orders/made' }).end();
    else outgoing.writeHead(method === 'DELETE' ? 204 : 200).end();
  });
  const url = await listen(server);
  const limits = { allowedEffects: ['create', 'destroy'], concurrency: 2, credentials: {} };
  const config = { apis: ['./shop.json'], ...stageConfig(url, { apis: { shop: { baseUrl: url } }, ...limits }) };
  const files = { 'shop.json': description, 'shop.arazzo.yaml': scenario, 'understudy.config.yaml': config };
  const folder = await folderWith(files);
  const args = ['test', 'run', '--target', 'stage', '--allow-effects', 'create,destroy', '--report', 'junit=junit.xml'];
  const child = spawnBin([...args, 'shop.arazzo.yaml'], { cwd: folder, stdio: ['ignore', output, 'pipe'] });
  child.stdout?.once('data', () => child.stdout?.destroy());
  const { code, err } = await collectOutput(child);
  return { code, err, seen, junit: await readFile(join(folder, 'junit.xml'), 'utf8').catch(() => 'none') };
}

it('cleans up and writes its reports when the reader of its output is gone', async () => {
  const { code, err, seen, junit } = await runWithout('pipe');
  expect(err).toContain('cleaning up');
  expect([seen.at(-1), code]).toEqual(['DELETE /orders/made', 141]);
  expect(junit).toContain('name="orders"');
});

it.skipIf(process.platform !== 'linux')('cleans up and writes its reports when its output device is full', async () => {
  const full = await open('/dev/full', 'w');
  const { code, err, junit } = await runWithout(full.fd);
  await full.close();
  expect(err).toMatch(/^error: the output could not be written \(ENOSPC\)\n.*cleaning up/);
  expect(code).toBe(2);
  expect(junit).toContain('name="orders"');
});
