import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunningSimulators } from '../start-simulators.js';
import { requestDemoToken } from '../testing/demo-token.js';
import { collectOutput, type FinishedCommand, printed, refused, runCli, spawnBin } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { start, folderWith } = useResources();

/** A real environment for the run, with a real clock, persistent data, and no control plane in the configuration. */
let stage: RunningSimulators;
let folder: string;
let config: string;
/** The flow with a shorter polling interval. */
let quickFlow: string;
const flow = fileURLToPath(new URL('../../../../scenarios/time/generated/flow.arazzo.yaml', import.meta.url));

beforeAll(async () => {
  stage = await start({ apis: ['time'], port: 0, clock: 'real', progression: 'after:PT0.3S' });
  folder = await folderWith();
  config = join(folder, 'understudy.config.yaml');
  quickFlow = join(folder, 'flow.arazzo.yaml');
  await writeFile(quickFlow, (await readFile(flow, 'utf8')).replaceAll('retryAfter: 1\n', 'retryAfter: 0.1\n'));
  await writeFile(
    config,
    `targets:
  stage:
    apis: { time: { baseUrl: ${stage.url} } }
    allowedHosts: ['${new URL(stage.url).host}']
    allowedEffects: [create, destroy]
    credentials: { clientId: STAGE_TEST_ID, clientSecret: STAGE_TEST_SECRET }
    requestsPerSecond: 100
`,
  );
  process.env['STAGE_TEST_ID'] = 'demo-client';
  process.env['STAGE_TEST_SECRET'] = 'demo-secret';
});

async function requests(): Promise<{ call: string; tenantId?: string }[]> {
  const entries = await stage.control.journal.list({ type: 'request', limit: 1000 });
  return entries.map(({ method, url = '', tenantId }) => ({
    call: `${method} ${url.replace(stage.url, '').split('?')[0]}`,
    ...(tenantId === undefined ? {} : { tenantId }),
  }));
}

async function tenantsWithData(): Promise<string[]> {
  const token = await requestDemoToken(stage, 'td');
  const tenants = [...new Set((await requests()).flatMap(({ tenantId }) => tenantId ?? []))];
  const left: string[] = [];
  for (const tenantId of tenants) {
    const response = await stage.fetch(`${stage.url}/td/data`, {
      headers: { authorization: `Bearer ${token}`, tenantId },
    });
    const { countOfDatasets }: { countOfDatasets: number } = JSON.parse(await response.text());
    if (countOfDatasets > 0) left.push(tenantId);
  }
  return left;
}

const onStage = (command: string, ...more: string[]): Promise<FinishedCommand> =>
  runCli(command, '--target', 'stage', '--config', config, ...more);

describe('plan', { timeout: 60_000 }, () => {
  it('prints every changing call and sends nothing', async () => {
    const before = (await requests()).length;
    const { code, out } = await onStage('plan', '--allow-effects', 'create,destroy', flow);
    expect(code).toBe(0);
    expect(out).toMatch(/create +POST +http:\/\/127\.0\.0\.1:\d+\/td\/start_trainer +train/);
    expect(out).toMatch(/destroy +DELETE +http:\S+\/td\/data\/\{datasetId\} +delete-alpha \(cleaning up\)/);
    expect(out).toMatch(/tenant time-typical-flow-u\w+\)/);
    expect(out).toContain('Nothing was sent.');
    expect((await onStage('plan', flow)).code).toBe(1);
    expect((await requests()).length).toBe(before);
  });
});

