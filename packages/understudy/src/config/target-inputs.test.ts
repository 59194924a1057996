import { loadScenarios, type ResolvedWorkflow } from '@understudy/conformance';
import { expect, it } from 'vitest';
import { useResources } from '../testing/use-resources.js';
import type { TargetConfig } from './config.js';
import { createTargetInputs } from './target-inputs.js';

const { fileWith } = useResources();

async function workflow(inputs: string): Promise<ResolvedWorkflow> {
  const text = `arazzo: 1.0.1
info: { title: a, version: '1' }
x-api: time
sourceDescriptions: [{ name: time, url: ./openapi.yaml, type: openapi }]
workflows:
  - workflowId: w
    inputs: { type: object, properties: ${inputs} }
    steps: [{ stepId: s, operationId: o }]
`;
  const [scenario] = await loadScenarios({ files: [await fileWith('a.arazzo.yaml', text)] });
  const found = scenario?.document.workflows[0];
  if (scenario === undefined || found === undefined) throw new Error('The scenario was not read');
  return { file: scenario, workflow: found };
}

const base: TargetConfig = {
  apis: { time: { baseUrl: 'https://api.example.com' } },
  allowedHosts: ['api.example.com'],
};
const both =
  '{ tenantId: { type: string, default: mine }, otherTenantId: { type: string, default: theirs }, name: { type: string, default: note, x-unique: true }, scope: { type: string, default: demo } }';

it('adds the run id to tenants and unique names by default', async () => {
  const { inputsFor, whyNot } = createTargetInputs(base, 'u1', {});
  const item = await workflow(both);
  expect(inputsFor(item)).toEqual({ tenantId: 'mine-u1', otherTenantId: 'theirs-u1', name: 'note-u1' });
  expect(whyNot(item)).toBeUndefined();
});

it('uses tenants in the configured order, and prefers API settings to target settings', async () => {
  const target: TargetConfig = {
    ...base,
    apis: {
      time: {
        baseUrl: 'https://api.example.com',
        inputs: { scope: 'time-{runId}' },
        credentials: { clientSecret: 'OWN' },
      },
    },
    tenants: ['a-{runId}', '{workflow}-b'],
    credentials: { clientId: 'ID', clientSecret: 'COMMON' },
    inputs: { scope: 'common' },
  };
  const { inputsFor } = createTargetInputs(target, 'u1', { ID: 'me', OWN: 'secret', COMMON: 'other' });
  expect(inputsFor(await workflow(both))).toEqual({
    tenantId: 'a-u1',
    otherTenantId: 'w-b',
    name: 'note-u1',
    scope: 'time-u1',
    clientId: 'me',
    clientSecret: 'secret',
  });
});

it('reports that the target has too few tenants', async () => {
  const { whyNot } = createTargetInputs({ ...base, tenants: ['only'] }, 'u1', {});
  expect(whyNot(await workflow(both))).toBe('it requires more tenants than the target has');
  expect(whyNot(await workflow('{ tenantId: { type: string } }'))).toBeUndefined();
});
