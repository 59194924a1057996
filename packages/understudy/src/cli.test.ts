import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@understudy/server/testing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  collectOutput,
  interruptCli,
  killLeftServers,
  printed,
  refused,
  runCli,
  serveJson,
  spawnBin,
  spawnCli,
  startCli,
  startHere,
} from './testing/run-cli.js';
import { useResources } from './testing/use-resources.js';

const { fileWith } = useResources();

const bin = fileURLToPath(new URL('../bin/understudy.js', import.meta.url));
const withParent = [bin, 'start', 'identity', '--port', '0', '--json', '--seed', 'empty', '--exit-with-parent'];
afterEach(killLeftServers);

const scenario = (operationId: string, criterion: string) => `arazzo: 1.0.1
info: { title: Health, version: '1' }
x-api: inventory
sourceDescriptions:
  - { name: inventory, url: ./openapi.yaml, type: openapi }
workflows:
  - workflowId: health
    x-effects: read
    steps:
      - stepId: check
        operationId: ${operationId}
        successCriteria:
          - condition: ${criterion}
`;

const scenarioFile = (operationId: string, criterion: string) =>
  fileWith('health.arazzo.yaml', scenario(operationId, criterion));
const getJson = async (url: string) => Object(await (await fetch(url)).json());

describe('understudy start', () => {
  it('reads settings from the configuration and from --set, which takes precedence', async () => {
    const apis = '{ inventory: { datasetMessageForm: string } }';
    const text = `settings: { progression: 'polls:2', webhooks: { attempts: 2 }, apis: ${apis} }\n`;
    const config = await fileWith('own.yaml', text);
    const options = [
      '--config',
      config,
      '--set',
      'webhooks.attempts=4',
      '--set',
      'progression=manual',
      '--set',
      'identity.login=auto',
    ];
    const server = await serveJson('inventory', '--seed', 'empty', ...options);
    expect(await getJson(`${server.url}/_sim/settings`)).toMatchObject({
      progression: 'manual',
      webhooks: { attempts: 4 },
      apis: { inventory: { datasetMessageForm: 'string' }, identity: { login: 'auto' } },
    });
    await server.stop();
  });

  it('prints one JSON line when ready, serves requests, and shuts down on Ctrl-C', async () => {
    const server = await startCli('inventory', '--port', '0', '--json', '--seed', 'empty');
    const ready = JSON.parse(server.line);
    const { url } = ready;
    expect(ready).toEqual({
      ready: true,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      control: `${url}/_sim`,
      apis: { inventory: { baseUrl: url, authUrl: url } },
      credentials: {
        analysis: {
          clientId: 'demo-client',
          clientSecret: 'demo-secret',
          scopes: { inventory: 'understudy-stage:io' },
        },
        identity: { issuer: url, clientId: 'demo-client', clientSecret: 'demo-secret' },
      },
    });
    expect(await getJson(`${url}/io/health_check`)).toEqual({ message: 'OK' });
    const taken = await runCli('start', '--port', new URL(url).port, '--json');
    expect(taken).toEqual({ code: 2, out: '', err: expect.stringContaining('is in use; choose another with --port') });
    expect(await server.stop()).toEqual({ code: 0, err: '', out: `${server.line}\n` });
  });

  it('prints the request log after the ready line with --log', async () => {
    const server = await serveJson('inventory', '--log', 'json', '--seed', 'empty');
    await fetch(`${server.url}/io/data`);
    const { code, out } = await server.stop();
    const [ready, request, ...more] = out.trimEnd().split('\n');
    expect([code, ready, more]).toEqual([0, server.line, []]);
    expect(JSON.parse(request ?? '')).toMatchObject({ kind: 'request', path: '/io/data', status: 401 });
  });

  it('exits when its parent process is killed', { tags: 'slow' }, async () => {
    // Like a test runner that passes its standard input on and is killed.
    const parent = `const { spawn } = require('node:child_process');
      const server = spawn(process.execPath, process.argv.slice(1), { stdio: ['pipe', 'pipe', 'ignore'] });
      server.stdout.once('data', () => console.log(server.pid));`;
    const left = spawn(process.execPath, ['-e', parent, ...withParent]);
    const [pid = 0] = (await once(left.stdout, 'data')).map(Number);
    expect(process.kill(pid, 0)).toBe(true);
    left.kill('SIGKILL');
    await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);
  });

  it('exits when its standard input is closed', async () => {
    const server = spawn(process.execPath, withParent, { stdio: ['ignore', 'ignore', 'ignore'] });
    expect(await Promise.race([once(server, 'exit'), once(AbortSignal.timeout(10_000), 'abort')])).toEqual([0, null]);
  });

  it('exits on SIGINT while its standard input is still open', { tags: 'slow' }, async () => {
    const server = spawn(process.execPath, withParent, { stdio: ['pipe', 'pipe', 'ignore'] });
    await once(server.stdout, 'data');
    server.kill('SIGINT');
    expect(await Promise.race([once(server, 'exit'), once(AbortSignal.timeout(5000), 'abort')])).toEqual([0, null]);
    server.stdin.end();
  });

  it('prints its local address in addition to a public URL', async () => {
    const options = ['--seed', 'empty', '--public-url', 'https://sim.example'];
    const { url, listening, stop } = await serveJson(...options);
    expect([url, listening]).toEqual(['https://sim.example', expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
    expect((await fetch(`${listening}/io/health_check`)).status).toBe(200);
    await stop();
    const told = await startHere('--port', '0', ...options);
    expect((await told.stop()).out).toMatch(/\nListening at http:\/\/127\.0\.0\.1:\d+\n/);
  });

  it('reports lost state only if the last run on its port was killed', async () => {
    const port = await findFreePort();
    const args = ['inventory', '--port', port, '--json', '--seed', 'empty'];
    const killed = await startCli(...args);
    expect((await killed.stop('SIGKILL')).err).toBe('');
    const next = await startHere(...args);
    expect(JSON.parse(next.line)).toMatchObject({ ready: true });
    const { code, out, err } = await next.stop();
    expect([code, out.trim().split('\n').length, err.trim().split('\n').length]).toEqual([0, 1, 1]);
    const lost = 'did not shut down cleanly; its in-memory state is lost';
    expect(err).toMatch(new RegExp(`^The last run on port ${port} \\(pid \\d+, since .+Z\\) ${lost}`));
    expect((await (await startHere(...args)).stop()).err).toBe('');
  });

  it('exits with 2 for an unknown command', async () => {
    const { code, out, err } = await spawnCli('bogus');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^error: unknown command 'bogus'\n(?!\s+at )/);
  });
});

