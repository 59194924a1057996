import { describe, expect, it } from 'vitest';
import { contracts } from '../../testing/job-shop.js';
import { ledger, scenarios } from '../../testing/scenario.js';
import { lintScenarios } from './lint-scenarios.js';
import { loadScenarios } from './load-scenarios.js';
import { capabilityNames, effectNames } from './model.js';

async function lint(text: string): Promise<string[]> {
  const files = await scenarios({ 'a.arazzo.yaml': text });
  return lintScenarios(files, contracts(), ledger('shop.known')).map(
    (finding) => `${finding.line} ${finding.severity} ${finding.ruleId}: ${finding.message}`,
  );
}

describe('lintScenarios', () => {
  it('reports undefined references, invalid conditions and steps that cannot fail', async () => {
    expect(
      await lint(`
workflows:
  - workflowId: one
    x-effects: read
    x-claims: [shop.knwon]
    x-finally: cleenUp
    inputs: { type: object, properties: { tenant: { type: string } } }
    steps:
      - stepId: start
        operationId: startJob
        parameters:
          - { name: tenantId, in: header, value: $inputs.tenat }
          - { reference: $components.parameters.tenant }
        requestBody: { payload: { text: 'for $inputs.tenant', name: '{$steps.begin.outputs.x}' } }
        successCriteria:
          - { condition: $statusCode = 202 }
          - { context: $response.body, type: jsonpath, condition: '$[?' }
        onSuccess: [{ name: on, type: goto, stepId: strat }]
        outputs: { id: $response.body#/jobId }
      - stepId: look
        operationId: getJobStatus
        parameters: [{ name: jobId, in: path, value: $steps.start.outputs.jobId }]
  - workflowId: cleanUp
    x-effects: read
    steps:
      - { stepId: a, x-operation: { url: $sourceDescriptions.shp.url, method: GET }, successCriteria: [{ condition: $response.body.x == 1 }] }
`),
    ).toEqual([
      '23 error scenario/cannot-fail: The step look of one cannot fail, because it has no successCriteria; add some.',
      '9 error arazzo/unknown-workflow: Unknown workflow "cleenUp" in a.arazzo.yaml. Did you mean "cleanUp"?',
      '21 error arazzo/unknown-step: The action on goes to the unknown step "strat" of one. Did you mean "start"?',
      '15 error arazzo/unresolvable: Workflow one: $inputs.tenat is not a declared input. Did you mean "tenant"?',
      '16 error arazzo/unknown-component: Workflow one: there is no $components.parameters.tenant.',
      '17 error arazzo/unbraced-expression: Workflow one: "for $inputs.tenant" contains an expression without braces, which is not evaluated; write {$…}.',
      '17 error arazzo/unresolvable: Workflow one: $steps.begin does not exist.',
      '19 error arazzo/condition: Workflow one: cannot parse the condition "$statusCode = 202": "=" is not expected at column 13.',
      expect.stringMatching(/^20 error arazzo\/condition: Workflow one: cannot parse the condition "\$\[\?": /),
      '25 error arazzo/unresolvable: Workflow one: the step start has no output jobId.',
      '29 error arazzo/unresolvable: Workflow cleanUp: unknown source description shp. Did you mean "shop"?',
      '29 error arazzo/condition: Workflow cleanUp: cannot parse the condition "$response.body.x == 1": "$response.body.x" must select a part of the body with a JSON Pointer, such as $response.body#/name at column 1.',
      '8 error scenario/unknown-claim: The ledger has no claim "shop.knwon". Did you mean "shop.known"?',
    ]);
  });

  it('reports a workflow id that another file already uses', async () => {
    const text = `
workflows:
  - workflowId: one
    x-effects: read
    steps:
      - { stepId: look, operationId: getJobStatus, parameters: [{ name: jobId, in: path, value: j }], successCriteria: [{ condition: $statusCode == 404 }] }
`;
    const files = await scenarios({ 'a.arazzo.yaml': text, 'b.arazzo.yaml': text });
    const findings = lintScenarios(files, contracts(), ledger('shop.known'));
    expect(findings.map(({ file, ruleId }) => `${file} ${ruleId}`)).toEqual([
      expect.stringMatching(/b\.arazzo\.yaml scenario\/duplicate-workflow-id$/),
    ]);
  });

  it('reports nothing for a valid file', async () => {
    expect(
      await lint(`
workflows:
  - workflowId: one
    x-effects: read
    x-claims: [shop.known]
    steps:
      - stepId: look
        operationPath: '{$sourceDescriptions.shop.url}#/paths/~1jobs~1{jobId}/get'
        parameters: [{ name: jobId, in: path, value: j1 }]
        successCriteria: [{ condition: $statusCode == 200 }, { context: $response.body, type: jsonpath, condition: "$[?@ == 'success']" }]
        onFailure: [{ name: again, type: retry, retryLimit: 2, stepId: look }]
`),
    ).toEqual([]);
  });
});

