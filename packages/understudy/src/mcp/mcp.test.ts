import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { harEntry, harOf } from '../testing/har.js';
import { serveJson } from '../testing/run-cli.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useResources } from '../testing/use-resources.js';

const { fileWith } = useResources();

const bin = fileURLToPath(new URL('../../bin/understudy.js', import.meta.url));

async function connect(...args: string[]) {
  const client = new Client({ name: 'test', version: '1' });
  const command = { command: process.execPath, args: [bin, 'mcp', ...args], stderr: 'pipe' as const };
  await client.connect(new StdioClientTransport(command));
  return client;
}

let client: Client;
beforeAll(async () => {
  client = await connect('inventory', '--seed', 'empty');
}, 60_000);
afterAll(() => client.close());

/** Calls a tool and returns its JSON result or error message. */
async function use(name: string, input: object = {}, by = client) {
  const { content, isError } = await by.callTool({ name, arguments: { ...input } });
  const [part] = Array.isArray(content) ? content : [];
  return isError === true ? { refused: String(part?.text) } : JSON.parse(part?.text);
}

const refusal = (says: string) => ({ refused: expect.stringContaining(says) });
const upload = { api: 'inventory', operationId: 'uploadRawData' };

it('lists tools with schemas that include every argument', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'list_operations',
    'describe_operation',
    'list_claims',
    'list_scenarios',
    'call_operation',
    'advance_clock',
    'read_journal',
    'explain_refusal',
    'answer_requests',
    'reset_sandbox',
    'list_faults',
    'set_faults',
    'read_model',
    'edit_model',
    'read_settings',
    'change_settings',
    'save_snapshot',
    'restore_snapshot',
    'list_jobs',
    'finish_job',
    'seed_sandbox',
    'read_records',
    'edit_record',
    'list_changes',
    'undo_edit',
    'run_scenario',
    'fuzz_api',
    'start_description',
    'learn_api',
  ]);
  const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint === true).map(({ name }) => name);
  expect(destructive).toEqual(['reset_sandbox', 'restore_snapshot', 'seed_sandbox', 'fuzz_api', 'start_description']);
  expect(tools.filter(({ outputSchema }) => outputSchema?.type !== 'object')).toEqual([]);
  expect(tools.filter(({ inputSchema }) => inputSchema['additionalProperties'] !== false)).toEqual([]);
  // Model providers reject these keywords at the top level.
  const composed = ['oneOf', 'anyOf', 'allOf', 'not', 'enum'];
  expect(tools.filter(({ inputSchema }) => composed.some((keyword) => keyword in inputSchema))).toEqual([]);
  expect(client.getInstructions()).toContain('advance_clock');
});

it('lists operations and claims of the served APIs, and describes an operation', async () => {
  const { total, entries } = await use('list_operations', { search: 'prediction' });
  expect(total).toBe(entries.length);
  expect(entries.every((entry: { api: string }) => entry.api === 'inventory')).toBe(true);
  const told = await use('describe_operation', { api: 'inventory', operationId: entries[0].operationId });
  expect(told).toMatchObject({ method: entries[0].method, path: entries[0].path, needsToken: true });
  expect(JSON.stringify(told)).not.toContain('#/components/');
  const claims = await use('list_claims', { api: 'inventory', search: 'token', limit: 2 });
  expect(claims.entries).toHaveLength(2);
  expect(claims.total).toBeGreaterThan(2);
  expect(await use('list_operations', { api: 'payroll' })).toEqual(refusal('Unknown API "payroll". Available: '));
});

it('signs in to call an operation, advances the clock, and reads the journal', async () => {
  const sandbox = 'calls';
  const call = { api: 'inventory', operationId: 'listDatasets', headers: { tenantId: 'acme' }, sandbox };
  expect(await use('call_operation', call)).toMatchObject({ status: 200 });
  expect(await use('call_operation', { ...call, signIn: false })).toMatchObject({ status: 401 });
  expect(await use('advance_clock', { by: 'PT61M', sandbox })).toMatchObject({ now: '2026-01-15T10:01:00.000Z' });
  const { entries } = await use('read_journal', { sandbox, operationId: 'listDatasets' });
  expect(entries.map((entry: { status: number }) => entry.status)).toEqual([200, 401]);
  expect(await use('reset_sandbox', { sandbox })).toMatchObject({ clock: { now: '2026-01-15T09:00:00.000Z' } });
});