describe('understudy state env', () => {
  it('prints URLs and credentials as dotenv lines', async () => {
    const { code, out } = await runCli('state', 'env', 'inventory', '--target', 'http://127.0.0.1:4021');
    expect(code).toBe(0);
    expect(out.trim().split('\n')).toEqual([
      'UNDERSTUDY_URL=http://127.0.0.1:4021',
      'UNDERSTUDY_CONTROL=http://127.0.0.1:4021/_sim',
      'UNDERSTUDY_INVENTORY_BASE_URL=http://127.0.0.1:4021',
      'UNDERSTUDY_INVENTORY_AUTH_URL=http://127.0.0.1:4021',
      'UNDERSTUDY_INVENTORY_SCOPE=understudy-stage:io',
      'UNDERSTUDY_ANALYSIS_CLIENT_ID=demo-client',
      'UNDERSTUDY_ANALYSIS_CLIENT_SECRET=demo-secret',
      'UNDERSTUDY_IDENTITY_ISSUER=http://127.0.0.1:4021',
      'UNDERSTUDY_IDENTITY_CLIENT_ID=demo-client',
      'UNDERSTUDY_IDENTITY_CLIENT_SECRET=demo-secret',
    ]);
  });
});

describe('understudy test run', () => {
  it('exits with 0 for a passed scenario, and writes JSON and JUnit reports', async () => {
    const file = await scenarioFile('checkHealth', '$statusCode == 200');
    const [json, junit] = [join(dirname(file), 'report.json'), join(dirname(file), 'junit.xml')];
    expect(await runCli('test', 'run', file, '--report', `json=${json}`, '--report', `junit=${junit}`)).toMatchObject(
      printed('health'),
    );
    const totals = { workflows: 1, passed: 1, failed: 0 };
    expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({ schemaVersion: 3, totals });
    const xml = await readFile(junit, 'utf8');
    expect(xml.startsWith('<?xml')).toBe(true);
    expect(xml).toContain('name="health"');
  });

  it('exits with 1 for a failed scenario, and prints its expectation and the actual status code', async () => {
    const failed = await spawnCli('test', 'run', await scenarioFile('checkHealth', '$statusCode == 201'));
    expect(failed).toMatchObject(printed('checkHealth answered 200, where 201 is expected.', 1));
  });

  it('suggests the nearest operationId, and exits with 1', async () => {
    expect(await runCli('test', 'run', await scenarioFile('checkHealt', '$statusCode == 200'))).toMatchObject(
      printed(/checkHealt\b[\s\S]*checkHealth\b/, 1),
    );
  });

  it('exits with 3 for an unreachable server', async () => {
    const file = await scenarioFile('checkHealth', 'true == true');
    expect((await runCli('test', 'run', '--target', 'http://127.0.0.1:9', file)).code).toBe(3);
  });

  it('runs against a server that is already running', async () => {
    const clock = ['--clock', 'manual', '--at', '2026-03-01T08:00:00Z'];
    const { url, stop } = await serveJson('--seed', 'demo', ...clock);
    const { sandboxes } = await getJson(`${url}/_sim/sandboxes`);
    expect(sandboxes).toMatchObject([{ clock: { mode: 'manual', now: '2026-03-01T08:00:00.000Z' }, seed: 'demo' }]);
    expect(
      await runCli('test', 'run', '--target', url, await scenarioFile('checkHealth', '$statusCode == 200')),
    ).toMatchObject(printed(url));
    await stop();
  });
});

