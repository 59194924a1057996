import type { ContractsByApi } from '../arazzo/resolve.js';
import { findExpectedStatus } from '../causes/step-issues.js';
import { matchByUrl } from '../engine/session.js';
import type { RunResult } from '../results/result.js';
import { extendTarget, type HttpRequest, type HttpResponse, type Target } from '../targets/target.js';

/** An operation's wrong status, and the status that every scenario expects. */
interface Repair {
  id: string;
  api: string;
  operationId: string;
  actual: number;
  expected: number;
  /** Failed workflows by `<file>#<workflowId>`. */
  workflows: string[];
}

/**
 * Finds statuses that can be corrected safely: one success for another, or an undocumented status, if all scenarios
 * agree.
 */
export function findStatusCorrections(result: RunResult): Repair[] {
  const repairs = new Map<string, Repair>();
  const disputed = new Set<string>();
  for (const workflow of result.workflows) {
    for (const step of workflow.steps.filter(({ outcome }) => outcome === 'failed')) {
      const exchange = step.attempts.findLast((attempt) => attempt.exchange !== undefined)?.exchange;
      const actual = exchange?.response?.status;
      const expected = findExpectedStatus(step.findings);
      if (exchange?.api === undefined || exchange.operationId === undefined) continue;
      if (actual === undefined || expected === undefined || actual === expected) continue;
      const undocumented = step.findings.some(({ ruleId }) => ruleId === 'response/undocumented-status');
      if (!undocumented && !(actual < 300 && expected < 300)) continue;
      const { api, operationId } = exchange;
      const id = `${api}.${operationId} ${actual}`;
      const known = repairs.get(id) ?? { id, api, operationId, actual, expected, workflows: [] };
      if (known.expected !== expected) disputed.add(id);
      known.workflows.push(`${workflow.file}#${workflow.workflowId}`);
      repairs.set(id, known);
    }
  }
  return [...repairs.values()].filter(({ id }) => !disputed.has(id));
}

export function createStatusCorrectingTarget<T extends Target>(
  root: T,
  contracts: ContractsByApi,
  repairs: readonly Repair[],
): T {
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const response = await root.send(request);
    const operation = matchByUrl(request.method, request.url, root, contracts)?.operation;
    const repair = repairs.find(
      ({ api, operationId, actual }) =>
        operation?.api === api && operation.operationId === operationId && response.status === actual,
    );
    return repair === undefined ? response : { ...response, status: repair.expected };
  };
  const { isolate } = root;
  const isolateCorrected =
    isolate && (async (name: string) => createStatusCorrectingTarget(await isolate(name), contracts, repairs));
  return extendTarget(root, { send, isolate: isolateCorrected });
}
