import { describe, expect, it } from 'vitest';
import { type NoteShop, noteContracts, noteTarget, startNoteShop } from '../../testing/note-shop.js';
import { run, scenarios } from '../../testing/scenario.js';
import type { OperationEffect } from '../arazzo/model.js';
import type { RunOptions, RunResult } from '../index.js';
import { createTerminalReport } from '../reports/terminal-report.js';

const texts = {
  'a.arazzo.yaml': `
x-api: shop
workflows:
  - workflowId: reads
    x-effects: read
    inputs: { type: object, properties: { tenantId: { type: string, default: mine } } }
    steps:
      - { stepId: token, operationId: askToken, requestBody: { payload: { grant_type: client_credentials } }, successCriteria: [{ condition: $statusCode == 200 }] }
      - { stepId: list, operationId: listNotes, successCriteria: [{ condition: $statusCode == 200 }] }
  - workflowId: saysItReads
    x-effects: read
    steps: [{ stepId: make, operationId: makeNote, requestBody: { payload: {} }, successCriteria: [{ condition: $statusCode == 201 }] }]
  - workflowId: makes
    x-effects: create
    inputs: { type: object, properties: { tenantId: { type: string, default: mine } } }
    steps:
      - { stepId: first, operationId: makeNote, requestBody: { payload: {} }, successCriteria: [{ condition: $statusCode == 201 }] }
      - { stepId: second, operationId: makeNote, requestBody: { payload: {} }, successCriteria: [{ condition: $statusCode == 201 }] }
  - workflowId: says-nothing
    steps: [{ stepId: list, operationId: listNotes, successCriteria: [{ condition: $statusCode == 200 }] }]
  - workflowId: turns-the-clock
    x-effects: read
    x-requires: [clock]
    steps: [{ stepId: list, operationId: listNotes, successCriteria: [{ condition: $statusCode == 200 }] }]
`,
};

async function runOn(
  shop: NoteShop,
  allowed: OperationEffect[] = [],
  more: Partial<RunOptions> = {},
): Promise<RunResult> {
  const files = await scenarios(texts);
  const { result } = await run({
    files,
    contracts: noteContracts(),
    target: noteTarget(shop.url, { mayChange: allowed.length > 0 }),
    allowEffects: allowed,
    ...more,
  });
  return result;
}

const outcomes = ({ workflows }: RunResult) =>
  workflows.map(({ workflowId, outcome, reason }) => [workflowId, outcome, reason]);

