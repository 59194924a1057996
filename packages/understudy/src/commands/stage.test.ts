import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type ProofPlan, type RunResult, wallClock } from '@understudy/conformance';
import { findFreePort } from '@understudy/server/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunningSimulators } from '../start-simulators.js';
import { call } from '../testing/call.js';
import { requestDemoToken } from '../testing/demo-token.js';
import { refused, runCli } from '../testing/run-cli.js';
import { stageConfig, stageOptions } from '../testing/stage.js';
import { useResources } from '../testing/use-resources.js';

const { start, folderWith, listen } = useResources();

let stage: RunningSimulators;
/** A forwarding server. */
let tunnel: string;
let folder: string;
let config: (inputs: object) => object;
const forwarded: string[] = [];

beforeAll(async () => {
  stage = await start(stageOptions);
  const port = await findFreePort();
  tunnel = await listen(
    createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      forwarded.push(request.url ?? '');
      const { method = 'GET', headers } = request;
      const body = Buffer.concat(parts);
      const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, {
        method,
        headers: { 'content-type': headers['content-type'] ?? '', ...pick(headers, 'x-api-key', 'tenantid') },
        ...(method === 'GET' ? {} : { body }),
      });
      response.writeHead(answer.status).end();
    }),
  );
  folder = await folderWith();
  const receiver = { host: new URL(tunnel).host, port: Number(port) };
  config = (inputs) => stageConfig(stage.url, { allowedEffects: ['create', 'destroy', 'mutate'], receiver, inputs });
});

function pick(headers: NodeJS.Dict<string | string[]>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}

const changes = ['--allow-effects', 'create,destroy,mutate'];

async function runOnStage(options: string[], inputs: object = {}) {
  const [file, json] = [join(folder, 'understudy.config.yaml'), join(folder, 'run.json')];
  await writeFile(file, JSON.stringify(config(inputs)));
  const { code, out, err } = await runCli(
    'test',
    'run',
    '--target',
    'stage',
    '--config',
    file,
    '--report',
    `json=${json}`,
    ...options,
  );
  const result: RunResult | undefined = code === 2 ? undefined : JSON.parse(await readFile(json, 'utf8'));
  const outcomes = result?.workflows.map(({ workflowId, outcome }) => `${workflowId} ${outcome}`);
  return { code, out, err, outcomes, result, text: JSON.stringify(result) };
}

/** Lists the requests to stage that could change data. */
async function changingCalls(): Promise<string[]> {
  const entries = await stage.control.journal.list({ type: 'request', limit: 1000 });
  return entries.flatMap(({ method, url = '' }) =>
    method === 'GET' || url.endsWith('/connect/token') ? [] : [`${method} ${url}`],
  );
}

describe('--receiver', () => {
  it('receives webhooks under a secret path that no report contains', async () => {
    const claim = ['--claim', 'analysis.event.body-full-form@time'];
    const { err, outcomes, text, code } = await runOnStage([...changes, '--receiver', tunnel, ...claim]);
    expect([err, code]).toEqual(['', 0]);
    expect(outcomes).toEqual(['time-webhook-short-form passed']);
    const secret = /^\/~([0-9a-f]{32})\/_sim\/inbox\//.exec(forwarded[1] ?? '')?.[1] ?? '';
    expect(secret).not.toBe('');
    expect(text).not.toContain(secret);
  }, 120_000);

  it.each([
    ['another host', 'https://hooks.example.com', "set receiver: { host: 'hooks.example.com' } in target stage"],
    ['a path', 'https://hooks.example.com/x', 'must be an http or https URL without a path'],
    ['another scheme', 'ftp://hooks.example.com', 'must be an http or https URL without a path'],
  ])('rejects %s', async (_what, url, message) => {
    expect(await runOnStage(['--receiver', url])).toMatchObject(refused(message));
  });
});

describe('a read-only run', () => {
  it('verifies claims on existing data given as inputs, without changing anything', async () => {
    const authorization = `Bearer ${await requestDemoToken(stage, 'td')}`;
    const send = async (line: string, body?: object, jobId?: string) =>
      (await call(stage, line, body, { authorization, tenantId: 'existing', jobId })).body;
    const finish = async ({ jobId }: { jobId: string }) => {
      while ((await send('GET /td/status', undefined, jobId)).status === 'inProgress') await wallClock.sleep(50);
      return jobId;
    };
    const day = { registrationId: 'A-1', date: '2025-12-01', employeeId: 'E-1', workDuration: 7.5 };
    const { url, jobId } = await send('GET /td/presigned_url');
    const datasets = [{ datasetId: 'alpha', customerId: 'C-1', registrations: [day] }];
    const body = new TextEncoder().encode(JSON.stringify({ datasets }));
    expect((await fetch(url, { method: 'PUT', body })).status).toBe(200);
    const uploadJobId = await finish({ jobId });
    const start = (line: string, more: object) => send(line, { parameters: [{ datasetId: 'alpha', ...more }] });
    await finish(await start('POST /td/start_trainer', { rebuildModels: true }));
    const predictionJobId = await finish(await start('POST /td/create_prediction', { registrations: [day] }));
    const before = await changingCalls();
    const claims = ['--claim', 'analysis.data.list@time', '--claim', 'analysis.status.schema@time'];
    const { outcomes, code } = await runOnStage(claims, { tenantId: 'existing', uploadJobId, predictionJobId });
    expect(outcomes?.filter((outcome) => outcome.startsWith('time-reads'))).toEqual([
      'time-reads-datasets passed',
      'time-reads-jobs passed',
    ]);
    expect([code, await changingCalls()]).toEqual([0, before]);
  }, 120_000);
});

describe('coverage --stage', () => {
  it('lists the claims that can be verified with each permission', async () => {
    const { out } = await runCli('test', 'coverage', '--stage', '--json');
    const { apis, claims }: ProofPlan = JSON.parse(out);
    for (const api of ['inventory', 'time', 'payroll']) {
      const { testable = 0, provable } = apis[api] ?? {};
      expect((provable?.receiver ?? 0) / testable).toBeGreaterThanOrEqual(0.85);
      expect((provable?.['read-only'] ?? 0) / testable).toBeGreaterThanOrEqual(0.3);
    }
    expect(claims.filter(({ level, reason }) => (level === undefined) === (reason === undefined))).toEqual([]);
  }, 60_000);
});
