import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createStartOptions, startSettings } from '../commands/start-settings.js';
import { numberHelps } from '../limits.js';
import { printed, refused, runCli, serveJson } from '../testing/run-cli.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith, start } = useResources();

it('every setting has the same name on the command line, in the configuration and in code', async () => {
  const schema = JSON.parse(await readFile(new URL('../../schemas/config.schema.json', import.meta.url), 'utf8'));
  const names = Object.values(startSettings).flatMap((group) => Object.keys(group));
  const options = createStartOptions().map((option) => option.attributeName());
  expect(options).toEqual(expect.arrayContaining(names));
  expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining([...names, ...Object.keys(numberHelps)]));
});

const members = {
  apis: ['./shop.yaml'],
  clock: 'manual',
  at: '2026-03-01T10:00:00Z',
  seed: './seed.yaml',
  progression: 'manual',
  settings: { webhooks: { attempts: 2, duplicates: 1 } },
  maxRecords: 2,
  faults: './faults.yaml',
};

const project = async (name: string, text: string) =>
  await folderWith({
    'shop.yaml': await readFile(shopDescriptionPath, 'utf8'),
    'seed.yaml': 'shop: { products: [{ id: 1, name: Cup }] }\n',
    'faults.yaml': '- { match: { path: /products }, effect: { status: 410 } }\n',
    [name]: text,
  });

it.each([
  ['understudy.config.ts', `const config: object = ${JSON.stringify(members)};\nexport default config;\n`],
  ['understudy.config.mjs', `export default ${JSON.stringify(members)};\n`],
  ['understudy.config.json', JSON.stringify(members)],
])(
  'starts with the settings of %s, and options take precedence',
  async (name, text) => {
    const folder = await project(name, text);
    const config = ['--config', join(folder, name)];
    const server = await serveJson('shop', ...config, '--progression', 'immediate', '--set', 'webhooks.attempts=4');
    const get = async (path: string) => await (await fetch(`${server.url}${path}`)).json();
    expect(await get('/_sim/clock')).toMatchObject({ mode: 'manual', now: '2026-03-01T10:00:00.000Z' });
    const settings = { progression: 'immediate', webhooks: { attempts: 4, duplicates: 1 } };
    expect(await get('/_sim/settings')).toMatchObject(settings);
    expect((await fetch(`${server.url}/products`)).status).toBe(410);
    expect(await get('/_sim/faults')).toMatchObject({ faults: [expect.anything()] });
    await server.stop();
  },
  90_000,
);

it.each([
  ['prot: 4010\n', ':1:1 Unknown member "prot". Did you mean "port"?'],
  ['test: { targte: "http://127.0.0.1:1" }\n', 'Unknown member "targte". Did you mean "target"?'],
  [
    'targets: { stage: { apis: { shop: { baseUrl: "https://x.example", baseUlr: x } }, allowedHosts: [x.example] } }\n',
    '"baseUlr". Did you mean "baseUrl"?',
  ],
  ['port: many\n', '/port must be'],
])('rejects the configuration %j', async (text, says) => {
  const folder = await project('understudy.config.yaml', text);
  const config = ['--config', join(folder, 'understudy.config.yaml')];
  expect(await runCli('start', '--port', '0', ...config)).toMatchObject(refused(says));
});

it('rejects a configuration module without a default export', async () => {
  const folder = await project('understudy.config.mjs', 'export const port = 1;\n');
  expect(await runCli('start', '--config', join(folder, 'understudy.config.mjs'))).toMatchObject(
    refused('export default defineConfig('),
  );
});

it('tests the configured server against the only configured API', async () => {
  const { url } = await start({ apis: [shopDescriptionPath], port: 0, seed: 'demo' });
  const folder = await project(
    'understudy.config.yaml',
    `apis: [./shop.yaml]\ntest: { target: "${url}", randomSeed: "4", within: PT0.001S }\n`,
  );
  const config = ['--config', join(folder, 'understudy.config.yaml')];
  const report = join(folder, 'own.json');
  expect(await runCli('test', ...config, '--report', `json=${report}`)).toMatchObject(
    printed(/statements were not tried, because the time was up/),
  );
  expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ target: url });
  expect(await runCli('test', '--target', url)).toMatchObject(refused('Name an OpenAPI description'));
  expect(await runCli('test', shopDescriptionPath)).toMatchObject(refused('Set the base URL'));
}, 90_000);