describe('a target that is not a simulator', () => {
  it('only runs read-only workflows by default, and reports why others are skipped', async () => {
    const shop = await startNoteShop();
    const result = await runOn(shop);
    expect(outcomes(result)).toEqual([
      ['reads', 'passed', undefined],
      [
        'saysItReads',
        'skipped',
        'its step make sends POST /notes, and its effects (create) are not allowed on this target',
      ],
      ['makes', 'skipped', 'its effects (create) are not allowed on this target'],
      ['says-nothing', 'skipped', 'it does not declare x-effects, and the target is not a simulator'],
      ['turns-the-clock', 'skipped', 'the target has no clock'],
    ]);
    expect(result.exitCode).toBe(0);
    expect(shop.log).toEqual(['GET /', 'POST /token', 'GET /notes']);
  });

  it('blocks state-changing requests if it is read-only', async () => {
    const shop = await startNoteShop();
    const { send } = noteTarget(shop.url, { mayChange: false });
    await expect(send({ method: 'DELETE', url: `${shop.url}/notes/n1`, headers: {} })).rejects.toThrow('read-only');
    await expect(send({ method: 'POST', url: `${shop.url}/token/x`, headers: {} })).rejects.toThrow('read-only');
    expect(shop.log).toEqual([]);
  });

  it('sends nothing to a host that is not allowed, and follows no redirects', async () => {
    const shop = await startNoteShop();
    const other = await startNoteShop();
    const files = await scenarios({
      'a.arazzo.yaml': `
x-api: shop
workflows:
  - workflowId: strays
    x-effects: read
    steps: [{ stepId: look, x-operation: { url: '${other.url}/notes', method: get }, successCriteria: [{ condition: $statusCode == 200 }] }]
  - workflowId: redirected
    x-effects: read
    steps: [{ stepId: look, operationId: goAway, successCriteria: [{ condition: $statusCode == 302 }] }]
`,
    });
    const { result } = await run({ files, contracts: noteContracts(), target: noteTarget(shop.url) });
    expect(result.workflows[0]?.steps[0]?.findings[0]?.message).toContain(
      'was not sent: its host is not in the allowedHosts of the target',
    );
    expect(result.workflows[1]?.outcome).toBe('passed');
    expect(other.log).toEqual([]);
    const unreachable = await run({
      files,
      contracts: noteContracts(),
      target: noteTarget(shop.url, { allowedHosts: ['elsewhere.example'] }),
    });
    expect(unreachable.result.unreachable).toContain('not in the allowedHosts');
    expect(shop.log).toEqual(['GET /', 'GET /away']);
  });

  it('deletes the created resources, the newest first', async () => {
    const shop = await startNoteShop();
    const result = await runOn(shop, ['create'], { runId: 'u1' });
    expect(shop.notes.size).toBe(0);
    expect(shop.log.slice(-4)).toEqual(['POST /notes', 'POST /notes', 'DELETE /notes/n3', 'DELETE /notes/n2']);
    expect(result.workflows[2]?.resources).toEqual([
      {
        method: 'POST',
        url: `${shop.url}/notes`,
        api: 'shop',
        operationId: 'makeNote',
        stepId: 'second',
        status: 201,
        tenantId: 'mine',
        state: 'cleaned',
        why: `DELETE ${shop.url}/notes/n3 answered 204`,
      },
      expect.objectContaining({ stepId: 'first', state: 'cleaned' }),
    ]);
    expect([result.runId, result.exitCode]).toEqual(['u1', 0]);
  });

  it('lists the resources that it could not delete, and exits with 4', async () => {
    const shop = await startNoteShop({ deletable: false });
    const lines: string[] = [];
    const onEvent = createTerminalReport({ write: (line) => lines.push(line), color: false });
    const result = await runOn(shop, ['create'], { runId: 'u1', onEvent });
    expect(result.exitCode).toBe(4);
    expect(lines.slice(-6, -4)).toEqual([
      'Remaining on the target (run id u1):',
      expect.stringMatching(/^ {2}saysItReads: POST /),
    ]);
    expect(result.workflows[2]?.cleanupIncomplete).toBe(
      `POST ${shop.url}/notes (DELETE ${shop.url}/notes/n3 answered 500); POST ${shop.url}/notes (DELETE ${shop.url}/notes/n2 answered 500)`,
    );
  });

  it('cleans up after an interruption, and starts no further workflow', async () => {
    const shop = await startNoteShop();
    const interruption = new AbortController();
    shop.onRequest = (line) => {
      if (line === 'POST /notes') interruption.abort();
    };
    const result = await runOn(shop, ['create'], { signal: interruption.signal, files: await scenarios(texts) });
    expect(shop.log).toEqual(['GET /', 'POST /token', 'GET /notes', 'POST /notes', 'DELETE /notes/n1']);
    expect(result.interrupted).toBe(true);
    expect(outcomes(result).slice(2, 4)).toEqual([
      ['makes', 'skipped', 'not run: the run was interrupted'],
      ['says-nothing', 'skipped', 'not run: the run was interrupted'],
    ]);
  });

  it('runs x-finally of started workflows only', async () => {
    const shop = await startNoteShop();
    const interruption = new AbortController();
    const files = await scenarios({
      'a.arazzo.yaml': `
x-api: shop
workflows:
  - workflowId: uploads
    x-effects: create
    x-finally: tidy
    inputs: { type: object, properties: { name: { type: string, default: one } } }
    steps:
      - { stepId: put, operationId: putFile, parameters: [{ name: name, in: path, value: $inputs.name }], requestBody: { payload: x }, successCriteria: [{ condition: $statusCode == 200 }] }
      - { stepId: never, operationId: listNotes, successCriteria: [{ condition: $statusCode == 200 }] }
  - workflowId: tidy
    x-effects: destroy
    inputs: { type: object, properties: { name: { type: string } } }
    steps: [{ stepId: remove, x-operation: { url: '/files/{$inputs.name}', method: delete }, successCriteria: [{ condition: $statusCode == 200 }] }]
  - workflowId: leaves
    x-effects: create
    steps: [{ stepId: put, operationId: putFile, parameters: [{ name: name, in: path, value: two }], requestBody: { payload: x }, successCriteria: [{ condition: $statusCode == 200 }] }]
`,
    });
    const options = {
      files,
      contracts: noteContracts(),
      target: noteTarget(shop.url),
      allowEffects: ['create'] as const,
    };
    const whole = await run(options);
    expect(whole.result.workflows.map(({ resources }) => resources?.map(({ state, why }) => [state, why]))).toEqual([
      [['cleaned', 'tidy passed']],
      [['left', 'the workflow does not have x-finally']],
    ]);
    expect(whole.result.exitCode).toBe(4);

    shop.log.length = 0;
    shop.onRequest = () => interruption.abort();
    const cut = await run({ ...options, signal: interruption.signal, jobs: 1 });
    expect(shop.log).toEqual(['GET /']);
    expect(cut.result.exitCode).toBe(1);
  });

  it('deletes the resources that an upload created', async () => {
    const shop = await startNoteShop();
    const upload = (body: string) =>
      `{ stepId: put, x-operation: { url: '/files/x?signature=a', method: put }, requestBody: { payload: '${body}' }, successCriteria: [{ condition: $statusCode == 200 }] }`;
    const presign =
      "{ stepId: presign, operationId: presignSets, parameters: [{ name: Authorization, in: header, value: 'Bearer abc' }], successCriteria: [{ condition: $statusCode == 200 }] }";
    const files = await scenarios({
      'a.arazzo.yaml': `
x-api: shop
workflows:
  - { workflowId: two, x-effects: create, steps: [${presign}, ${upload('{"sets":[{"id":"a b"},{"id":7},{"id":7},{"no":1}]}')}] }
  - { workflowId: none, x-effects: create, steps: [${presign}, ${upload('broken')}] }
`,
    });
    const options = {
      files,
      contracts: noteContracts({ sets: true }),
      target: noteTarget(shop.url),
      allowEffects: ['create'] as const,
    };
    const { result } = await run(options);
    expect(shop.log.filter((line) => line.startsWith('DELETE'))).toEqual(['DELETE /sets/7', 'DELETE /sets/a%20b']);
    expect(result.workflows[0]?.resources?.map(({ name, state }) => [name, state])).toEqual([
      ['7', 'cleaned'],
      ['a b', 'cleaned'],
    ]);
    expect([result.workflows[1]?.resources, result.exitCode]).toEqual([undefined, 0]);
  });

  it('requests tokens from the configured auth URL, and passes the configured inputs', async () => {
    const shop = await startNoteShop();
    const auth = await startNoteShop();
    const files = await scenarios(texts);
    const own = noteTarget(shop.url, {
      apis: { shop: { baseUrl: shop.url, authUrl: auth.url } },
      allowedHosts: ['127.0.0.1'],
      inputsFor: () => ({ tenantId: 'theirs' }),
    });
    await run({ files, contracts: noteContracts(), target: own });
    expect([auth.log, shop.log]).toEqual([
      ['GET /', 'POST /token'],
      ['GET /', 'GET /notes'],
    ]);
  });

  it('waits for Retry-After, and reports the throttled request', async () => {
    const shop = await startNoteShop();
    shop.instead.push({ status: 200, body: { access_token: 'x' } }, { status: 429, headers: { 'retry-after': '0' } });
    const result = await runOn(shop);
    expect(result.workflows[0]?.steps[1]?.attempts[0]?.exchange).toMatchObject({
      throttled: 1,
      response: { status: 200 },
    });
    expect(result.exitCode).toBe(0);
  });
});

it('sends token requests, and requests to configured paths, to the base URLs configured for them', () => {
  const { baseUrlOf } = noteTarget('http://one', {
    apis: { shop: { baseUrl: 'http://one', authUrl: 'http://two', printUrl: 'http://three' } },
    elsewhere: { shop: { printUrl: ['/notes/'] } },
    allowedHosts: ['one', 'two', 'three'],
  });
  const operations = [...(noteContracts().get('shop')?.operations.values() ?? [])];
  const addresses = operations.map((operation) => [operation.path, baseUrlOf?.('shop', { api: 'shop', operation })]);
  expect(Object.fromEntries(addresses)).toMatchObject({
    '/token': 'http://two',
    '/notes': 'http://one',
    '/notes/{id}': 'http://three',
  });
});
