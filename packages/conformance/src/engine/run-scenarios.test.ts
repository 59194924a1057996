import { describe, expect, it } from 'vitest';
import { createJobShop, shopTarget } from '../../testing/job-shop.js';
import { run, scenarios } from '../../testing/scenario.js';
import type { RunResult } from '../results/result.js';

const problems = (result: RunResult): string[] =>
  [
    ...result.findings,
    ...result.workflows.flatMap((one) => [...one.findings, ...one.steps.flatMap((step) => step.findings)]),
  ].map((finding) => `${finding.ruleId}: ${finding.message}`);

describe('a workflow', () => {
  it('gets a token, starts a job, uploads to the returned URL and polls until success', async () => {
    const shop = createJobShop();
    const files = await scenarios({
      'job.arazzo.yaml': `
components:
  parameters: { tenant: { name: tenantId, in: header, value: $inputs.tenant } }
  inputs: { common: { type: object, properties: { tenant: { type: string, default: acme }, secret: { type: string, default: demo-secret-1 } } } }
workflows:
  - workflowId: logIn
    inputs: { $ref: '#/components/inputs/common' }
    steps:
      - stepId: ask
        operationId: requestToken
        requestBody: { contentType: application/x-www-form-urlencoded, payload: { grant_type: client_credentials, client_secret: $inputs.secret } }
        successCriteria: [{ condition: $statusCode == 200 }]
        outputs: { token: $response.body#/access_token }
    outputs: { token: $steps.ask.outputs.token }
  - workflowId: wholeJob
    x-effects: create
    inputs: { $ref: '#/components/inputs/common' }
    steps:
      - stepId: token
        workflowId: logIn
        parameters: [{ name: secret, value: $inputs.secret }]
      - stepId: start
        operationId: $sourceDescriptions.shop.startJob
        parameters:
          - reference: $components.parameters.tenant
          - { name: Authorization, in: header, value: 'Bearer {$steps.token.outputs.token}' }
        requestBody: { payload: { items: [1], by: '{$inputs.tenant}', note: 'for {$inputs.tenant}' }, replacements: [{ target: /items/-, value: 2 }] }
        successCriteria: [{ condition: $statusCode == 202 }, { context: $response.body#/jobId, type: regex, condition: '^j\\d$' }]
        outputs: { url: $response.body#/url, jobId: $response.body#/jobId }
      - stepId: upload
        x-operation: { url: $steps.start.outputs.url, method: put }
        parameters: [{ name: Content-Type, in: header, value: '' }]
        requestBody: { contentType: text/plain, payload: 'raw {$inputs.tenant}' }
        successCriteria: [{ condition: $statusCode == 200 }]
      - stepId: poll
        operationId: getJobStatus
        parameters: [{ name: jobId, in: path, value: $steps.start.outputs.jobId }]
        successCriteria: [{ condition: "$response.body#/status == 'success' && $response.header.x-count >= 3" }]
        onFailure: [{ name: again, type: retry, retryAfter: 1.5, retryLimit: 5 }]
`,
    });
    const { result } = await run({ files, target: shopTarget(shop) });
    expect(problems(result)).toEqual([]);
    expect(result.totals).toEqual({ workflows: 1, passed: 1, flaky: 0, failed: 0, consequences: 0, steps: 5 });
    expect(result.exitCode).toBe(0);
    expect(shop.log).toEqual([
      'POST /token application/x-www-form-urlencoded grant_type=client_credentials&client_secret=demo-secret-1',
      'POST /jobs application/json {"items":[1,2],"by":"acme","note":"for acme"}',
      'PUT /uploads/j1?b=%2F&signature=abc123def456 - raw acme',
      'GET /jobs/j1 -',
      'GET /jobs/j1 -',
      'GET /jobs/j1 -',
    ]);
    expect([...shop.advanced.values()]).toEqual([3000]);
    expect([...shop.sandboxes]).toEqual([]);
    expect(JSON.stringify(result)).not.toMatch(/demo-secret-1|token-of-|abc123def456/);
  });

  it('fails if a criterion does not hold, and reports the expected and actual values', async () => {
    const files = await scenarios({
      'a.arazzo.yaml': `
workflows:
  - workflowId: wrong
    steps:
      - { stepId: look, operationId: getJobStatus, parameters: [{ name: jobId, in: path, value: none }], successCriteria: [{ condition: $statusCode == 200 }] }
`,
    });
    const { result } = await run({ files, target: shopTarget() });
    expect(result.exitCode).toBe(1);
    expect(result.workflows[0]?.steps[0]?.findings).toEqual([
      {
        ruleId: 'criterion/false',
        severity: 'error',
        message: 'Expected the status to be 200, got 404.',
        pointer: '/workflows/0/steps/0/successCriteria/0',
        file: 'a.arazzo.yaml',
        line: 8,
        expected: 200,
        actual: 404,
        about: { kind: 'expectation', part: 'status', status: 404, wanted: 200 },
      },
    ]);
  });

  it('fails if a response violates the contract, without retrying the step', async () => {
    const shop = createJobShop();
    const files = await scenarios({
      'a.arazzo.yaml': `
workflows:
  - workflowId: undocumented
    steps:
      - stepId: look
        operationId: getExtra
        successCriteria: [{ condition: $statusCode == 200 }]
        onFailure: [{ name: again, type: retry, retryLimit: 3 }]
      - { stepId: next, operationId: startJob, parameters: [{ name: tenantId, in: header, value: t }], successCriteria: [{ condition: $statusCode == 202 }] }
`,
    });
    const { result } = await run({ files, target: shopTarget(shop) });
    expect(result.workflows[0]?.outcome).toBe('failed');
    expect(result.workflows[0]?.steps.map((step) => [step.stepId, step.outcome, step.attempts.length])).toEqual([
      ['look', 'failed', 1],
      ['next', 'passed', 1],
    ]);
    expect(
      result.workflows[0]?.steps[0]?.findings.map((finding) => [finding.ruleId, finding.severity, finding.pointer]),
    ).toEqual([['response/undocumented-property', 'error', '/body/surprise']]);
  });

  it('stops retrying at retryLimit and respects Retry-After', async () => {
    const shop = createJobShop();
    const files = await scenarios({
      'a.arazzo.yaml': `
workflows:
  - workflowId: busy
    steps:
      - stepId: look
        operationId: getBusy
        successCriteria: [{ condition: $statusCode == 200 }]
        onFailure:
          - { name: never, type: end, criteria: [{ condition: $statusCode == 500 }] }
          - { name: again, type: retry, retryAfter: 1, retryLimit: 3 }
`,
    });
    const { result } = await run({ files, target: shopTarget(shop) });
    expect(shop.log).toHaveLength(4);
    expect([...shop.advanced.values()]).toEqual([21_000]);
    expect(result.workflows[0]?.steps[0]?.attempts.map((attempt) => attempt.passed)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(result.exitCode).toBe(1);
  });

  it('follows goto and end actions, and fails if any step failed', async () => {
    const shop = createJobShop();
    const files = await scenarios({
      'a.arazzo.yaml': `
workflows:
  - workflowId: jumps
    steps:
      - { stepId: a, operationId: getBusy, successCriteria: [{ condition: $statusCode == 429 }], onSuccess: [{ name: on, type: goto, stepId: c }] }
      - { stepId: b, operationId: getExtra, successCriteria: [{ condition: $statusCode == 200 }] }
      - { stepId: c, operationId: getBusy, successCriteria: [{ condition: $statusCode == 200 }], onFailure: [{ name: on, type: goto, stepId: d }] }
      - { stepId: d, operationId: getBusy, successCriteria: [{ condition: $statusCode == 429 }], onSuccess: [{ name: stop, type: end }] }
      - { stepId: e, operationId: getExtra, successCriteria: [{ condition: $statusCode == 200 }] }
`,
    });
    const { result } = await run({ files, target: shopTarget(shop) });
    expect(result.workflows[0]?.steps.map((step) => [step.stepId, step.outcome])).toEqual([
      ['a', 'passed'],
      ['c', 'failed'],
      ['d', 'passed'],
    ]);
    expect(result.workflows[0]?.outcome).toBe('failed');
  });

  it('runs x-finally after a failure, with the inputs and outputs of its workflow', async () => {
    const shop = createJobShop();
    const files = await scenarios({
      'a.arazzo.yaml': `
workflows:
  - workflowId: main
    x-finally: cleanUp
    inputs: { type: object, properties: { tenant: { type: string, default: acme } } }
    steps:
      - { stepId: start, operationId: startJob, parameters: [{ name: tenantId, in: header, value: t }], successCriteria: [{ condition: $statusCode == 202 }], outputs: { id: $response.body#/jobId } }
      - { stepId: fails, operationId: getBusy, successCriteria: [{ condition: $statusCode == 200 }] }
    outputs: { jobId: $steps.start.outputs.id }
  - workflowId: cleanUp
    inputs: { type: object, properties: { jobId: { type: string }, tenant: { type: string } } }
    steps:
      - { stepId: remove, x-operation: { url: '/uploads/{$inputs.jobId}?by={$inputs.tenant}', method: put }, successCriteria: [{ condition: $statusCode == 403 }] }
`,
    });
    const { result } = await run({ files, target: shopTarget(shop) });
    expect(shop.log.at(-1)).toBe('PUT /uploads/j1?by=acme -');
    expect(result.workflows.map((workflow) => [workflow.workflowId, workflow.outcome])).toEqual([['main', 'failed']]);
    expect(result.exitCode).toBe(1);
  });
});

describe('a run', () => {
  const twelve = Array.from(
    { length: 12 },
    (_, index) => `
  - workflowId: w${index}
    x-tags: [${index % 2 === 0 ? 'even' : 'odd'}]
    steps:
      - { stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == ${index === 3 ? 200 : 429} }] }`,
  ).join('');

  it('shuffles workflows deterministically by seed', async () => {
    const files = await scenarios({ 'a.arazzo.yaml': `workflows:${twelve}` });
    const order = async (seed?: string) => {
      const { result } = await run({ files, target: shopTarget(), seed });
      return result.workflows.map((workflow) => workflow.workflowId).join(' ');
    };
    expect(await order('one')).toBe(await order('one'));
    expect(await order('one')).not.toBe(await order('two'));
    expect(await order()).toBe('w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11');
  });

  it('selects workflows by tag, and reports an empty selection as a finding', async () => {
    const files = await scenarios({ 'a.arazzo.yaml': `workflows:${twelve}` });
    const even = await run({ files, target: shopTarget(), tags: ['even'] });
    expect(even.result.totals.passed).toBe(6);
    const none = await run({ files, target: shopTarget(), tags: ['evn'] });
    expect(none.result.exitCode).toBe(1);
    expect(problems(none.result)).toEqual([
      'run/empty: None of the 12 workflows matches the filters. No workflow has the tag "evn". Did you mean "even"?',
    ]);
  });

  it('starts no workflow after the first failure with bail', async () => {
    const files = await scenarios({ 'a.arazzo.yaml': `workflows:${twelve}` });
    const { result } = await run({ files, target: shopTarget(), bail: true, jobs: 1 });
    expect(result.totals).toMatchObject({ passed: 3, failed: 1, skipped: 8 });
    expect(result.workflows[11]?.reason).toBe('not run: an earlier workflow failed and --bail was given');
  });

  it('reports a sandbox that could not be removed, and exits with 4', async () => {
    const files = await scenarios({
      'a.arazzo.yaml': `
workflows:
  - workflowId: fine
    steps: [{ stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == 429 }] }]
`,
    });
    const { result } = await run({ files, target: shopTarget(createJobShop({ deletable: false })) });
    expect(result.exitCode).toBe(4);
    expect(result.workflows[0]?.cleanupIncomplete).toMatch(/^http:\/\/understudy\.local\/~fine-\w+ was not removed$/);
  });

  it('does not run a workflow with an unknown operation, and suggests a similar name', async () => {
    const files = await scenarios({
      'a.arazzo.yaml': `
workflows:
  - workflowId: typo
    steps: [{ stepId: look, operationId: getJobStatuss, successCriteria: [{ condition: $statusCode == 200 }] }]
`,
    });
    const shop = createJobShop();
    const { result } = await run({ files, target: shopTarget(shop) });
    expect(shop.log).toEqual([]);
    expect(result.exitCode).toBe(1);
    expect(result.workflows[0]?.findings[0]).toMatchObject({
      message:
        'Step look: No source description of this file has an operation "getJobStatuss". Did you mean "getJobStatus"?',
      file: 'a.arazzo.yaml',
      line: 7,
      pointer: '/workflows/0/steps/0/operationId',
    });
  });
});
