import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadScenarios } from '@understudy/conformance';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { harEntry, harOf } from '../testing/har.js';
import { killLeftServers, printed, refused, runCli, startHere } from '../testing/run-cli.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useResources } from '../testing/use-resources.js';

const { start, fileWith, folderWith } = useResources();

it('`lint` prints the location of an error in a description and in invalid YAML', async () => {
  const paths = "{ '/a/{id}': { get: { operationId: a, responses: { '200': { description: ok } } } } }";
  const wrong = await fileWith('openapi.yaml', `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: ${paths}\n`);
  expect(await runCli('check', 'lint', wrong)).toMatchObject(
    printed(/openapi\.yaml[\s\S]*\{id\}|\{id\}[\s\S]*openapi\.yaml/, 1),
  );
  const invalid = await fileWith('openapi.yaml', 'openapi: [3.1.0\npaths: }');
  expect(await runCli('check', 'lint', invalid)).toMatchObject(refused(/line \d+, column \d+|:\d+:\d+/));
});

it('--allow-ref-folder allows $refs to files outside the folder of a description', async () => {
  const body = `{ content: { application/json: { schema: { $ref: '../shared.yaml#/Shared' } } } }`;
  const operation = `{ operationId: send, requestBody: ${body}, responses: { '204': { description: OK } } }`;
  const folder = await folderWith({
    'shared.yaml': 'Shared: { type: object, properties: { secret: { type: boolean } } }',
    'api/things.yaml': `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /a: { post: ${operation} } }\n`,
  });
  const file = join(folder, 'api/things.yaml');
  expect((await runCli('generate', 'types', file)).out).not.toContain('secret');
  expect((await runCli('generate', 'types', file, '--allow-ref-folder', folder)).out).toContain('secret');
  const explained = await runCli('explain', file);
  expect(explained.out).toMatch(/things\.yaml:3 .*shared\.yaml.*cannot be loaded/);
  expect(explained.out).toContain('--allow-ref-folder');
});

describe('output files', () => {
  it('are written even if another output file cannot be written', async () => {
    const folder = await folderWith();
    const junit = join(folder, 'new', 'junit.xml');
    const args = ['--report', `junit=${junit}`, '--report', `html=${folder}`, '--report', `har=${junit}/x`];
    const { code, err } = await runCli('test', 'run', '--api', 'identity', ...args);
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`^error: Cannot write ${folder}: .*\nCannot write ${junit}/x/.*: .*`));
    expect(err).not.toContain(' at ');
    expect(await readFile(junit, 'utf8')).toContain('<testsuite');
  });

  it('that `compare` cannot write are reported', { tags: 'slow' }, async () => {
    const folder = await folderWith();
    const { code, err } = await runCli(
      'compare',
      'in-process',
      'in-process',
      '--api',
      'identity',
      '--write-overlay',
      folder,
    );
    expect([code, err]).toEqual([2, expect.stringContaining(`error: Cannot write ${folder}: `)]);
    expect(err).not.toContain(' at ');
  });
});

it('`check drift` validates traffic against a configured description', async () => {
  const product = { id: 'one', name: 'Lamp' };
  const entry = harEntry('GET http://127.0.0.1/products/1', product, { sentHeaders: { 'X-Key': 'k' } });
  const traffic = await fileWith('traffic.har', harOf(entry));
  const config = await fileWith('understudy.config.yaml', `apis: [${shopDescriptionPath}]\n`);
  const { out } = await runCli('check', 'drift', traffic, '--config', config, '--api', 'shop', '--json');
  const { causes } = JSON.parse(out);
  expect(causes).toHaveLength(1);
  expect(JSON.stringify(causes)).toContain('/body/id');
});

