import type { ScenarioFile, TargetCapability, Workflow } from './model.js';
import { type ContractsByApi, resolveOperation, resolveReusables } from './resolve.js';

/** The capability that each control operation needs. Other control operations need any one capability. */
const capabilityOf: Readonly<Record<string, TargetCapability>> = {
  getClock: 'clock',
  setClock: 'clock',
  advanceClock: 'clock',
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
    else shown.add(needed);
  }
  // The control plane needs a simulator, and every simulator has actions.
  if (others && shown.size === 0 && (workflow['x-requires'] ?? []).length === 0) shown.add('actions');
  return shown;
}
