import { describe, expect, it } from 'vitest';
import { contracts, type ResponseChange, shopTarget } from '../../testing/job-shop.js';
import { ledger, run, scenarios } from '../../testing/scenario.js';

async function resultOf(workflows: string, change?: ResponseChange) {
  const files = await scenarios({ 'a.arazzo.yaml': `x-api: shop\nworkflows:\n${workflows}` });
  return (await run({ files, target: shopTarget(undefined, change), ledger: ledger('shop.start') })).result;
}

const start = (
  more = '',
) => `{ stepId: start, operationId: startJob, parameters: [{ name: tenantId, in: header, value: t }],
  requestBody: { payload: {} }, successCriteria: [{ condition: $statusCode == 202 }]${more} }`;
const ask = `{ stepId: ask, operationId: getJobStatus, parameters: [{ name: jobId, in: path, value: $steps.start.outputs.id }],
  successCriteria: [{ condition: $statusCode == 200 }] }`;
const withOutput = start(', outputs: { id: $response.body#/jobId }');
const lookFor = (id: string, status: number) =>
  `  - { workflowId: ${id}, steps: [{ stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == ${status} }] }] }\n`;

const withoutId: ResponseChange = (response, url) =>
  url.endsWith('/jobs') ? { ...response, body: new TextEncoder().encode('{"url":"http://u.local/x"}') } : response;

describe('failure causes', () => {
  it('are listed once each with all their failures, the most frequent first', async () => {
    const { causes, totals } = await resultOf(
      `
  - { workflowId: one, x-claims: [shop.start], steps: [${start()}] }
  - { workflowId: two, steps: [${start()}] }
  - { workflowId: other, steps: [{ stepId: extra, operationId: getExtra, successCriteria: [{ condition: $statusCode == 200 }] }] }
`,
      (response, url) => (url.endsWith('/jobs') ? { ...response, status: 200 } : response),
    );
    expect(totals).toMatchObject({ failed: 3, consequences: 0 });
    expect(causes.map(({ operationId, occurrences }) => [operationId, occurrences.length])).toEqual([
      ['startJob', 2],
      ['getExtra', 1],
    ]);
    expect(causes[0]).toMatchObject({
      title: expect.stringContaining('startJob answered 200'),
      kind: 'contract',
      api: 'shop',
      claims: ['shop.start'],
      exchange: { request: { method: 'POST' } },
    });
  });

  it('combine all 429 responses whatever the expected status, and have unique fingerprints', async () => {
    const { causes } = await resultOf(lookFor('ok', 200) + lookFor('gone', 404) + lookFor('missing', 404));
    expect(causes.map(({ occurrences }) => occurrences.map(({ workflowId }) => workflowId))).toEqual([
      ['ok', 'gone', 'missing'],
    ]);
    const teapot: ResponseChange = (response) => ({ ...response, status: 200, body: new TextEncoder().encode('{}') });
    const expected = await resultOf(lookFor('gone', 404) + lookFor('missing', 404) + lookFor('wrong', 400), teapot);
    expect(new Set(expected.causes.map(({ fingerprint }) => fingerprint)).size).toBe(expected.causes.length);
  });

  it('have the same fingerprints in every run', async () => {
    const flow = `  - { workflowId: flow, steps: [${withOutput}, ${ask}] }\n`;
    const [first, second] = [await resultOf(flow, withoutId), await resultOf(flow, withoutId)];
    expect(first.causes.map(({ fingerprint }) => fingerprint)).toEqual(
      second.causes.map(({ fingerprint }) => fingerprint),
    );
    expect(first.causes).not.toEqual([]);
  });
});

describe('a step without the output that it needs from an earlier step', () => {
  it('counts as a consequence if the earlier step failed', async () => {
    const { causes, workflows, totals } = await resultOf(
      `  - { workflowId: flow, steps: [${withOutput}, ${ask}] }\n`,
      withoutId,
    );
    expect(causes.map(({ operationId, ruleId }) => [operationId, ruleId])).toEqual([
      ['startJob', 'response/body-required'],
    ]);
    expect(totals).toMatchObject({ failed: 1, consequences: 1 });
    expect(workflows[0]?.consequence).toEqual({
      stepId: 'ask',
      lacks: 'id of the step start',
      causes: [causes[0]?.fingerprint],
    });
  });

  it('counts as a separate cause if the earlier step passed', async () => {
    const { causes, totals } = await resultOf(
      `  - { workflowId: flow, steps: [${start(', outputs: { id: $response.body#/nothing }')}, ${ask}] }\n`,
    );
    expect(causes.map(({ kind, ruleId }) => [kind, ruleId])).toEqual([['expectation', 'step/not-sent']]);
    expect(totals).toMatchObject({ failed: 1, consequences: 0 });
  });
});

it('counts a workflow as a consequence if it depends on a failed workflow', async () => {
  const { causes, workflows } = await resultOf(`${lookFor('first', 200)}
  - { workflowId: second, dependsOn: [first], steps: [${start()}] }
`);
  expect(causes).toHaveLength(1);
  expect(workflows.find(({ workflowId }) => workflowId === 'second')?.consequence).toMatchObject({
    stepId: '',
    lacks: 'first',
    causes: [causes[0]?.fingerprint],
  });
});

it('a run covers only the selected APIs', async () => {
  const files = await scenarios({ 'a.arazzo.yaml': `x-api: shop\nworkflows:\n${lookFor('busy', 429)}` });
  const known = contracts();
  const shop = known.get('shop');
  if (shop !== undefined) known.set('another', { ...shop, name: 'another' });
  const all = await run({ files, target: shopTarget(), contracts: known });
  expect(all.result.apis).toEqual(['shop', 'another']);
  const { result } = await run({ files, target: shopTarget(), contracts: known, apis: ['shop'] });
  expect(result.apis).toEqual(['shop']);
  expect(new Set(result.wire?.operations.map(({ api }) => api))).toEqual(new Set(['shop']));
});

it('reports a run without matching workflows as a cause', async () => {
  const files = await scenarios({ 'a.arazzo.yaml': `workflows:\n${lookFor('busy', 429)}` });
  const { result } = await run({ files, target: shopTarget(), tags: ['nothing'] });
  expect(result.causes.map(({ kind, ruleId, title }) => [kind, ruleId, title])).toEqual([
    ['run', 'run/empty', expect.stringContaining('No workflow has the tag "nothing"')],
  ]);
});
