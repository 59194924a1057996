import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { RunResult } from '@understudy/conformance';
import { findFreePort } from '@understudy/server/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunningSimulators } from '../start-simulators.js';
import { runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { start, folderWith, listen } = useResources();

/** A server in real time stands in for the environment, and a forwarding server for the tunnel. */
let stage: RunningSimulators;
let tunnel: string;
let folder: string;
const forwarded: string[] = [];

beforeAll(async () => {
  stage = await start({ apis: ['time'], port: 0, clock: 'real', progression: 'after:PT0.3S' });
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
  folder = await folderWith({
    'understudy.config.yaml': `targets:
  stage:
    apis: { time: { baseUrl: ${stage.url} } }
    allowedHosts: ['${new URL(stage.url).host}']
    allowedEffects: [create, destroy, mutate]
    credentials: { clientId: STAGE_TEST_ID, clientSecret: STAGE_TEST_SECRET }
    requestsPerSecond: 100
    receiver: { host: '${new URL(tunnel).host}', port: ${port} }
`,
  });
  process.env['STAGE_TEST_ID'] = 'demo-client';
  process.env['STAGE_TEST_SECRET'] = 'demo-secret';
});

function pick(headers: NodeJS.Dict<string | string[]>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}

async function runOnStage(...options: string[]) {
  const [config, json] = [join(folder, 'understudy.config.yaml'), join(folder, 'run.json')];
  const common = ['--target', 'stage', '--config', config, '--allow-effects', 'create,destroy,mutate'];
  const { code, out, err } = await runCli('run', ...common, '--json', json, ...options);
  const result: RunResult | undefined = code === 2 ? undefined : JSON.parse(await readFile(json, 'utf8'));
  const outcomes = result?.workflows.map(({ workflowId, outcome }) => `${workflowId} ${outcome}`);
  return { code, out, err, outcomes, text: JSON.stringify(result) };
}

describe('--receiver', () => {
  it('receives the webhooks of an environment below a secret path that no report contains', async () => {
    const { err, outcomes, text, code } = await runOnStage(
      '--receiver',
      tunnel,
      '--claim',
      'analysis.webhook.optional',
    );
    expect([err, code]).toEqual(['', 0]);
    expect(outcomes).toEqual(['time-job-starters passed', 'time-webhook-of-every-starter passed']);
    const secret = /^\/~([0-9a-f]{32})\/_sim\/inbox\//.exec(forwarded[1] ?? '')?.[1] ?? '';
    expect(secret).not.toBe('');
    expect(text).not.toContain(secret);
  });

  it.each([
    ['another host', 'https://hooks.example.com', "set receiver: { host: 'hooks.example.com' } in target stage"],
    ['a path', 'https://hooks.example.com/x', 'must be an http or https URL without a path'],
    ['another scheme', 'ftp://hooks.example.com', 'must be an http or https URL without a path'],
  ])('refuses %s', async (_what, url, message) => {
    const { code, err } = await runOnStage('--receiver', url);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
