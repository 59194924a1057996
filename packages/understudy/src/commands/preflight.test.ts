import { readFile, writeFile } from 'node:fs/promises';
import { createServer as createHttpsServer } from 'node:https';
import { join } from 'node:path';
import {
  createEnvironmentTarget,
  loadScenarios,
  type RunResult,
  selectWorkflows,
  wallClock,
} from '@understudy/conformance';
import { findFreePort } from '@understudy/server/testing';
import { beforeAll, expect, it } from 'vitest';
import { createSelfSignedCertificate } from '../self-signed-certificate.js';
import type { RunningSimulators } from '../start-simulators.js';
import { runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';
import { loadContracts } from '../workspace.js';

const { start, folderWith, listen } = useResources();

let stage: RunningSimulators;
let folder: string;

beforeAll(async () => {
  stage = await start({ apis: ['time', 'payroll', 'einvoicing'], port: 0, clock: 'real' });
  folder = await folderWith();
  process.env['PREFLIGHT_ID'] = 'demo-client';
  process.env['PREFLIGHT_SECRET'] = 'demo-secret';
  process.env['PREFLIGHT_VENDOR'] = 'demo-vendor-key';
  process.env['PREFLIGHT_WRONG'] = 'not-the-secret';
});

/** Runs read-only workflows on stage with additional configuration. */
async function runOn(more: string, secret = 'PREFLIGHT_SECRET', authUrl = stage.url) {
  const config = join(folder, 'understudy.config.yaml');
  await writeFile(
    config,
    `targets:
  stage:
    apis:
      time: { baseUrl: ${stage.url}, authUrl: '${authUrl}' }
      payroll: { baseUrl: ${stage.url} }
    allowedHosts: ['127.0.0.1', localhost]
    credentials: { clientId: PREFLIGHT_ID, clientSecret: ${secret} }
    requestsPerSecond: 100
    concurrency: 4
${more}`,
  );
  const json = join(folder, 'run.json');
  const tags = ['--claim', 'analysis.auth.step5-header', '--claim', 'analysis.auth.scope-shape'];
  const { code, out, err } = await runCli('run', '--target', 'stage', '--config', config, ...tags, '--json', json);
  expect(err).toBe('');
  const result: RunResult = JSON.parse(await readFile(json, 'utf8'));
  return { code, out, result };
}

it('finds nothing where nothing is wrong, and runs', async () => {
  const { result } = await runOn('');
  expect(result.findings).toEqual([]);
  expect(result.totals.passed).toBeGreaterThan(0);
});

it('tells a wrong secret once, and runs nothing with it', async () => {
  const { code, out, result } = await runOn('', 'PREFLIGHT_WRONG');
  expect(code).toBe(1);
  expect(result.findings.map(({ ruleId, message }) => [ruleId, message])).toEqual([
    [
      'preflight/credentials',
      `${stage.url}/connect/token rejects the credentials of the target (400 invalid_client); check their environment variables.`,
    ],
  ]);
  expect(result.causes).toHaveLength(1);
  expect(result.totals).toMatchObject({ failed: 0, passed: 0 });
  expect(out).toContain('the target is not ready');
  expect(out).not.toContain('not-the-secret');
});

it('tells the scope that is refused, and runs what needs another one', async () => {
  const { result } = await runOn('    inputs: { scope: "understudy-stage:td no-such-scope" }\n');
  expect(result.findings.map(({ ruleId }) => ruleId)).toEqual(['preflight/scope']);
  expect(result.findings[0]?.message).toContain('no-such-scope');
});

it('tells an address that does not answer, and runs the other APIs', async () => {
  const { result } = await runOn('', 'PREFLIGHT_SECRET', `http://127.0.0.1:${await findFreePort()}`);
  expect(result.findings.map(({ ruleId }) => ruleId)).toEqual(['preflight/address']);
  expect(result.findings[0]?.message).toContain('Check the address of time.');
  const passed = result.workflows.filter(({ outcome }) => outcome === 'passed').map(({ api }) => api);
  expect(new Set(passed)).toEqual(new Set(['payroll']));
});

/** Runs the workflows that create companies, with a vendor key. */
async function makeCompanies(variable: string) {
  const config = join(folder, 'companies.config.yaml');
  await writeFile(
    config,
    `targets:
  stage:
    apis: { einvoicing: { baseUrl: ${stage.url} } }
    allowedHosts: ['127.0.0.1', localhost]
    credentials: { vendorApiKey: ${variable} }
    requestsPerSecond: 100
    concurrency: 4
    allowedEffects: [read, create]
`,
  );
  const json = join(folder, 'companies.json');
  const { code, out } = await runCli(
    ...['run', '--target', 'stage', '--config', config, '--api', 'einvoicing', '--json', json],
    ...['--claim', 'einvoicing.profile.scan-settings', '--allow-effects', 'create'],
  );
  const result: RunResult = JSON.parse(await readFile(json, 'utf8'));
  return { code, out, result };
}

it('tells a wrong vendor key once, and makes nothing with it', async () => {
  const { code, out, result } = await makeCompanies('PREFLIGHT_WRONG');
  expect(code).toBe(1);
  expect(result.findings.map(({ ruleId, message }) => [ruleId, message])).toEqual([
    [
      'preflight/credentials',
      `${stage.url}/v1/companies rejects the vendor_api_key of the target (401); check its environment variable.`,
    ],
  ]);
  expect(result.totals).toMatchObject({ failed: 0, passed: 0 });
  expect(out).not.toContain('not-the-secret');
});

it('takes a right vendor key, and tries it without making a company', async () => {
  const { result } = await makeCompanies('PREFLIGHT_VENDOR');
  expect(result.findings).toEqual([]);
  expect(result.totals.passed).toBeGreaterThan(0);
});

it('tells an inbox that is none of ours', async () => {
  const { result } = await runOn(`    webhookInbox: { url: '${stage.url}/td' }\n`);
  expect(result.findings.map(({ ruleId, message }) => [ruleId, message])).toEqual([
    ['preflight/inbox', expect.stringContaining('it must be an Understudy server')],
  ]);
});

/** Returns the preflight findings for a URL, with a clock that is `wrong` milliseconds off. */
async function lookAt(baseUrl: string, wrong = 0): Promise<(string | undefined)[][]> {
  const contracts = await loadContracts();
  const target = createEnvironmentTarget({
    name: 'stage',
    apis: { time: { baseUrl, authUrl: stage.url } },
    contracts,
    allowedHosts: ['127.0.0.1'],
    mayChange: false,
    requestsPerSecond: 100,
    concurrency: 1,
    requestTimeout: 10,
    longestRetryAfter: 1,
    clock: { ...wallClock, now: () => wallClock.now() + wrong },
  });
  const files = await loadScenarios({ files: ['scenarios/time/generated/flow.arazzo.yaml'] });
  const found = await target.preflight?.(selectWorkflows(files, {}));
  return (found?.findings ?? []).map(({ ruleId, severity, message }) => [ruleId, severity, message]);
}

it('tells how far the clocks are apart, as a warning', async () => {
  expect(await lookAt(stage.url)).toEqual([]);
  expect(await lookAt(stage.url, 3_600_000)).toEqual([
    ['preflight/clock', 'warning', expect.stringMatching(/36\d\d seconds behind the local clock|3599 seconds behind/)],
  ]);
});

it('tells a certificate that nobody trusts', async () => {
  const server = createHttpsServer(createSelfSignedCertificate(['127.0.0.1'], wallClock.now()), (_request, response) =>
    response.end(),
  );
  const url = (await listen(server)).replace('http:', 'https:');
  expect(await lookAt(url)).toEqual([['preflight/tls', 'error', expect.stringContaining('self-signed certificate')]]);
});
