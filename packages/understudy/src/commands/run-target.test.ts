import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunResult } from '@understudy/conformance';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunningSimulators } from '../start-simulators.js';
import { call } from '../testing/call.js';
import { requestDemoToken } from '../testing/demo-token.js';
import { collectOutput, type FinishedCommand, printed, refused, runCli, spawnBin } from '../testing/run-cli.js';
import { flowFile, readQuickFlow, stageConfig, stageOptions } from '../testing/stage.js';
import { useResources } from '../testing/use-resources.js';

const { start, fileWith, folderWith } = useResources();

let stage: RunningSimulators;
let folder: string;
let config: string;
const allowedEffects = ['create', 'destroy'];

beforeAll(async () => {
  stage = await start(stageOptions);
  folder = await folderWith({
    'understudy.config.yaml': stageConfig(stage.url, { allowedEffects }),
    'flow.arazzo.yaml': await readQuickFlow(),
  });
  config = join(folder, 'understudy.config.yaml');
});

async function requests() {
  const entries = await stage.control.journal.list({ type: 'request', limit: 1000 });
  return entries.map(({ method, url = '', tenantId }) => {
    return { call: `${method} ${url.replace(stage.url, '').split('?')[0]}`, tenantId };
  });
}

async function tenantsWithData(): Promise<string[]> {
  const authorization = `Bearer ${await requestDemoToken(stage, 'td')}`;
  const tenants = [...new Set((await requests()).flatMap(({ tenantId }) => tenantId ?? []))];
  const left: string[] = [];
  for (const tenantId of tenants) {
    const { body } = await call(stage, 'GET /td/data', undefined, { authorization, tenantId });
    if (body.countOfDatasets > 0) left.push(tenantId);
  }
  return left;
}

const onStage = (command: string, ...more: string[]): Promise<FinishedCommand> =>
  runCli('test', command, '--target', 'stage', '--config', config, ...more);

describe('a dry run', { timeout: 60_000 }, () => {
  it('prints every changing call, and sends nothing', async () => {
    const before = (await requests()).length;
    const { code, out } = await onStage('run', '--dry-run', '--allow-effects', 'create,destroy', flowFile);
    expect(code).toBe(0);
    expect(out).toMatch(/create +POST +http:\/\/127\.0\.0\.1:\d+\/td\/start_trainer +train/);
    expect(out).toMatch(/destroy +DELETE +http:\S+\/td\/data\/\{datasetId\} +delete-alpha \(cleaning up\)/);
    expect(out).toMatch(/tenant time-typical-flow-u\w+\)/);
    expect(out).toContain('Nothing was sent.');
    expect((await onStage('run', '--dry-run', flowFile)).code).toBe(1);
    expect((await requests()).length).toBe(before);
  });
});

