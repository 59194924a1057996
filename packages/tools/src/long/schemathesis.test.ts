// Runs Schemathesis (https://schemathesis.io), an independent fuzzer, against the five APIs and their descriptions
// with every check and phase, each API in its own sandbox. beyond-schema.yaml lists what JSON Schema cannot express,
// with a test for each rule; testing/schemathesis-hooks.py has the rejections of HTTP servers in general. Everything else must hold.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll } from 'vitest';
import { parse } from 'yaml';
import { callJson } from '../clients/call.ts';
import { bearerFrom, demoBearer, expectStatus } from '../clients/inventory-client.ts';
import { GateFailed, runNode, type Server, startServer } from '../gate.ts';
import { root } from '../steps.mjs';
import { prove } from '../testing/prove.ts';

const run = promisify(execFile);

/** SEED repeats a run. */
const { SEED: seed = '1' } = process.env;
const apis = ['inventory', 'time', 'payroll', 'rostering', 'einvoicing'];
/** Per operation, in the generating phase. */
const examples = '50';
const folder = join(root, '.tools', 'schemathesis');
const reports = join(root, 'reports', 'schemathesis');

interface Seen {
  readonly cases: number;
  readonly failures: readonly string[];
}

let version = '';
let server: Server;

beforeAll(async () => {
  version = await install();
  mkdirSync(reports, { recursive: true });
  server = await startServer('--seed', 'demo');
}, 300_000);

for (const api of apis) {
  prove(`Schemathesis reports no failure for ${api}`, { seconds: 1800 }, async () => {
    const { cases, failures } = await fuzz(api, server.url);
    // Errors that the server reports: failed handlers and responses that violate its contract.
    const wrong = [...failures, ...(server.complaints() === '' ? [] : [server.complaints()])];
    if (wrong.length > 0) throw new GateFailed(`${wrong.join('\n')}\nsee ${reportOf(api)}`);
    return `${api}: ${cases} cases by Schemathesis ${version}, seed ${seed}: 0 failures`;
  });
}

/** Installs the latest version into an ignored folder, or updates it. @returns the version */
async function install(): Promise<string> {
  const pip = join(folder, 'bin', 'pip');
  try {
    if (!existsSync(pip)) await run('python3', ['-m', 'venv', folder]);
    await run(pip, ['install', '--quiet', '--disable-pip-version-check', '--upgrade', 'schemathesis']);
    const { stdout } = await run(join(folder, 'bin', 'st'), ['--version']);
    return stdout.trim().split(' ').at(-1) ?? '';
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new GateFailed(`Schemathesis needs python3 from 3.10 with venv, and PyPI; into ${folder}: ${reason}`);
  }
}

async function fuzz(api: string, server: string): Promise<Seen> {
  const { url, authorization } = await openSandbox(api, server);
  const config = join(reports, `${api}.toml`);
  writeFileSync(config, expectedStatuses(api));
  const args = [
    ...['--config-file', config, 'run', join(root, `packages/simulator-${api}/src/generated/contract.json`)],
    ...['--url', url, '--header', `Authorization: ${authorization}`],
    ...['--checks', 'all', '--phases', 'examples,coverage,fuzzing,stateful', '--mode', 'all'],
    ...['--max-examples', examples, '--seed', seed, '--continue-on-failure', '--request-timeout', '60', '--no-color'],
    // Slow examples are no finding and would leave the operation untested.
    ...['--suppress-health-check', 'too_slow'],
  ];
  const { code, said } = await runNode(args, { command: join(folder, 'bin', 'st'), cwd: reports });
  writeFileSync(reportOf(api), said);
  const cases = Number(/^ +(\d+) generated/m.exec(said)?.[1] ?? 0);
  const failures = [...said.matchAll(/^ +❌ (.+: \d+)$/gm)].map(([, failure = '']) => failure);
  if (code !== 0 && failures.length === 0) failures.push(`Schemathesis finished with ${code}`);
  if (cases === 0) failures.push('no case was made');
  // All other checks run without a token; made-up credentials must not get one.
  const [, listed = ''] = /Authentication failed: (.*?)(?:💡|={9})/s.exec(said) ?? [];
  const closed = [...listed.matchAll(/^ +- (\S+ \S+)$/gm)].map(([, operation = '']) => operation);
  for (const operation of closed) if (operation !== 'POST /oauth2/token') failures.push(`${operation} lets no one in`);
  return { cases, failures };
}

function reportOf(api: string): string {
  return join(reports, `${api}.txt`);
}

/** Statuses that the check accepts by default. */
const usual = '"2xx", 401, 403, 404, 409';

/**
 * The Schemathesis configuration of an API: one section for each operation of its `beyond-schema.yaml`, or of the file
 * that the analysis services share. Those operations may reject requests that satisfy their schema, with the listed
 * status only.
 */
function expectedStatuses(api: string): string {
  const own = join(root, 'specs', api, 'beyond-schema.yaml');
  const file = existsSync(own) ? own : join(root, 'specs', 'analysis', 'beyond-schema.yaml');
  const { operations, status }: { operations: string[]; status: number | number[] } = parse(readFileSync(file, 'utf8'));
  const statuses = [usual, status].flat().join(', ');
  const sections = operations.map(
    (operation) =>
      `[[operations]]\ninclude-operation-id = "${operation}"\nchecks.positive_data_acceptance.expected-statuses = [${statuses}]\n`,
  );
  return [`hooks = "${join(import.meta.dirname, 'testing/schemathesis-hooks.py')}"`, ...sections].join('\n');
}

/** Scopes of the APIs whose tokens the identity provider gives. */
const scopes: Readonly<Record<string, string>> = {
  inventory: 'understudy-stage:io',
  time: 'understudy-stage:td',
  payroll: 'understudy-stage:pd',
  rostering: 'automatic-rostering-stage',
};

/** A company of the demo seed, which also acts as a partner. */
const companyId = '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11';
const vendorApiKey = 'fuzzing-partner-key';

/** Makes a sandbox for an API, with a token that every operation of it lets in. */
async function openSandbox(api: string, server: string): Promise<{ url: string; authorization: string }> {
  const sandbox = await callJson('POST', `${server}/_sim/sandboxes`, { name: `schemathesis-${api}`, seed: 'demo' });
  const { url } = expectStatus<{ url: string }>(201, sandbox);
  if (api !== 'einvoicing') return { url, authorization: await demoBearer(url, scopes[api]) };
  const partner = { vendorApiKey, partnerCompanyId: companyId };
  expectStatus(200, await callJson('POST', `${url}/_sim/actions/einvoicing/registerVendor`, partner));
  const authorization = await bearerFrom(`${url}/oauth2/token`, {
    grant_type: 'client_credentials',
    client_id: companyId,
    client_secret: 'demo-user-key',
    vendor_api_key: vendorApiKey,
    scope: 'global eui company validate billing:reports partner:invoice_delivery_actions',
  });
  return { url, authorization };
}
