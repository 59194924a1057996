import { isObject, parseDuration } from '@understudy/contract';
import type { ScenarioFile, Step, TargetCapability, Workflow } from './model.js';
import { type ContractsByApi, type ResolvedWorkflow, resolveOperation, resolveReusables } from './resolve.js';
import { listReachableWorkflows } from './select-workflows.js';

/** The capability that each control operation needs. Other control operations need any one capability. */
export const capabilityOf: Readonly<Record<string, TargetCapability>> = {
  getClock: 'waiting',
  setClock: 'waiting',
  advanceClock: 'waiting',
  setInboxResponses: 'inbox',
  listMessages: 'inbox',
  clearInbox: 'inbox',
  runAction: 'actions',
};

/**
 * Infers the requirements of a workflow from its steps: the control operations they call, and `Prefer: code=500`, which
 * requests a fault.
 */
export function inferRequirements(
  workflow: Workflow,
  file: ScenarioFile,
  contracts: ContractsByApi,
): Set<TargetCapability> {
  const shown = new Set<TargetCapability>();
  let others = false;
  for (const step of workflow.steps) {
    const parameters = resolveReusables(
      [...(workflow.parameters ?? []), ...(step.parameters ?? [])],
      'parameters',
      file,
    );
    if (
      parameters.some(
        ({ in: where, name, value }) => where === 'header' && /^prefer$/i.test(name) && /^code=/.test(String(value)),
      )
    )
      shown.add('faults');
    if (step.operationId === undefined && step.operationPath === undefined) continue;
    const resolved = resolveOperation(step, file, contracts);
    if ('problem' in resolved || resolved.source !== 'control') continue;
    const needed = capabilityOf[resolved.operation.operationId];
    if (needed === undefined) others = true;
    else shown.add(setsDate(step) ? 'clock' : needed);
  }
  // The control plane needs a simulator, and every simulator has actions.
  if (others && shown.size === 0 && (workflow['x-requires'] ?? []).length === 0) shown.add('actions');
  return shown;
}

/** Returns whether a step sets the clock to a date, which no other server can do. */
function setsDate({ requestBody }: Step): boolean {
  const payload = requestBody?.payload;
  return isObject(payload) && ('at' in payload || 'to' in payload);
}

/** Returns the milliseconds by which the steps of a workflow advance the clock. */
export function sumAdvances(item: ResolvedWorkflow): number {
  return listReachableWorkflows(item)
    .flatMap(({ workflow }) => workflow.steps)
    .reduce((sum, step) => sum + readAdvance(step), 0);
}

/** Returns the milliseconds by which a step advances the clock. */
export function readAdvance({ operationId = '', requestBody }: Step): number {
  const payload = requestBody?.payload;
  const by = operationId.endsWith('advanceClock') && isObject(payload) ? payload['by'] : undefined;
  return typeof by === 'string' ? parseDuration(by) : 0;
}
