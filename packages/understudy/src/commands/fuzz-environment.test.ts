import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { RunningSimulators } from '../start-simulators.js';
import { runCli } from '../testing/run-cli.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useResources } from '../testing/use-resources.js';

const { start, folderWith } = useResources();

const key = 'key-of-the-stage-7';
let stage: RunningSimulators;
let config: string;

beforeAll(async () => {
  stage = await start({ apis: [shopDescriptionPath], port: 0 });
  const { host } = new URL(stage.url);
  const common = `allowedHosts: ['${host}'], requestsPerSecond: 100, apis: { shop: { baseUrl: ${stage.url} } }`;
  const text = `apis: [${shopDescriptionPath}]
targets:
  stage: { ${common}, allowedEffects: [create], credentials: { key: FUZZ_TEST_KEY } }
  bare: { ${common} }
`;
  config = join(await folderWith({ 'understudy.config.yaml': text }), 'understudy.config.yaml');
  process.env['FUZZ_TEST_KEY'] = key;
});

const fuzz = (...args: string[]) => runCli('fuzz', 'shop', '--config', config, '--requests', '4', ...args);

/** Number of requests since the last call. */
let seen = 0;
async function calls() {
  const entries = await stage.control.journal.list({ type: 'request', limit: 1000 });
  const fresh = entries.slice(seen).filter(({ api }) => api === 'shop');
  seen = entries.length;
  return fresh;
}

it('only reads an environment unless configuration and command line allow more', async () => {
  const { code, out, err } = await fuzz('--target', 'stage', '--allow-effects', 'mutate');
  expect(err).toContain('Target stage does not allow mutate');
  expect(err).toContain(
    '5 of 10 operations are skipped because their effects (create, mutate, destroy) are not allowed',
  );
  expect(out).toMatch(/requests to 5 operations: .* 0 findings/);
  expect(code).toBe(0);
  const read = await calls();
  expect(new Set(read.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(read.some(({ status = 0 }) => status === 200)).toBe(true);
});

it('sends what is allowed with the credentials of the environment, and reports none of them', async () => {
  const { out } = await fuzz('--target', 'stage', '--allow-effects', 'create');
  const made = await calls();
  expect(new Set(made.map(({ method }) => method))).toEqual(new Set(['POST', 'PUT', 'GET']));
  expect(made.some(({ method, status = 0 }) => method === 'POST' && status === 201)).toBe(true);
  expect(out).toMatch(/requests to 8 operations/);
  await stage.control.faults.set([{ match: { api: 'shop' }, effect: { status: 500 } }]);
  const broken = await fuzz('--target', 'stage', '--operation', 'listProducts');
  await stage.control.faults.set([]);
  expect([broken.code, broken.out]).toEqual([1, expect.stringContaining('curl -X GET')]);
  expect(broken.out).not.toContain(key);
  await calls();
});

it.each([
  [['--target', 'bare'], 'listProducts needs credentials (key), but target bare has none'],
  [['--target', 'stag'], 'Unknown target "stag"'],
  [['--target', 'stage', '--allow-writes'], '--allow-writes applies to server URLs'],
  [
    ['--target', 'http://127.0.0.1:9', '--allow-effects', 'create'],
    '--allow-effects applies to configured environments',
  ],
])('refuses %j, and sends nothing', async (args, message) => {
  const { code, err } = await fuzz(...args);
  expect([code === 0, err]).toEqual([false, expect.stringContaining(message)]);
  expect(await calls()).toEqual([]);
});
