import { countClaims } from '@understudy/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadWorkspace, type ScenarioWorkspace } from '../workspace.js';
import { DeviationJudge } from './judge.js';
import { type DeviationsByApi, loadDeviations, selectPolicyDeviations } from './policy-deviations.js';

let workspace: ScenarioWorkspace;
let planted: DeviationsByApi;
beforeAll(async () => {
  workspace = await loadWorkspace();
  planted = await loadDeviations(workspace.apis);
}, 60_000);

it('each claim has a deviation, or a reason for having none', () => {
  const { contracts, ledger } = workspace;
  const { deviations, without } = selectPolicyDeviations(
    countClaims(ledger, new Set(contracts.keys())),
    ledger,
    planted,
  );
  const unwritten = without.filter(
    ({ id, reason }) =>
      /^No change/.test(reason) && /^(analysis|inventory|time|payroll|rostering|einvoicing)\./.test(id),
  );
  expect(unwritten).toEqual([]);
  expect(deviations.length).toBeGreaterThan(590);
  expect(new Set(deviations.map(({ id }) => id)).size).toBe(deviations.length);
});

it('every deviation can be applied to its simulator', async () => {
  const { contracts, ledger } = workspace;
  const { deviations } = selectPolicyDeviations(countClaims(ledger, new Set(contracts.keys())), ledger, planted);
  const simulators = await Promise.all([...workspace.apis.values()].map((api) => api.simulator()));
  const wrong = deviations.flatMap(({ id, api, change }) => {
    const simulator = simulators.find(({ name }) => name === api);
    try {
      return simulator === undefined || change(simulator) === simulator ? [`${id} changes nothing`] : [];
    } catch (error) {
      return [`${id}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
  expect(wrong).toEqual([]);
});

describe('the deviation judge', () => {
  it('detects a changed rule and a changed response', async () => {
    const judge = new DeviationJudge(workspace, planted);
    try {
      const file =
        workspace.files.find((one) => one.file.endsWith('inventory/generated/presign.arazzo.yaml'))?.file ?? '';
      const workflow = { file, workflowId: 'inventory-presign-validity' };
      expect(await judge.do({ type: 'index', workflow })).toMatchObject({
        passed: true,
        api: 'inventory',
        touched: expect.arrayContaining(['inventory.uploadData 403', 'inventory.getPresignedUrl 200 /url']),
      });
      const candidates = [workflow];
      const judged = async (sort: 'policy' | 'wire', id: string) =>
        await judge.do({ type: 'judge', sort, id, candidates });
      expect(await judged('policy', 'analysis.presign.validity@inventory')).toMatchObject({
        caught: true,
        by: { message: 'Expected the status to be 403, got 200.' },
      });
      expect(await judged('wire', 'inventory.getPresignedUrl 200 /url dropped')).toMatchObject({ caught: true });
      // This workflow does not cover the claim.
      expect(await judged('policy', 'analysis.data.summary-granularity@inventory')).toMatchObject({
        caught: false,
        reason: 'All 1 workflows that use the changed part pass.',
      });
      const workflowOf = (workflowId: string) => {
        const area = workspace.files.find((one) =>
          one.document.workflows.some((each) => each.workflowId === workflowId),
        );
        return { file: area?.file ?? '', workflowId };
      };
      // Deviations can change stored data, webhooks and later effects, not only responses.
      const changed = [
        ['einvoicing.company.identity', 'einvoicing-company-created', 'Expected the status to be 409'],
        ['einvoicing.event.timestamp', 'einvoicing-subscription', 'event_timestamp'],
        ['einvoicing.networks.bank-delay', 'einvoicing-bank', 'Expected /0/status to be "pending"'],
      ] as const;
      for (const [id, workflowId, about] of changed) {
        const verdict = await judge.do({ type: 'judge', sort: 'policy', id, candidates: [workflowOf(workflowId)] });
        expect(verdict).toMatchObject({ caught: true, by: { message: expect.stringContaining(about) } });
      }
    } finally {
      await judge.close();
    }
  });
});