describe('loadScenarios', () => {
  it('reports the line and pointer of each violation of the Arazzo schema', async () => {
    const files = await scenarios({
      'a.arazzo.yaml': `
workflows:
  - workflowId: one two
    step: []
    x-effects: reed
    steps:
      - stepId: a
        operationId: x
        workflowId: y
        onFailure: [{ name: n, type: retry, retryLimit: 1.5 }]
      - stepId: b
        operationId: x
        successCriteria: { condition: true }
`,
    });
    expect(files[0]?.document.workflows).toEqual([]);
    expect(
      files[0]?.findings.map(({ line, pointer, ruleId, message }) => `${line} ${pointer} ${ruleId}: ${message}`),
    ).toEqual([
      '6 /workflows/0/workflowId arazzo/pattern: /workflows/0/workflowId must match ^[A-Za-z0-9_-]+$, but is "one two".',
      '7 /workflows/0/step arazzo/unknown-field: /workflows/0 has no field "step". Did you mean "steps"?',
      '8 /workflows/0/x-effects arazzo/enum: /workflows/0/x-effects must be one of read, create, mutate, destroy, but is "reed". Did you mean "read"?',
      '10 /workflows/0/steps/0 arazzo/one-of: The step at /workflows/0/steps/0 must have exactly one of operationId, operationPath, workflowId, x-operation; it has operationId and workflowId.',
      '13 /workflows/0/steps/0/onFailure/0/retryLimit arazzo/type: /workflows/0/steps/0/onFailure/0/retryLimit must be an integer, but is 1.5.',
      '16 /workflows/0/steps/1/successCriteria arazzo/type: /workflows/0/steps/1/successCriteria must be an array, but is an object.',
    ]);
  });

  it('accepts every effect and capability that the runner knows', async () => {
    const workflows = effectNames.map(
      (effect) => `
  - workflowId: ${effect}
    x-effects: ${effect}
    x-requires: [${capabilityNames.join(', ')}]
    steps: [{ stepId: look, operationId: getJobStatus }]`,
    );
    const [file] = await scenarios({ 'a.arazzo.yaml': `\nworkflows:${workflows.join('')}\n` });
    expect(file?.findings).toEqual([]);
  });

  it('reports YAML syntax errors with their line, missing paths, and folders without scenarios', async () => {
    const files = await scenarios({}, { 'b.arazzo.yaml': 'a: [1\nb: 2\n' });
    expect(files[0]?.findings[0]).toMatchObject({ ruleId: 'arazzo/not-yaml', line: 2, severity: 'error' });
    await expect(loadScenarios({ files: ['no/such.arazzo.yaml'] })).rejects.toThrow(
      'The scenario path no/such.arazzo.yaml does not exist; check the path.',
    );
    await expect(loadScenarios({ files: [import.meta.dirname] })).rejects.toThrow('contains no scenarios');
  });
});
