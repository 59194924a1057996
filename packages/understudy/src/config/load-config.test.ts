import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useResources } from '../testing/use-resources.js';
import { readControlTokens } from './control-tokens.js';
import { checkConfig, describeConfigFinding, loadConfig } from './load-config.js';

const { fileWith } = useResources();

const apis = ['inventory', 'time', 'identity'];

const configFile = (text: string) => fileWith('understudy.config.yaml', text);

async function findingsOf(text: string): Promise<string[]> {
  const file = await configFile(text);
  const { config, findings } = await checkConfig(file, apis);
  expect(config === undefined).toBe(findings.length > 0);
  return findings.map((finding) => describeConfigFinding(finding).replace(file, 'file'));
}

it('reads a configuration that uses every property', async () => {
  const file = await configFile(`# yaml-language-server: $schema=./config.schema.json
targets:
  stage:
    description: The shared environment
    apis:
      inventory: { baseUrl: https://api.stage.example/v1, authUrl: https://login.stage.example, overlays: [stage.yaml] }
      time: { baseUrl: https://api.stage.example, printUrl: https://print.stage.example, tenants: [only] }
    allowedHosts: [api.stage.example, login.stage.example, print.stage.example, '*.storage.example', inbox.example]
    allowedEffects: [read, create, destroy]
    tenants: ['conformance-{runId}']
    companies: [FI1234]
    credentials: { clientId: STAGE_ID, clientSecret: STAGE_SECRET }
    inputs: { scope: stage-scope, page: 2, deep: true }
    requestsPerSecond: 2.5
    concurrency: 1
    timeouts: { request: 30, retryAfter: 0, cleanup: 10 }
    webhookInbox: { url: https://inbox.example, tokenFrom: INBOX_TOKEN }
baseline: baseline.yaml
recordings: fixtures/recordings
`);
  const config = await loadConfig(file, apis);
  expect(config.targets['stage']?.apis['time']?.tenants).toEqual(['only']);
});

it('reports errors with file, line and column, and never repeats a secret', async () => {
  const findings = await findingsOf(`targets:
  stage:
    apis:
      time:
        baseUrl: https://api.stage.example/
        credentials: { clientSecret: hunter2-secret }
    allowedHosts: []
    allowedEffects: [reed]
    inputs: { clientSecret: hunter2-secret }
    wait: 3
`);
  expect(findings).toEqual([
    expect.stringMatching(/^file:5:9 .*baseUrl must match .* \[config\/pattern\]$/),
    'file:6:24 /targets/stage/apis/time/credentials/clientSecret must be the name of an environment variable (A-Z, 0-9 and _), never a secret itself. [config/pattern]',
    expect.stringMatching(/^file:7:5 .*allowedHosts must have at least 1 items/),
    expect.stringMatching(/^file:8:22 .*reed.* \[config\/enum\]$/),
    expect.stringMatching(/^file:9:15 .*clientSecret is not an allowed property name/),
    expect.stringMatching(/^file:10:5 Unknown member "wait"/),
  ]);
  expect(findings.join('\n')).not.toContain('hunter2');
});

it('reports unknown APIs, invalid hosts, disallowed hosts and shared tenants', async () => {
  const findings = await findingsOf(`targets:
  one:
    apis: { tme: { baseUrl: https://api.example.com } }
    allowedHosts: [api.example.com, 'https://x.example']
  two:
    apis:
      time: { baseUrl: https://api.example.com, authUrl: https://login.example.com }
    allowedHosts: [api.example.com]
    concurrency: 2
    tenants: [same]
`);
  expect(findings).toEqual([
    'file:3:13 Unknown API "tme". Did you mean "time"? [config/unknown-api]',
    'file:4:37 "https://x.example" is not a valid host. Use a host such as api.example.com, 127.0.0.1:4010 or *.example.com. [config/host]',
    'file:7:49 The host of https://login.example.com is not among allowedHosts, so requests to it would be rejected. Add it there. [config/host-not-allowed]',
    'file:9:5 Concurrent workflows need separate tenants: put {workflow} into every tenant, or set concurrency to 1. [config/shared-tenant]',
  ]);
});

it('reports the line of invalid YAML, and a missing file', async () => {
  expect(await findingsOf('targets:\n  stage: [\n')).toEqual([
    expect.stringMatching(/^file:3:1 Cannot parse the file as YAML: .* \[config\/not-yaml\]$/),
  ]);
  await expect(checkConfig('/nowhere/understudy.config.yaml', apis)).rejects.toThrow('does not exist; check the path');
});

it('the published schema resolves all its references', async () => {
  const schema = JSON.parse(await readFile(new URL('../../schemas/config.schema.json', import.meta.url), 'utf8'));
  expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  const described = (part: unknown): unknown[] =>
    typeof part !== 'object' || part === null
      ? []
      : [part, ...Object.values(part)].flatMap((inner) => (inner === part ? [] : [inner, ...described(inner)]));
  const references = described(schema).flatMap((part) => Object(part)['$ref'] ?? []);
  expect(
    references.filter((reference) => schema.$defs[String(reference).replace('#/$defs/', '')] === undefined),
  ).toEqual([]);
});

it('reads control tokens from the environment or files, and does not print literal tokens', async () => {
  const file = await configFile(`controlTokens:
  eye: { scope: read, value: { file: eye.txt } }
  ci: { scope: own sandboxes, value: { env: NO_SUCH_TOKEN }, limits: { sandboxes: 3 } }
`);
  const config = await loadConfig(file, apis);
  await expect(readControlTokens(file, config)).rejects.toThrow(
    /eye\.txt with control token "eye" cannot be read \(ENOENT\)|NO_SUCH_TOKEN/,
  );
  const { ci: _ci, ...others } = config.controlTokens ?? {};
  await writeFile(join(file, '..', 'eye.txt'), 'a-value-of-16-characters\n');
  expect(await readControlTokens(file, { ...config, controlTokens: others })).toEqual([
    { name: 'eye', scope: 'read', value: 'a-value-of-16-characters' },
  ]);
  const refused = await findingsOf('controlTokens: { ci: { scope: some, value: { env: the-secret-itself } } }');
  expect(refused.join()).toMatch(/scope/);
  expect(refused.join()).not.toContain('the-secret-itself');
});
