import { isObject, type Operation, parseDuration } from '@understudy/contract';
import type { ScenarioFile, Step, StepParameter, TargetCapability, Workflow } from './model.js';
import { type ContractsByApi, type ResolvedWorkflow, resolveOperation, resolveReusables } from './resolve.js';
import { listCalledWorkflows } from './select-workflows.js';

/** The capability that each control operation needs. Other control operations need only a simulator. */
export const capabilityOf: Readonly<Record<string, TargetCapability>> = {
  getClock: 'waiting',
  setClock: 'waiting',
  advanceClock: 'waiting',
  setInboxResponses: 'inbox',
  listMessages: 'inbox',
  clearInbox: 'inbox',
  runAction: 'actions',
};

/** Lists the steps of a workflow that call the control plane, with their operations. */
export function listControlCalls(
  { steps }: Workflow,
  file: ScenarioFile,
  contracts: ContractsByApi,
): { step: Step; operation: Operation }[] {
  return steps.flatMap((step) => {
    if (step.operationId === undefined && step.operationPath === undefined) return [];
    const resolved = resolveOperation(step, file, contracts);
    return 'problem' in resolved || resolved.source !== 'control' ? [] : [{ step, operation: resolved.operation }];
  });
}

/**
 * Infers the requirements of a workflow from its steps: the control operations they call, and `Prefer: code=500`, which
 * requests a fault.
 */
export function inferRequirements(
  workflow: Workflow,
  file: ScenarioFile,
  contracts: ContractsByApi,
): Set<TargetCapability> {
  const calls = listControlCalls(workflow, file, contracts);
  const shown = new Set(
    calls.flatMap(({ step, operation }) => {
      const needed = capabilityOf[operation.operationId];
      return needed === undefined ? [] : [setsDate(step) ? 'clock' : needed];
    }),
  );
  const parameters = [workflow, ...workflow.steps].flatMap((part) =>
    resolveReusables(part.parameters, 'parameters', file),
  );
  const isFault = ({ in: where, name, value }: StepParameter) =>
    where === 'header' && /^prefer$/i.test(name) && /^code=/.test(String(value));
  if (parameters.some(isFault)) shown.add('faults');
  // Control calls need a simulator. Requiring `actions` ensures one, because every simulator has them.
  if (calls.length > 0 && shown.size === 0 && (workflow['x-requires'] ?? []).length === 0) shown.add('actions');
  return shown;
}

/** Returns whether a step sets the clock to a date, which only simulators support. */
function setsDate({ requestBody }: Step): boolean {
  const payload = requestBody?.payload;
  return isObject(payload) && ('at' in payload || 'to' in payload);
}

/** Returns the milliseconds by which the steps of a workflow advance the clock. */
export function sumAdvances(item: ResolvedWorkflow): number {
  const steps = listCalledWorkflows(item, 'with x-finally').flatMap(({ workflow }) => workflow.steps);
  return steps.reduce((sum, { operationId = '', requestBody }) => {
    const payload = requestBody?.payload;
    const by = operationId.endsWith('advanceClock') && isObject(payload) ? payload['by'] : undefined;
    return typeof by === 'string' ? sum + parseDuration(by) : sum;
  }, 0);
}
