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
import { stageConfig } from '../testing/stage.js';
import { useResources } from '../testing/use-resources.js';
import { loadContracts } from '../workspace.js';

const { start, folderWith, listen } = useResources();

let stage: RunningSimulators;
let folder: string;

beforeAll(async () => {
  stage = await start({ apis: ['time', 'payroll', 'einvoicing'], port: 0, clock: 'real' });
  folder = await folderWith();
  Object.assign(process.env, { PREFLIGHT_VENDOR: 'demo-vendor-key', PREFLIGHT_WRONG: 'not-the-secret' });
});

/** Runs workflows on stage. @param more changes of its configuration */
async function runOn(more: object, ...args: string[]) {
  const common = { allowedHosts: ['127.0.0.1', 'localhost'], concurrency: 4 };
  const [config, json] = [join(folder, 'understudy.config.yaml'), join(folder, 'run.json')];
  await writeFile(config, JSON.stringify(stageConfig(stage.url, { ...common, ...more })));
  const { code, out, err } = await runCli(
    'test',
    'run',
    '--target',
    'stage',
    '--config',
    config,
    ...args,
    '--report',
    `json=${json}`,
  );
  expect(err).toBe('');
  const result: RunResult = JSON.parse(await readFile(json, 'utf8'));
  return { code, out, result, findings: result.findings.map(({ ruleId, message }) => [ruleId, message]) };
}

/** Runs read-only workflows on stage. */
function readOn(more: object = {}, authUrl = stage.url) {
  const apis = { time: { baseUrl: stage.url, authUrl }, payroll: { baseUrl: stage.url } };
  const claims = ['--claim', 'analysis.auth.step5-header', '--claim', 'analysis.auth.scope-shape'];
  return runOn({ apis, ...more }, ...claims);
}

/** Runs the workflows that create companies, with a vendor key. */
const makeCompanies = (vendorApiKey: string) =>
  runOn(
    { apis: { einvoicing: { baseUrl: stage.url } }, credentials: { vendorApiKey }, allowedEffects: ['create'] },
    ...['--api', 'einvoicing', '--claim', 'einvoicing.profile.scan-settings', '--allow-effects', 'create'],
  );

it('reports nothing for a ready target, and runs the workflows', async () => {
  const { result } = await readOn();
  expect(result.findings).toEqual([]);
  expect(result.totals.passed).toBeGreaterThan(0);
});

it('reports a wrong client secret once, and runs no workflow with it', async () => {
  const credentials = { clientId: 'STAGE_TEST_ID', clientSecret: 'PREFLIGHT_WRONG' };
  const { code, out, result, findings } = await readOn({ credentials });
  const message = `${stage.url}/connect/token rejects the credentials of the target (400 invalid_client); check their environment variables.`;
  expect([code, findings]).toEqual([1, [['preflight/credentials', message]]]);
  expect(result.causes).toHaveLength(1);
  expect(result.totals).toMatchObject({ failed: 0, passed: 0 });
  expect(out).toContain('the target is not ready');
  expect(out).not.toContain('not-the-secret');
});

it('reports a scope that the target rejects', async () => {
  const { findings } = await readOn({ inputs: { scope: 'understudy-stage:td no-such-scope' } });
  expect(findings).toEqual([['preflight/scope', expect.stringContaining('no-such-scope')]]);
});

it('reports an unreachable URL, and tests the other APIs', async () => {
  const { result, findings } = await readOn({}, `http://127.0.0.1:${await findFreePort()}`);
  expect(findings).toEqual([['preflight/address', expect.stringContaining('Check the address of time.')]]);
  const passed = result.workflows.filter(({ outcome }) => outcome === 'passed').map(({ api }) => api);
  expect(new Set(passed)).toEqual(new Set(['payroll']));
});

it('reports a wrong vendor key once, and creates nothing with it', async () => {
  const { code, out, result, findings } = await makeCompanies('PREFLIGHT_WRONG');
  const message = `${stage.url}/v1/companies rejects the vendor_api_key of the target (401); check its environment variable.`;
  expect([code, findings]).toEqual([1, [['preflight/credentials', message]]]);
  expect(result.totals).toMatchObject({ failed: 0, passed: 0 });
  expect(out).not.toContain('not-the-secret');
});

it('accepts a valid vendor key', async () => {
  const { result } = await makeCompanies('PREFLIGHT_VENDOR');
  expect(result.findings).toEqual([]);
  expect(result.totals.passed).toBeGreaterThan(0);
});

it('reports a webhook inbox that is not on an Understudy server', async () => {
  const { findings } = await readOn({ webhookInbox: { url: `${stage.url}/td` } });
  expect(findings).toEqual([['preflight/inbox', expect.stringContaining('it must be an Understudy server')]]);
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

it('warns about a difference between the clocks', async () => {
  expect(await lookAt(stage.url)).toEqual([]);
  expect(await lookAt(stage.url, 3_600_000)).toEqual([
    ['preflight/clock', 'warning', expect.stringMatching(/36\d\d seconds behind the local clock|3599 seconds behind/)],
  ]);
});

it('reports an untrusted certificate', async () => {
  const server = createHttpsServer(createSelfSignedCertificate(['127.0.0.1'], wallClock.now()), (_request, response) =>
    response.end(),
  );
  const url = (await listen(server)).replace('http:', 'https:');
  expect(await lookAt(url)).toEqual([['preflight/tls', 'error', expect.stringContaining('self-signed certificate')]]);
});
