import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@understudy/server/testing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  interruptCli,
  killLeftServers,
  printed,
  refused,
  runCli,
  spawnCli,
  startCli,
  startHere,
} from './testing/run-cli.js';
import { useResources } from './testing/use-resources.js';

const { folderWith } = useResources();

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

const scenarioFile = async (operationId: string, criterion: string) =>
  join(await folderWith({ 'health.arazzo.yaml': scenario(operationId, criterion) }), 'health.arazzo.yaml');

describe('understudy start', () => {
  it('takes settings of the configuration and of --set, which wins', async () => {
    const apis = '{ inventory: { datasetMessageForm: string } }';
    const text = `settings: { progression: 'polls:2', webhooks: { attempts: 2 }, apis: ${apis} }\n`;
    const config = join(await folderWith({ 'own.yaml': text }), 'own.yaml');
    const options = ['--config', config, '--set', 'webhooks.attempts=4', '--set', 'progression=manual', '--login=auto'];
    const server = await startHere('inventory', '--port', '0', '--json', '--seed', 'empty', ...options);
    const settings = await (await fetch(`${JSON.parse(server.line).url}/_sim/settings`)).json();
    expect(settings).toMatchObject({
      progression: 'manual',
      webhooks: { attempts: 4 },
      apis: { inventory: { datasetMessageForm: 'string' }, identity: { login: 'auto' } },
    });
    await server.stop();
  });

  it('prints one JSON line when it is ready, serves, and ends cleanly on Ctrl-C', async () => {
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
    expect(await (await fetch(`${url}/io/health_check`)).json()).toEqual({ message: 'OK' });
    const taken = await runCli('start', '--port', new URL(url).port, '--json');
    expect(taken).toEqual({ code: 2, out: '', err: expect.stringContaining('is in use; choose another with --port') });
    expect(await server.stop()).toEqual({ code: 0, err: '', out: `${server.line}\n` });
  });

  it('prints what happens after that line where a log is asked for', async () => {
    const server = await startHere('inventory', '--port', '0', '--json', '--log', 'json', '--seed', 'empty');
    await fetch(`${JSON.parse(server.line).url}/io/data`);
    const { code, out } = await server.stop();
    const [ready, request, ...more] = out.trimEnd().split('\n');
    expect([code, ready, more]).toEqual([0, server.line, []]);
    expect(JSON.parse(request ?? '')).toMatchObject({ kind: 'request', path: '/io/data', status: 401 });
  });

  it('ends when the process that started it ends, if told so', { tags: 'slow' }, async () => {
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

  it('ends when there is nothing behind its standard input', async () => {
    const server = spawn(process.execPath, withParent, { stdio: ['ignore', 'ignore', 'ignore'] });
    expect(await Promise.race([once(server, 'exit'), once(AbortSignal.timeout(10_000), 'abort')])).toEqual([0, null]);
  });

  it('ends by a signal while the process that started it still holds its input', { tags: 'slow' }, async () => {
    const server = spawn(process.execPath, withParent, { stdio: ['pipe', 'pipe', 'ignore'] });
    await once(server.stdout, 'data');
    server.kill('SIGINT');
    expect(await Promise.race([once(server, 'exit'), once(AbortSignal.timeout(5000), 'abort')])).toEqual([0, null]);
    server.stdin.end();
  });

  it('says what it is bound to when it is known by a public URL', async () => {
    const server = await startHere('--port', '0', '--json', '--seed', 'empty', '--public-url', 'https://sim.example');
    const { url, listening } = JSON.parse(server.line);
    expect([url, listening]).toEqual(['https://sim.example', expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
    expect((await fetch(`${listening}/io/health_check`)).status).toBe(200);
    await server.stop();
    const told = await startHere('--port', '0', '--seed', 'empty', '--public-url', 'https://sim.example');
    expect((await told.stop()).out).toMatch(/\nListening at http:\/\/127\.0\.0\.1:\d+\n/);
  });

  it('says what was lost when the last run on its port was killed, and only then', async () => {
    const port = await findFreePort();
    const args = ['inventory', '--port', port, '--json', '--seed', 'empty'];
    const killed = await startCli(...args);
    expect((await killed.stop('SIGKILL')).err).toBe('');
    const next = await startHere(...args);
    expect(JSON.parse(next.line)).toMatchObject({ ready: true });
    const { code, out, err } = await next.stop();
    expect([code, out.trim().split('\n').length, err.trim().split('\n').length]).toEqual([0, 1, 1]);
    expect(err).toMatch(
      new RegExp(
        `^The last run on port ${port} \\(pid \\d+, since .+Z\\) did not shut down cleanly; its in-memory state is lost`,
      ),
    );
    expect((await (await startHere(...args)).stop()).err).toBe('');
  });

  it.each([
    [['start', '--allow-webhook-host', 'http://hooks.example'], 'It must be a host name or an address, without a port'],
    [['start', '--allow-host', '*.example'], 'It must be a host name or an address, without a port'],
    [['start', 'invoices'], 'Unknown API "invoices". Available: identity, inventory'],
    [['start', '--port', 'x'], 'It must be a whole number from 0 to 65535.'],
    [['start', 'inventory', '--set', 'inventory=x'], 'api.setting=value'],
    [['start', 'inventory', '--set', 'inventory.datasetMessageForm=text'], 'must be one of object, string'],
    [['start', 'inventory', '--set', 'webhooks.atempts=3'], 'atempts'],
    [['start', '--config', 'nowhere.yaml'], 'nowhere.yaml does not exist'],
    [['run', 'nowhere.arazzo.yaml'], 'nowhere.arazzo.yaml'],
    [['start', '--port', '0', '--clock', 'fast'], 'use real, manual or scaled:<factor>'],
    [['start', '--port', '0', '--progression', 'later'], 'Progression "later" is unknown'],
    [['start', '--port', '0', '--seed', 'nowhere.json'], 'Unknown seed "nowhere.json". Named seeds are empty, demo'],
    [['start', '--port', '0', '--at', 'noon'], '"noon" is not an ISO 8601 instant'],
    [['start', '--port', '0', '--host', '203.0.113.7'], 'This machine has no address 203.0.113.7'],
    [['bogus'], "unknown command 'bogus'"],
    [['run', '--target', 'nowhere'], 'neither in-process nor a URL'],
  ])('refuses %j with what to do, code 2 and no stack trace', async (args, message) => {
    const { code, out, err } = await runCli(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('does so in a process of its own, too', async () => {
    const { code, out, err } = await spawnCli('bogus');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^error: unknown command 'bogus'\n(?!\s+at )/);
  });
});

describe('understudy env', () => {
  it('prints addresses and credentials as dotenv lines', async () => {
    const { code, out } = await runCli('env', 'inventory', '--port', '4021');
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

describe('understudy run', () => {
  it('passes a scenario that holds, and writes the reports', async () => {
    const file = await scenarioFile('checkHealth', '$statusCode == 200');
    const [json, junit] = ['report.json', 'junit.xml'].map((name) => join(file, '..', name));
    const { code, out } = await runCli('run', file, '--json', json ?? '', '--junit', junit ?? '');
    expect(code).toBe(0);
    expect(out).toContain('health');
    expect(JSON.parse(await readFile(json ?? '', 'utf8'))).toMatchObject({
      schemaVersion: 3,
      totals: { workflows: 1, passed: 1, failed: 0, skipped: 0 },
    });
    const xml = await readFile(junit ?? '', 'utf8');
    expect(xml.startsWith('<?xml')).toBe(true);
    expect(xml).toContain('name="health"');
  });

  it('ends with 1 for a scenario that fails, and says what was expected', async () => {
    const { code, out } = await spawnCli('run', await scenarioFile('checkHealth', '$statusCode == 201'));
    expect(code).toBe(1);
    expect(out).toContain('checkHealth answered 200, where 201 is expected.');
    expect(out).toContain('200');
  });

  it('suggests the nearest operationId, and returns 1', async () => {
    expect(await runCli('run', await scenarioFile('checkHealt', '$statusCode == 200'))).toMatchObject(
      printed(/checkHealt\b[\s\S]*checkHealth\b/, 1),
    );
  });

  it('returns 3 for an unreachable server', async () => {
    const file = await scenarioFile('checkHealth', 'true == true');
    expect((await runCli('run', '--target', 'http://127.0.0.1:9', file)).code).toBe(3);
  });

  it('runs against a server that was started by hand', async () => {
    const clock = ['--clock', 'manual', '--at', '2026-03-01T08:00:00Z'];
    const server = await startHere('--port', '0', '--json', '--seed', 'demo', ...clock);
    const { url } = JSON.parse(server.line);
    const { sandboxes } = JSON.parse(await (await fetch(`${url}/_sim/sandboxes`)).text());
    expect(sandboxes).toMatchObject([{ clock: { mode: 'manual', now: '2026-03-01T08:00:00.000Z' }, seed: 'demo' }]);
    expect(await runCli('run', '--target', url, await scenarioFile('checkHealth', '$statusCode == 200'))).toMatchObject(
      printed(url),
    );
    await server.stop();
  });
});

/** Enough workflows that the run can be interrupted. */
const many = ['time', 'payroll'].map((api) =>
  fileURLToPath(new URL(`../../../scenarios/${api}/generated/errors.arazzo.yaml`, import.meta.url)),
);

// Windows has no such signals.
describe.skipIf(process.platform === 'win32')('understudy run, interrupted by Ctrl-C', () => {
  it('ends at once, in process', async () => {
    const { code, err } = await interruptCli('run', ...many);
    expect([code, err.trim().split('\n').length, err]).toEqual([
      130,
      1,
      expect.stringContaining('Interrupted by SIGINT: stopping and cleaning up in-process.'),
    ]);
  });

  it('removes what it had on a server', async () => {
    const server = await startHere('--port', '0', '--json', '--seed', 'empty');
    const { url } = JSON.parse(server.line);
    expect(await interruptCli('run', '--target', url, ...many)).toMatchObject(
      refused(/^Interrupted by SIGINT: stopping and cleaning up .+\.\n$/, 130),
    );
    const { sandboxes } = JSON.parse(await (await fetch(`${url}/_sim/sandboxes`)).text());
    expect(sandboxes).toHaveLength(1);
    await server.stop();
  });
});

describe.skipIf(process.platform !== 'linux')('an output that cannot be written', () => {
  it('ends the command with a sentence, not with a stack trace', async () => {
    const full = await open('/dev/full', 'w');
    const child = spawn(process.execPath, [bin, 'list'], { stdio: ['ignore', full.fd, 'pipe'] });
    let err = '';
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    const [code] = await once(child, 'close');
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