it('explains a rejected request with its errors, and with the related claims and gaps', async () => {
  const sandbox = 'refused';
  const call = { api: 'inventory', operationId: 'startTrainer', headers: { tenantId: 'acme' }, sandbox };
  const nothing = 'The sandbox "refused" has not returned an error yet.';
  expect(await use('explain_refusal', { sandbox })).toEqual({ refused: nothing });
  const { status, headers } = await use('call_operation', { ...call, body: { parametersArray: [{ datasetId: 7 }] } });
  expect(status).toBe(400);
  const told = await use('explain_refusal', { sandbox });
  expect(told).toMatchObject({ answer: { status: 400 }, request: { operationId: 'startTrainer' } });
  expect(JSON.stringify(told.why)).toContain('datasetId');
  expect(told.claims.length).toBeGreaterThan(0);
  expect(told.gaps[0]).toMatchObject({ id: expect.stringContaining('.gap.'), assume: expect.any(String) });
  expect(await use('explain_refusal', { sandbox, seq: Number(headers['x-request-id']) })).toEqual(told);
  expect(await use('explain_refusal', { sandbox, seq: 99 })).toEqual(refusal('does not contain entry 99'));
});

it('edits records, lists changes, and undoes an edit', async () => {
  const place = { api: 'identity', collection: 'clients', sandbox: 'edits' };
  const value = { clientId: 'mine', accepted: true, tokenLifetime: 60 };
  expect(await use('edit_record', { ...place, action: 'create', key: 'mine', value })).toMatchObject({ key: 'mine' });
  const change = { ...place, action: 'change', key: 'mine' };
  const wrong = { ...change, value: { accepted: 'yes' } };
  expect(await use('edit_record', wrong)).toEqual(refusal('/body/accepted must be'));
  await use('edit_record', { ...change, value: { tokenLifetime: 90 } });
  const { records } = await use('read_records', { ...place, where: '@.tokenLifetime == 90' });
  expect(records).toMatchObject([{ key: 'mine' }]);
  expect((await use('undo_edit', { sandbox: 'edits' })).count).toBe(1);
  expect((await use('list_changes', { sandbox: 'edits' })).changes).toMatchObject([{ key: 'mine', after: value }]);
  expect((await use('read_records', { sandbox: 'edits' })).collections[0]).toMatchObject({ api: 'identity' });
});

it('sets faults and custom responses, finishes jobs, and restores snapshots', async () => {
  const sandbox = 'control';
  const call = { api: 'inventory', operationId: 'listDatasets', headers: { tenantId: 'demo' }, sandbox };
  const status = async () => (await use('call_operation', call)).status;
  await use('save_snapshot', { name: 'before', sandbox });
  await use('set_faults', { faults: [{ match: { operationId: 'listDatasets' }, effect: { status: 503 } }], sandbox });
  expect([await status(), (await use('list_faults', { sandbox })).faults.length]).toEqual([503, 1]);
  await use('set_faults', { faults: [], sandbox });
  const own = { match: { operationId: 'listDatasets' }, answer: { status: 418, times: 1 }, sandbox };
  expect(await use('answer_requests', own)).toHaveProperty('id');
  expect([await status(), await status()]).toEqual([418, 200]);
  expect((await use('read_settings', { sandbox })).progression).toBe('immediate');
  const manual = { progression: 'manual' };
  expect(await use('change_settings', { settings: manual, sandbox })).toMatchObject(manual);
  await use('seed_sandbox', { seed: 'demo', sandbox });
  const body = { parametersArray: [{ datasetId: 'coffee-beans', frequency: 'D', horizon: 7 }] };
  const started = await use('call_operation', { ...call, operationId: 'startTrainer', body });
  expect(started).toMatchObject({ status: 202 });
  const { jobId: id } = started.body;
  const jobs = async () => (await use('list_jobs', { sandbox })).jobs;
  expect(await jobs()).toContainEqual(expect.objectContaining({ id, status: 'inProgress' }));
  const failure = { id, outcome: 'fail', message: 'No disk', sandbox };
  expect(await use('finish_job', failure)).toMatchObject({ status: 'invalid' });
  await use('restore_snapshot', { name: 'before', sandbox });
  expect(await jobs()).toEqual([]);
  expect(await use('restore_snapshot', { name: 'nope', sandbox })).toEqual(refusal('nope'));
});