it('`generate package` creates the named handlers, and overwrites nothing', async () => {
  const folder = join(await folderWith(), 'made');
  const make = (...args: string[]) => runCli('generate', 'package', shopDescriptionPath, '--folder', folder, ...args);
  expect((await make('--operations', 'createProdukt')).err).toContain(
    'Unknown operation "createProdukt". Did you mean "createProduct"?',
  );
  expect((await make('--operations', 'createProduct,quote')).out).toMatch(
    'createProduct, quote with a handler, 8 more inferred; 11 claims',
  );
  expect(await readdir(join(folder, 'src/handlers'))).toEqual(['create-product.ts', 'quote.ts']);
  expect(await readFile(join(folder, 'contract/openapi.yaml'), 'utf8')).toBe(
    await readFile(shopDescriptionPath, 'utf8'),
  );
  expect(await readFile(join(folder, 'src/api.ts'), 'utf8')).toContain(
    `new URL('../contract/openapi.yaml', ${['import.meta', 'url'].join('.')})`,
  );
  const [scenarios] = await loadScenarios({ files: [join(folder, 'scenarios')] });
  expect(scenarios?.findings).toEqual([]);
  expect(scenarios?.document.workflows).toHaveLength(11);
  expect(await make()).toMatchObject(refused('is not empty; choose another folder'));
});

describe('understudy state', () => {
  it('copies a sandbox to another server with `save` and `load`', async () => {
    const file = join(await folderWith(), 'state.json');
    const source = await start({ port: 0, seed: 'demo' });
    const destination = await start({ port: 0, clock: 'real' });
    expect(await runCli('state', 'save', file, '--target', source.url)).toMatchObject(printed('Saved sandbox default'));
    expect(await runCli('state', 'load', file, '--target', `${destination.url}/~copy`)).toMatchObject(
      printed('Restored sandbox copy'),
    );
    const clock = await fetch(`${destination.url}/~copy/_sim/clock`);
    expect(await clock.json()).toEqual(await source.control.clock.get());
  });

  it('lists changed properties with `diff`, which rejects an unknown snapshot', async () => {
    const simulators = await start({ port: 0, seed: 'demo', apis: ['einvoicing'] });
    const users = simulators.collection('einvoicing', 'users');
    const [user] = await users.list({ limit: 1 });
    await users.update(user?.key ?? '', { firstName: 'Eve' });
    const changes = await runCli('state', 'diff', '--target', simulators.url);
    expect(changes).toMatchObject(printed('/firstName: absent -> "Eve"'));
    const unknown = await runCli('state', 'diff', '--from-snapshot', 'nope', '--target', simulators.url);
    expect(unknown).toMatchObject(refused('Unknown snapshot "nope"'));
  });

  it('cannot save from an unreachable server or load an invalid file', async () => {
    const file = await fileWith('none.json', { format: 'other' });
    expect(await runCli('state', 'save', file, '--target', 'http://127.0.0.1:9')).toMatchObject({ code: 3 });
    expect(await runCli('state', 'load', file, '--target', (await start({ port: 0 })).url)).toMatchObject(
      refused('format'),
    );
  });
});

describe('start on an address that other machines can reach', () => {
  const args = ['identity', '--host', '0.0.0.0', '--port', '0', '--seed', 'empty'];
  const statusOf = async (url: string, token?: string) =>
    (await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })).status;
  afterEach(() => {
    vi.unstubAllEnvs();
    killLeftServers();
  });

  it('generates a control token', async () => {
    const server = await startHere(...args, '--json');
    const { url, control, controlToken } = JSON.parse(server.line);
    expect([await statusOf(control), await statusOf(control, controlToken)]).toEqual([401, 200]);
    expect(await statusOf(`${url}/connect/token`)).toBe(405);
    await server.stop();
  });

  it('does not print a configured control token', async () => {
    const value = 'given-0123456789abcdef';
    vi.stubEnv('UNDERSTUDY_CONTROL_TOKEN', value);
    const server = await startHere(...args, '--json');
    expect(await statusOf(JSON.parse(server.line).control, value)).toBe(200);
    const told = [await server.stop(), await (await startHere(...args)).stop()];
    expect(JSON.stringify(told)).not.toContain(value);
  });
});
