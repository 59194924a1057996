import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../steps.mjs';

/** A user's project: its dependencies, its files, and a command that verifies that it works. */
export interface Project {
  readonly name: string;
  readonly installs?: readonly string[];
  readonly manifest?: object;
  readonly files: Readonly<Record<string, string>>;
  readonly command: readonly [string, ...string[]];
}

/** The body of every test: start, call, advance the clock, close. */
const body = `const response = await simulators.fetch(simulators.url + '/io/health_check');
  if (response.status !== 200) throw new Error('answered ' + response.status);
  await simulators.control.advance('PT61M');
  const { clock } = await simulators.control.info();
  if (clock.now !== '2026-01-15T10:01:00.000Z') throw new Error('the clock stands at ' + clock.now);`;
const started = `const simulators = await startSimulators({ apis: ['inventory'] });
  ${body}
  await simulators.close();`;
const esm = `import { startSimulators } from 'api-understudy';\n`;
const cjs = `const { startSimulators } = require('api-understudy');\n`;
const types = `import { startSimulators, type RunningSimulators } from 'api-understudy';
import { createSimulators } from 'api-understudy/extend';
import type { operations } from 'api-understudy/types/inventory';
import type { components } from 'api-understudy/types/rostering';

type Status = operations['getJobStatus']['responses']['200']['content']['application/json']['status'];
const status: Status = 'inProgress';
// @ts-expect-error not one of the documented values: the types are there, none of them is any
export const wrong: Status = 'somewhere';
// Members with a default are optional in requests.
export const weights: components['schemas']['DemandWeights'] = { min: 5 };
export const setting = async () =>
  (await start()).control.settings.change({ apis: { inventory: { datasetMessageForm: 'string' }, notes: { any: 1 } } });
// @ts-expect-error the name of a setting is misspelt
export const misspeltSetting = async () => (await start()).control.settings.change({ apis: { inventory: { datasetMessage: 'x' } } });
// @ts-expect-error not a value of the setting
export const wrongSetting = async () => (await start()).control.settings.change({ apis: { identity: { login: 'never' } } });
export const start: () => Promise<RunningSimulators> = () => startSimulators({ apis: ['inventory'] });
export const urlOf = async (): Promise<string> => (await start()).url;
export const made: typeof createSimulators = createSimulators;
export const state: string = status;
export const others = () =>
  startSimulators({ apis: ['time', './petstore.yaml'], clock: 'scaled:60', progression: 'after:PT5S', seed: './seed.json' });
export const known = async () =>
  (await start()).control.action('identity', 'acceptIntegration', { clientId: 'c' });
export const unknown = async () => (await start()).control.action('petstore', 'adopt', { pet: 1 });
// @ts-expect-error the action takes clientId
export const misspelt = async () => (await start()).control.action('identity', 'acceptIntegration', { client: 'c' });
`;
const withHooks = (load: string) => `${load}
const simulators = useSimulators({ apis: ['inventory'] });
it.each(['first', 'second'])('is as at the start for the %s test', async () => {
  ${body}
});
`;
const described = (load: string, name: string) => `${load}
${name}('works', async () => {
  ${started}
});
`;
const nodeTest = described(`${esm}import { test } from 'node:test';\n`, 'test');
const nodeTestCjs = described(`${cjs}const { test } = require('node:test');\n`, 'test');

const resolution = (name: string, module: string, moduleResolution: string, manifest: object): Project => ({
  name: `TypeScript, ${name}`,
  installs: ['typescript@5.9.3', '@types/node@20.19.43'],
  manifest,
  files: {
    'tsconfig.json': JSON.stringify({
      compilerOptions: { module, moduleResolution, target: 'es2022', strict: true, noEmit: true, skipLibCheck: false },
      files: ['types.ts'],
    }),
    'types.ts': types,
  },
  command: ['npx', 'tsc'],
});

