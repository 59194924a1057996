import { describe, expect, it } from 'vitest';
import { createJobShop, type JobShop, serve } from '../../testing/job-shop.js';
import { run, scenarios, stillClock } from '../../testing/scenario.js';
import { createHttpTarget } from './http-target.js';
import { createInProcessTarget } from './in-process-target.js';

const start = async (shop: JobShop): Promise<string> => (await serve(shop)).url;

const polling = `
workflows:
  - workflowId: polls
    x-effects: read
    steps:
      - stepId: poll
        operationId: getJobStatus
        parameters: [{ name: jobId, in: path, value: j1 }]
        successCriteria: [{ condition: "$response.body#/status == 'success'" }]
        onFailure: [{ name: again, type: retry, retryAfter: 0.5, retryLimit: 5 }]
  - workflowId: turnsTheClock
    x-effects: read
    x-requires: [clock, inbox]
    steps: [{ stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == 429 }] }]
  - workflowId: uploads
    x-effects: create
    steps: [{ stepId: put, x-operation: { url: '/uploads/j1?q=%27a%2Fb&signature=x', method: PUT }, requestBody: { payload: raw }, successCriteria: [{ condition: $statusCode == 200 }] }]
`;

describe('createHttpTarget', () => {
  it('creates a sandbox per workflow on a simulator, and sends URLs unchanged', async () => {
    const shop = createJobShop();
    const files = await scenarios({ 'a.arazzo.yaml': polling });
    const clock = stillClock();
    const { result } = await run({ files, target: createHttpTarget(await start(shop), { clock }) });
    expect(result.totals).toMatchObject({ passed: 3, failed: 0 });
    expect(result.jobs).toBe(4);
    expect(shop.log).toContain('PUT /uploads/j1?q=%27a%2Fb&signature=x - raw');
    expect([...shop.advanced.values()]).toEqual([1000]);
    expect(clock.slept).toEqual([]);
  });

  it('runs one workflow at a time in real time if the server is not a simulator', async () => {
    const files = await scenarios({ 'a.arazzo.yaml': polling });
    const clock = stillClock();
    const { result } = await run({
      files,
      target: createHttpTarget(await start(createJobShop({ control: false })), { clock }),
    });
    expect(result.jobs).toBe(1);
    expect(clock.slept).toEqual([500, 500]);
    expect(result.workflows.map((workflow) => [workflow.workflowId, workflow.outcome, workflow.reason])).toEqual([
      ['polls', 'passed', undefined],
      ['turnsTheClock', 'skipped', 'the target has no clock, no inbox'],
      ['uploads', 'skipped', 'its effects (create) are not allowed on this target'],
    ]);
  });

  it('sends nothing to other hosts if the server is not a simulator', async () => {
    const other = createJobShop();
    const away = await start(other);
    const files = await scenarios({
      'a.arazzo.yaml': `
workflows:
  - workflowId: strays
    x-effects: read
    steps: [{ stepId: look, x-operation: { url: '${away}/busy', method: get }, successCriteria: [{ condition: $statusCode == 429 }] }]
`,
    });
    const { result } = await run({ files, target: createHttpTarget(await start(createJobShop({ control: false }))) });
    expect(result.workflows[0]?.steps[0]?.findings[0]).toMatchObject({
      ruleId: 'step/not-sent',
      message: `GET ${away}/busy was not sent: its host is not the host of the target; to allow more hosts, configure the target in a configuration file.`,
    });
    expect(other.log).toEqual([]);
  });

  it('sends no state-changing request to a read-only server, whatever x-effects declares', async () => {
    const shop = createJobShop({ control: false });
    const url = await start(shop);
    const files = await scenarios({
      'a.arazzo.yaml': `
workflows:
  - workflowId: cleans
    x-effects: read
    x-finally: clean
    steps: [{ stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == 429 }] }]
  - workflowId: clean
    x-effects: destroy
    steps: [{ stepId: gone, x-operation: { url: '/jobs/j1', method: delete } }]
  - workflowId: unknownVerb
    x-effects: read
    steps: [{ stepId: purge, x-operation: { url: '/jobs/j1', method: purge } }]
  - workflowId: overrides
    x-effects: read
    steps:
      - stepId: header
        x-operation: { url: '/busy', method: get }
        parameters: [{ in: header, name: X-HTTP-Method-Override, value: DELETE }]
  - workflowId: smuggles
    x-effects: read
    steps:
      - stepId: hidden
        x-operation: { url: '/busy', method: get }
        parameters: [{ in: header, name: Content-Length, value: '0' }]
        requestBody: { payload: "DELETE /jobs/j1 HTTP/1.1\\r\\n\\r\\n" }
`,
    });
    const { result } = await run({ files, target: createHttpTarget(url) });
    const seen = result.workflows.map(({ workflowId, outcome, reason, steps }) => [
      workflowId,
      outcome,
      reason ?? steps[0]?.findings[0]?.ruleId,
    ]);
    const notAllowed = 'and its effects (destroy) are not allowed on this target';
    expect(seen).toEqual([
      ['cleans', 'skipped', `its step gone sends DELETE /jobs/j1, ${notAllowed}`],
      ['unknownVerb', 'skipped', `its step purge sends PURGE /jobs/j1, ${notAllowed}`],
      ['overrides', 'failed', 'step/not-sent'],
      ['smuggles', 'failed', 'step/not-sent'],
    ]);
    expect(shop.log.filter((line) => !line.startsWith('GET /_sim'))).toEqual([]);
    const target = createHttpTarget(url);
    await expect(target.send({ method: 'DELETE', url: `${url}/jobs/j1`, headers: {} })).rejects.toThrow('is read-only');
  });

  it('uses the sandbox named in the server URL without creating or deleting one', async () => {
    const shop = createJobShop();
    const files = await scenarios({ 'a.arazzo.yaml': polling });
    const { result } = await run({ files, target: createHttpTarget(`${await start(shop)}/~b2`) });
    expect(result.totals.passed).toBe(3);
    expect(shop.sandboxes.size).toBe(0);
    expect([...shop.advanced]).toEqual([['b2', 1000]]);
  });

  it('reports an unreachable server, and exits with 3', async () => {
    const { url, close } = await serve(createJobShop());
    await close();
    const files = await scenarios({ 'a.arazzo.yaml': polling });
    const { result } = await run({ files, target: createHttpTarget(url) });
    expect(result.exitCode).toBe(3);
    expect(result.unreachable).toMatch(
      /^The target http:\/\/127\.0\.0\.1:\d+ is unreachable \(.*ECONNREFUSED.*\)\. Start it, or check the URL\.$/,
    );
  });

  it('connects to the local machine if the host name ends in .localhost', async () => {
    const url = (await start(createJobShop())).replace('127.0.0.1', 'b2.localhost');
    const { status } = await createHttpTarget(url).send({ method: 'GET', url: `${url}/jobs/j1`, headers: {} });
    expect(status).toBe(200);
  });

  it('rejects a target that is not an absolute URL', () => {
    expect(() => createHttpTarget('localhost:4010')).toThrow(
      '"localhost:4010" is not a valid target. Use an absolute URL',
    );
  });
});

describe('a sandbox', () => {
  it('gets a numbered name if its name is in use', async () => {
    const shop = createJobShop();
    const target = createInProcessTarget({ url: 'http://understudy.local/', fetch: (request) => shop.fetch(request) });
    const first = await target.isolate?.('mine');
    const second = await target.isolate?.('mine');
    expect([...shop.sandboxes]).toEqual(['mine', 'mine-2']);
    await first?.dispose();
    expect([...shop.sandboxes]).toEqual(['mine-2']);
    expect(second?.baseUrl).toBe('http://understudy.local/~mine-2');
  });
});