describe('run on a configured environment', { timeout: 60_000 }, () => {
  it('only reads unless configuration and command line allow more, and names what it skips', async () => {
    const before = (await requests()).length;
    const { code, out } = await onStage('run', '--api', 'time', '--allow-effects', 'mutate', '--explain-skips');
    expect(code).toBe(0);
    expect(out).toMatch(
      /skipped \d+ workflows: its effects \(create\) are not allowed on this target\n( {2}.*\n)* {2}time-typical-flow\n/,
    );
    expect(out).toMatch(/[1-9]\d* passed, 0 failed, [1-9]\d* skipped/);
    const calls = (await requests()).slice(before).map(({ call }) => call);
    expect(calls.length).toBeGreaterThan(20);
    expect(calls.filter((call) => !/^(GET|HEAD) |^POST \/connect\/token$/.test(call))).toEqual([]);
  });

  it('fails when everything was skipped', async () => {
    const { code, out } = await onStage('run', flow);
    expect(code).toBe(1);
    expect(out).toContain('All 3 selected workflows were skipped, so nothing was tested.');
  });

  it('names what it makes by the run, and takes it away', async () => {
    const report = join(folder, 'run.json');
    const { code } = await onStage('run', '--allow-effects', 'create', '--report', `json=${report}`, quickFlow);
    expect(code).toBe(0);
    const { runId, workflows }: { runId: string; workflows: { resources?: { tenantId?: string; state: string }[] }[] } =
      JSON.parse(await readFile(report, 'utf8'));
    const resources = workflows.flatMap((workflow) => workflow.resources ?? []);
    expect(resources.length).toBeGreaterThan(3);
    expect(resources.filter(({ tenantId, state }) => !tenantId?.endsWith(`-${runId}`) || state !== 'cleaned')).toEqual(
      [],
    );
    await expect.poll(tenantsWithData, { timeout: 20_000 }).toEqual([]);
  });

  it('cleans up after Ctrl-C', { tags: 'slow' }, async () => {
    const args = ['run', '--target', 'stage', '--config', config, '--allow-effects', 'create', flow];
    const child = spawnBin(args);
    const ended = collectOutput(child);
    const before = (await requests()).length;
    // The data of the first workflow now exists.
    await expect
      .poll(async () => (await requests()).slice(before).some(({ call }) => call === 'POST /td/start_trainer'), {
        timeout: 30_000,
      })
      .toBe(true);
    child.kill('SIGINT');
    const { code, err } = await ended;
    expect(err).toContain('Interrupted by SIGINT: stopping and cleaning up stage.');
    expect(code).toBe(130);
    const calls = (await requests()).slice(before).map(({ call }) => call);
    expect(calls).toContain('DELETE /td/data/alpha');
    expect(calls.filter((call) => call === 'POST /td/create_prediction')).toEqual([]);
    await expect.poll(tenantsWithData, { timeout: 20_000 }).toEqual([]);
  });

  it('receives the webhooks of the environment at an inbox that it can reach', { tags: 'slow' }, async () => {
    const inbox = await start({ apis: ['time'], port: 0, clock: 'real' });
    const file = join(folder, 'inbox.yaml');
    const text = (await readFile(config, 'utf8')).replace(
      /allowedHosts: \[(.*)\]/,
      `allowedHosts: [$1, '${new URL(inbox.url).host}']`,
    );
    await writeFile(file, `${text}    webhookInbox: { url: '${inbox.url}' }\n`);
    const webhooks = fileURLToPath(new URL('../../../../scenarios/time/webhooks.arazzo.yaml', import.meta.url));
    const options = ['--target', 'stage', '--config', file, '--allow-effects', 'create,destroy'];
    expect(await runCli('run', ...options, webhooks)).toMatchObject(printed(/[1-9] passed, 0 failed/));
    const messages = await inbox.control.journal.list({ type: 'message', limit: 100 });
    expect(messages.length).toBeGreaterThan(0);
  });

  it('writes every report, none with a secret', async () => {
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

  it('is wrong use without its credentials, its configuration, or a host that is allowed', async () => {
    expect(await runCli('run', '--target', 'stage', '--config', join(folder, 'none.yaml'))).toMatchObject(
      refused('does not exist'),
    );
    const wrong = join(folder, 'wrong.yaml');
    await writeFile(
      wrong,
      (await readFile(config, 'utf8')).replace(/allowedHosts: .*/, 'allowedHosts: [api.example.com]'),
    );
    const before = (await requests()).length;
    const wrongHost = await runCli('run', '--target', 'stage', '--config', wrong);
    expect((await requests()).length).toBe(before);
    expect(wrongHost.code).toBe(2);
    expect(wrongHost.err).toMatch(/wrong\.yaml:3:\d+ The host of .* is not among allowedHosts/);
    expect(await runCli('run', '--target', 'stage', '--report', 'pdf=x')).toMatchObject(
      refused('json, junit, sarif, html, har'),
    );
  });
});