const onNode = (major: number): Project => ({
  name: `Node ${major}, node:test, ESM and CommonJS`,
  installs: [`node@${major}`],
  files: { 'esm.test.mjs': nodeTest, 'cjs.test.cjs': nodeTestCjs },
  command: ['npx', 'node', '--test'],
});

const newPackage = `npx api-understudy generate package ./shop.yaml --operations createProduct,deleteProduct
! npx api-understudy generate package ./shop.yaml
cd shop-api
npm test
npx api-understudy fuzz mutate --api shop --only policy`;

/** Returns the first TypeScript block in the package's README. */
function exampleOf(name: string): string {
  const text = readFileSync(join(root, 'packages', 'understudy', 'package', name), 'utf8');
  return /```ts\n(.*?)```/s.exec(text)?.[1] ?? '';
}

const shop = readFileSync(join(root, 'packages/described/src/testing/shop.yaml'), 'utf8');

export const projects: readonly Project[] = [
  { name: 'this Node, node:test, ESM', files: { 'esm.test.mjs': nodeTest }, command: ['node', '--test'] },
  { name: 'this Node, node:test, CommonJS', files: { 'cjs.test.cjs': nodeTestCjs }, command: ['node', '--test'] },
  onNode(22),
  onNode(24),
  {
    name: 'understudy generate package: its API package is built and tested, and a fault is noticed',
    installs: ['typescript@5.9.3', '@types/node@20.19.43'],
    files: { 'shop.yaml': shop },
    command: ['sh', '-ec', newPackage],
  },
  {
    name: 'the example of the README, in vitest',
    installs: ['vitest@4.1.12'],
    files: { 'readme.test.ts': exampleOf('README.md'), 'openapi.yaml': shop.replace('security: [{ key: [] }]\n', '') },
    command: ['npx', 'vitest', 'run'],
  },
  {
    name: 'vitest',
    installs: ['vitest@4.1.12'],
    files: {
      'a.test.js': withHooks(`import { useSimulators } from 'api-understudy/vitest';\nimport { it } from 'vitest';`),
    },
    command: ['npx', 'vitest', 'run'],
  },
  {
    name: 'Jest, as it comes',
    installs: ['jest@30.5.2'],
    files: {
      'a.test.js': withHooks(`const { useSimulators } = require('api-understudy/jest');`),
      'b.test.js': described(cjs, 'test'),
    },
    command: ['npx', 'jest'],
  },
  {
    name: 'Jest with ts-jest',
    installs: ['jest@30.5.2', 'ts-jest@29.4.15', 'typescript@5.9.3', '@types/jest@30.0.0', '@types/node@20.19.43'],
    files: {
      'jest.config.js': `module.exports = { preset: 'ts-jest' };`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          module: 'node16',
          target: 'es2022',
          strict: true,
          skipLibCheck: true,
          isolatedModules: true,
        },
      }),
      'a.test.ts': withHooks(`import { useSimulators } from 'api-understudy/jest';`),
    },
    command: ['npx', 'jest'],
  },
  {
    name: 'Mocha',
    installs: ['mocha@12.0.3'],
    files: { 'test/a.mjs': described(esm, 'it'), 'test/b.cjs': described(cjs, 'it') },
    command: ['npx', 'mocha', 'test/*'],
  },
  resolution('nodenext', 'nodenext', 'nodenext', { type: 'module' }),
  resolution('bundler', 'esnext', 'bundler', { type: 'module' }),
  resolution('node16 from CommonJS', 'node16', 'node16', {}),
  resolution('node10', 'commonjs', 'node10', {}),
  {
    name: 'Bun',
    installs: ['bun@1.4.5'],
    files: { 'a.test.js': described(`${esm}import { test } from 'bun:test';\n`, 'test') },
    command: ['npx', 'bun', 'test'],
  },
  {
    name: 'Deno',
    installs: ['deno@2.9.6'],
    files: { 'a.test.mjs': described(esm, 'Deno.test') },
    command: ['npx', 'deno', 'test', '--allow-all'],
  },
];