it('sends generated requests, and provides claims and the journal as resources', async () => {
  const report = await use('fuzz_api', { api: 'inventory', requests: 1 });
  expect(report).toMatchObject({ operations: expect.any(Number), findings: [] });
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain('understudy://claims/inventory');
  for (const [uri, text] of [
    ['understudy://claims/inventory', 'inventory.'],
    ['understudy://journal/fuzz', '"operationId"'],
  ] as const)
    expect((await client.readResource({ uri })).contents[0]).toHaveProperty('text', expect.stringContaining(text));
  await expect(client.readResource({ uri: 'understudy://claim/x' })).rejects.toThrow('understudy://claims/<api>');
}, 60_000);

it('serves HTTP with a tool per operation, and rejects requests from other origins', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  const child = spawn(process.execPath, [bin, 'mcp', 'identity', '--operations', '--http', '0']);
  const line = String((await once(child.stdout, 'data'))[0]);
  const url = /http:\S+/.exec(line)?.[0] ?? '';
  const authorization = /Bearer \S+/.exec(line)?.[0] ?? '';
  const remote = new Client({ name: 'test', version: '1' });
  await remote.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } }),
  );
  expect((await remote.listTools()).tools.map(({ name }) => name)).toContain('identity_requestToken');
  expect(await use('start_description', { description: shopDescriptionPath }, remote)).toMatchObject({ api: 'shop' });
  const listed = { api: 'shop', operationId: 'listProducts', sandbox: 'mine' };
  expect(await use('call_operation', listed, remote)).toMatchObject({ status: 200 });
  expect(await use('shop_listProducts', {}, remote)).toMatchObject({ status: 200 });
  expect(await use('start_description', { description: 'nope.yaml' }, remote)).toEqual(refusal('nope.yaml'));
  const foreign = { authorization, origin: 'https://elsewhere.example', 'content-type': 'application/json' };
  expect((await fetch(url, { method: 'POST', headers: foreign, body: '{}' })).status).toBe(403);
  await remote.close();
  child.kill();
  await once(child, 'exit');
});

it('runs a scenario, and suggests a similar name for an unknown one', async () => {
  const { entries } = await use('list_scenarios', { search: 'token', limit: 1 });
  const [{ workflowId }] = entries;
  const told = await use('run_scenario', { workflowIds: [workflowId] });
  expect(told).toMatchObject({ totals: { workflows: 1, passed: 1 }, workflows: [{ workflowId, outcome: 'passed' }] });
  const slip = { workflowIds: [`${workflowId}s`] };
  expect(await use('run_scenario', slip)).toEqual(refusal(`Did you mean "${workflowId}"?`));
});

it('learns an API from an HTTP archive', async () => {
  const job = { id: 'a1b2c3d4', email: 'ada.virta@shop.test' };
  const lines = ['POST https://a.test/jobs', 'GET https://a.test/jobs/a1b2c3d4', 'GET https://a.test/jobs/a1b2c3d4'];
  const { files, notes } = await use('learn_api', { har: harOf(...lines.map((line) => harEntry(line, job))) });
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['openapi.yaml', 'seed.json', 'evidence.md', 'gaps.yaml']));
  expect(notes).toContain('2 scenarios pass against the learned API; 0 were dropped.');
  expect(JSON.stringify(files)).not.toContain('virta');
});