/** Enough workflows that the run can be interrupted. */
const many = ['time', 'payroll'].map((api) =>
  fileURLToPath(new URL(`../../../scenarios/${api}/generated/errors.arazzo.yaml`, import.meta.url)),
);

// Windows has no such signals.
describe.skipIf(process.platform === 'win32')('understudy test run, interrupted by Ctrl-C', () => {
  it('stops immediately if the simulators run in process', async () => {
    const { code, err } = await interruptCli('test', 'run', ...many);
    expect([code, err.trim().split('\n').length, err]).toEqual([
      130,
      1,
      expect.stringContaining('Interrupted by SIGINT: stopping and cleaning up in-process.'),
    ]);
  });

  it('deletes the sandboxes that it created on a server', async () => {
    const { url, stop } = await serveJson('--seed', 'empty');
    expect(await interruptCli('test', 'run', '--target', url, ...many)).toMatchObject(
      refused(/^Interrupted by SIGINT: stopping and cleaning up .+\.\n$/, 130),
    );
    expect((await getJson(`${url}/_sim/sandboxes`)).sandboxes).toHaveLength(1);
    await stop();
  });
});

describe.skipIf(process.platform !== 'linux')('output that cannot be written', () => {
  it('makes the command exit with an error message instead of a stack trace', async () => {
    const full = await open('/dev/full', 'w');
    const { code, err } = await collectOutput(spawnBin(['explain', 'list'], { stdio: ['ignore', full.fd, 'pipe'] }));
    await full.close();
    expect([code, err]).toEqual([2, 'error: the output could not be written (ENOSPC)\n']);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