describe('a run against a configured environment', { timeout: 60_000 }, () => {
  it('only reads unless both the configuration and the command line allow more', async () => {
    const before = (await requests()).length;
    const { code, out } = await onStage('run', '--api', 'time', '--allow-effects', 'mutate', '--verbose');
    expect(code).toBe(0);
    expect(out).toMatch(
      /skipped \d+ workflows: its effects \(create\) are not allowed on this target\n( {2}.*\n)* {2}time-typical-flow\n/,
    );
    expect(out).toMatch(/[1-9]\d* passed, 0 failed, [1-9]\d* skipped/);
    const calls = (await requests()).slice(before).map((each) => each.call);
    expect(calls.length).toBeGreaterThan(20);
    expect(calls.filter((each) => !/^(GET|HEAD) |^POST \/connect\/token$/.test(each))).toEqual([]);
  });

  it('fails if all workflows are skipped', async () => {
    expect(await onStage('run', flowFile)).toMatchObject(
      printed('All 3 selected workflows were skipped, so nothing was tested.', 1),
    );
  });

  it('adds the run id to tenants, and deletes the resources that it created', async () => {
    const report = join(folder, 'run.json');
    const flow = join(folder, 'flow.arazzo.yaml');
    const { code } = await onStage('run', '--allow-effects', 'create', '--report', `json=${report}`, flow);
    expect(code).toBe(0);
    const { runId, workflows }: RunResult = JSON.parse(await readFile(report, 'utf8'));
    const resources = workflows.flatMap((workflow) => workflow.resources ?? []);
    expect(resources.length).toBeGreaterThan(3);
    for (const { tenantId, state } of resources)
      expect([tenantId, state]).toEqual([expect.stringMatching(new RegExp(`-${runId}$`)), 'cleaned']);
    await expect.poll(tenantsWithData, { timeout: 20_000 }).toEqual([]);
  });

  it('cleans up after Ctrl-C', { tags: 'slow' }, async () => {
    const child = spawnBin([
      'test',
      'run',
      '--target',
      'stage',
      '--config',
      config,
      '--allow-effects',
      'create',
      flowFile,
    ]);
    const ended = collectOutput(child);
    const before = (await requests()).length;
    const calls = async () => (await requests()).slice(before).map((each) => each.call);
    // The data of the first workflow then exists.
    await expect.poll(calls, { timeout: 30_000 }).toContain('POST /td/start_trainer');
    child.kill('SIGINT');
    expect(await ended).toMatchObject(refused('Interrupted by SIGINT: stopping and cleaning up stage.', 130));
    expect(await calls()).toContain('DELETE /td/data/alpha');
    expect(await calls()).not.toContain('POST /td/create_prediction');
    await expect.poll(tenantsWithData, { timeout: 20_000 }).toEqual([]);
  });

  it('receives the environment’s webhooks at the configured inbox', { tags: 'slow' }, async () => {
    const inbox = await start({ apis: ['time'], port: 0, clock: 'real' });
    const allowedHosts = [stage.url, inbox.url].map((url) => new URL(url).host);
    const own = stageConfig(stage.url, { allowedEffects, allowedHosts, webhookInbox: { url: inbox.url } });
    const file = await fileWith('inbox.yaml', own);
    const webhooks = fileURLToPath(new URL('../../../../scenarios/time/webhooks.arazzo.yaml', import.meta.url));
    const options = ['--target', 'stage', '--config', file, '--allow-effects', 'create,destroy'];
    expect(await runCli('test', 'run', ...options, webhooks)).toMatchObject(printed(/[1-9] passed, 0 failed/));
    const messages = await inbox.control.journal.list({ type: 'message', limit: 100 });
    expect(messages.length).toBeGreaterThan(0);
  });

  it('writes every report without secrets', async () => {
    const reports = ['json=r.json', 'junit=r.xml', 'sarif=r.sarif', 'html=r.html', 'har=har'].flatMap((report) => [
      '--report',
      report.replace('=', `=${folder}/reports/`),
    ]);
    const filters = ['--api', 'time', '--claim', 'time.auth.scope-suffix'];
    const { code, out } = await onStage('run', ...filters, ...reports, '--report', 'github');
    expect(code).toBe(0);
    expect(out).toContain('## ✅ Understudy against stage');
    expect((await readdir(join(folder, 'reports'))).sort()).toEqual(['har', 'r.html', 'r.json', 'r.sarif', 'r.xml']);
    for (const name of ['r.html', 'r.json', 'r.sarif', 'r.xml', 'har/time-scope.har']) {
      const text = await readFile(join(folder, 'reports', name), 'utf8');
      expect(text).not.toContain('demo-secret');
      expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
    }
  });

  it('rejects a missing configuration file and a host that is not allowed', async () => {
    expect(await runCli('test', 'run', '--target', 'stage', '--config', join(folder, 'none.yaml'))).toMatchObject(
      refused('does not exist'),
    );
    const wrong = stageConfig(stage.url, { allowedHosts: ['api.example.com'] });
    const file = await fileWith('wrong.yaml', JSON.stringify(wrong, null, 1));
    const before = (await requests()).length;
    const wrongHost = await runCli('test', 'run', '--target', 'stage', '--config', file);
    expect((await requests()).length).toBe(before);
    expect(wrongHost).toMatchObject(refused(/wrong\.yaml:6:\d+ The host of .* is not among allowedHosts/));
  });
});