it.each([
  ['call_operation', { api: 'inventory' }, 'operationId'],
  ['call_operation', { ...upload, pth: {} }, 'pth'],
  ['call_operation', { api: 'inventory', operationId: 'listDatasetss' }, 'Did you mean "listDatasets"?'],
  [
    'call_operation',
    { api: 'inventory', operationId: 'listDatasets', path: { datasetId: 1 } },
    'these parameters: none',
  ],
  ['advance_clock', {}, 'by'],
  ['advance_clock', { by: 'PT1H', to: '2026-01-16T09:00:00.000Z' }, 'either by'],
  ['advance_clock', { by: 'an hour' }, 'PT'],
  ['read_journal', { sandbox: 'No Name' }, 'sandbox'],
  ['learn_api', { har: 'no archive' }, 'no HTTP archive'],
  ['learn_api', { har: '{"log":{"entries":[]}}' }, 'fewer than 2 requests'],
  ['turn_clock', {}, 'Unknown tool "turn_clock"'],
])('%s rejects %j with an explanation', async (name, input, says) => {
  expect(await use(name, input)).toEqual(refusal(says));
});

it('accepts or rejects a rule that is not simulated, and shows requests before and after', async () => {
  const json = (schema: object) => ({ 'application/json': { schema } });
  const gate = json({ type: 'object', properties: { id: { type: 'string', readOnly: true } } });
  const file = await fileWith('gates.json', {
    openapi: '3.1.0',
    info: { title: 'Gates', version: '1' },
    paths: {
      '/gates': {
        post: {
          operationId: 'addGate',
          description: 'A gate can only be added after sunset. It is painted as long as there is paint.',
          requestBody: { content: gate },
          responses: { 201: { description: 'ok', content: gate }, 409: { description: 'No', content: json({}) } },
        },
      },
    },
  });
  const gates = await connect(file);
  const call = { api: 'gates', operationId: 'addGate', body: {} };
  expect(await use('call_operation', call, gates)).toMatchObject({ status: 201 });
  const { model, unread } = await use('read_model', { api: 'gates' }, gates);
  expect(model).toEqual({ understudy: 1 });
  const says = unread.map((each: { says: string }) => each.says);
  expect(says).toEqual(['A gate can only be added after sunset.', 'It is painted as long as there is paint.']);
  expect(unread[0].proposal).toEqual({ operations: { addGate: { needs: { state: '<condition>' } } } });
  const lines = {
    operations: { addGate: { needs: { state: 'false' } } },
    sentences: { [says[0]]: 'accepted', [says[1]]: 'refused' },
  };
  const tried = await use('edit_model', { api: 'gates', model: lines, dryRun: true }, gates);
  expect(tried).toMatchObject({ applied: false, tried: 1, responses: [{ method: 'POST', before: 201, after: 409 }] });
  expect(await use('call_operation', call, gates)).toMatchObject({ status: 201 });
  expect(await use('edit_model', { api: 'gates', model: lines }, gates)).toMatchObject({ applied: true });
  expect(await use('call_operation', call, gates)).toMatchObject({ status: 409 });
  expect(await use('read_model', { api: 'gates' }, gates)).toEqual({ model: { understudy: 1, ...lines }, unread: [] });
  await gates.close();
});

it('uses a running server, and reports if it is unreachable', async () => {
  const { url, stop } = await serveJson('inventory', '--clock', 'manual');
  const there = await connect('inventory', '--target', url);
  const call = { api: 'inventory', operationId: 'listDatasets', headers: { tenantId: 'demo' }, sandbox: 'there' };
  expect(await use('call_operation', call, there)).toMatchObject({ status: 200 });
  expect(await (await fetch(`${url}/_sim/sandboxes`)).text()).toContain('"there"');
  await stop();
  expect(await use('call_operation', call, there)).toEqual(refusal('is unreachable'));
  await there.close();
});

it('answers all requests piped to stdin before exiting', { tags: 'slow' }, async () => {
  const ask = (id: number, method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const asked = [
    ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'p', version: '1' } }),
    ask(2, 'tools/call', { name: 'advance_clock', arguments: { by: 'PT1H' } }),
  ];
  const piped = spawnSync(process.execPath, [bin, 'mcp', 'inventory'], {
    input: `${asked.join('\n')}\n`,
    encoding: 'utf8',
  });
  expect(piped).toMatchObject({ status: 0, stderr: '' });
  expect(piped.stdout).toContain('2026-01-15T10:00:00.000Z');
  const unasked = spawnSync(process.execPath, [bin, 'mcp', 'identity'], { stdio: 'ignore' });
  expect(unasked.status).toBe(0);
});
