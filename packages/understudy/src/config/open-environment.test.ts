import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { builtInApis } from '../apis/apis.js';
import { useResources } from '../testing/use-resources.js';
import { loadContracts } from '../workspace.js';
import { type EnvironmentChoice, openEnvironment } from './open-environment.js';

const { folderWith } = useResources();

let choice: EnvironmentChoice;
const stage = {
  apis: { time: { baseUrl: 'http://127.0.0.1:9', overlays: ['stage.yaml'] } },
  allowedHosts: ['127.0.0.1:9'],
  allowedEffects: ['create' as const, 'destroy' as const],
  credentials: { clientId: 'STAGE_ID', clientSecret: 'STAGE_SECRET' },
};
const config = { targets: { stage } };

beforeAll(async () => {
  const overlay = (target: string): string => `overlay: 1.0.0
info: { title: What stage does otherwise, version: '1' }
actions:
  - target: ${target}
    update: { responses: { '418': { description: Only there } } }
`;
  const folder = await folderWith({
    'stage.yaml': overlay("$.paths['/td/status'].get"),
    'stale.yaml': overlay("$.paths['/td/gone'].get"),
  });
  choice = {
    file: join(folder, 'understudy.config.yaml'),
    name: 'stage',
    contracts: await loadContracts(),
    apis: builtInApis,
    runId: 'u1',
    allowEffects: ['create', 'mutate'],
    variables: { STAGE_ID: 'me', STAGE_SECRET: 'stage-canary' },
  };
});

it('allows only effects that both the configuration and the command line allow', async () => {
  const { allowedEffects, secrets, contracts } = await openEnvironment(config, choice);
  expect(allowedEffects).toEqual(['read', 'create']);
  expect(secrets).toEqual(['stage-canary']);
  expect(contracts.get('time')?.operations.get('getJobStatus')?.statuses).toContain('418');
  expect(choice.contracts.get('time')?.operations.get('getJobStatus')?.statuses).not.toContain('418');
});

it('rejects an overlay that matches nothing', async () => {
  const stale = { ...stage, apis: { time: { baseUrl: 'http://127.0.0.1:9', overlays: ['stale.yaml'] } } };
  await expect(openEnvironment({ targets: { stage: stale } }, choice)).rejects.toThrow('selects nothing');
});

it('reports all missing credentials at once, but needs none for a dry run', async () => {
  const variables = { STAGE_ID: '' };
  await expect(openEnvironment(config, { ...choice, variables })).rejects.toThrow(
    'Target stage requires the environment variable STAGE_ID, STAGE_SECRET',
  );
  expect((await openEnvironment(config, { ...choice, variables, dry: true })).secrets).toEqual([]);
});

it('rejects a secret of fewer than 8 characters', async () => {
  for (const STAGE_SECRET of ['a', 'failed', '1234567']) {
    const variables = { STAGE_ID: 'me', STAGE_SECRET };
    await expect(openEnvironment(config, { ...choice, variables })).rejects.toThrow(
      'The environment variable STAGE_SECRET has fewer than 8 characters',
    );
  }
});

it('rejects an unknown target', async () => {
  await expect(openEnvironment(config, { ...choice, name: 'prod' })).rejects.toThrow('Unknown target "prod"');
});
