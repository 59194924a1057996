import { createContract } from '@understudy/contract';
import { expect, it } from 'vitest';
import { contracts, createJobShop, shopTarget } from '../../testing/job-shop.js';
import { ledger, run, scenarios } from '../../testing/scenario.js';
import { formatGithubReport } from '../reports/github-report.js';
import type { Target } from '../targets/target.js';

const file = `workflows:
  - workflowId: unsteady
    x-claims: [shop.a]
    steps: [{ stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == 429 }] }]
  - workflowId: broken
    steps: [{ stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == 200 }] }]
`;

const another = { openapi: '3.1.0', info: { title: 'other', version: '1' }, paths: {} };

/** A server whose first response to the workflow `unsteady` is wrong. */
function unsteady(): Target {
  let calls = 0;
  return shopTarget(createJobShop(), (response, url) =>
    url.includes('/~unsteady') && ++calls === 1 ? { ...response, status: 503 } : response,
  );
}

it('reports a workflow that passes on a retry as flaky, and counts it separately', async () => {
  const files = await scenarios({ 'a.arazzo.yaml': file });
  const { result } = await run({ files, target: unsteady(), retries: 2 });
  expect(result.totals).toMatchObject({ workflows: 2, passed: 0, flaky: 1, failed: 1 });
  expect(result.workflows.map(({ outcome, earlier }) => [outcome, earlier?.length])).toEqual([
    ['flaky', 1],
    ['failed', 2],
  ]);
  expect(result.workflows[0]?.earlier?.[0]?.steps[0]?.findings[0]?.message).toContain('503');
  // A first failure is not a cause.
  expect(result.causes.flatMap(({ occurrences }) => occurrences.map(({ workflowId }) => workflowId))).toEqual(
    expect.not.arrayContaining(['unsteady']),
  );
  const input = { result, files, contracts: contracts(), ledger: ledger('shop.a'), root: '/' };
  const summary = formatGithubReport(input).find(({ name }) => name === 'summary')?.text;
  expect(summary).toMatch(/### Passed only when run again\n\n- unsteady: .*503/);
});

it('reports only the APIs of the selected files', async () => {
  const files = await scenarios({ 'a.arazzo.yaml': file });
  const described = new Map([...contracts(), ['other', createContract('other', another)] as const]);
  const target = unsteady();
  const apisOf = async (picked: boolean) => (await run({ files, contracts: described, target, picked })).result.apis;
  expect([await apisOf(true), await apisOf(false)]).toEqual([['shop'], ['shop', 'other']]);
});

it('does not retry workflows by default', async () => {
  const { result } = await run({ files: await scenarios({ 'a.arazzo.yaml': file }), target: unsteady() });
  expect(result.totals).toMatchObject({ flaky: 0, failed: 2 });
  expect(result.workflows[0]).not.toHaveProperty('earlier');
});
