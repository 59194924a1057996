import { listFinalizers, listStateChangingCalls } from '../arazzo/effects.js';
import { capabilityOf, inferRequirements, listControlCalls, sumAdvances } from '../arazzo/infer-requirements.js';
import { capabilityNames, type OperationEffect, type TargetCapability } from '../arazzo/model.js';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { omitGivenDependencies, type ResolvedWorkflow } from '../arazzo/resolve.js';
import { listCalledWorkflows } from '../arazzo/select-workflows.js';
import type { PreflightResult } from '../targets/target.js';
import { isRestricted, type Target } from '../targets/target.js';

/** Returns why a target cannot or must not run a workflow. */
export function findSkipReason(
  item: ResolvedWorkflow,
  target: Target,
  allowed: readonly OperationEffect[],
  contracts: ContractsByApi,
  preflight?: PreflightResult,
): string | undefined {
  const candidate = omitGivenDependencies(item, target.inputsFor?.(item) ?? {});
  const required = requiredCapabilities(candidate, contracts, isRestricted(target));
  const lacking = capabilityNames.filter((name) => required.has(name) && !hasCapability(target, name));
  const others = lacking.filter((name) => name !== 'waiting');
  if (others.length > 0) return `the target has no ${others.join(', no ')}`;
  if (lacking.length > 0) return 'it needs time to pass: set --wait, such as --wait PT10M';
  // Changes to a simulator are always allowed. Other servers need permission.
  if (!isRestricted(target)) return undefined;
  const { longestWait = Number.POSITIVE_INFINITY } = target;
  if (sumAdvances(candidate) > longestWait)
    return `it waits ${Math.ceil(sumAdvances(candidate) / 60_000)} minutes, which is longer than --wait`;
  const lost = preflight?.apis[candidate.file.api ?? ''] ?? (required.has('inbox') ? preflight?.inbox : undefined);
  return (
    target.whyNot?.(item) ??
    permissionReason(candidate, allowed, contracts) ??
    (lost === undefined ? undefined : `the target is not ready: ${lost}`)
  );
}

/** A clock that can be set can also be advanced. */
function hasCapability({ capabilities }: Target, name: TargetCapability): boolean {
  return capabilities.has(name) || (name === 'waiting' && capabilities.has('clock'));
}

/** Returns why a workflow lacks permission. Both declared effects and the effects of its calls count. */
function permissionReason(
  candidate: ResolvedWorkflow,
  allowed: readonly OperationEffect[],
  contracts: ContractsByApi,
): string | undefined {
  const declared = listCalledWorkflows(candidate).map(({ workflow }) => workflow['x-effects']);
  if (declared[0] === undefined) {
    return 'it does not declare x-effects, and the target is not a simulator';
  }
  const refused = declared.filter((effect) => effect !== undefined && !allowed.includes(effect));
  if (refused.length > 0) return `its effects (${[...new Set(refused)].join(', ')}) are not allowed on this target`;
  const own = listStateChangingCalls(candidate, contracts);
  // A workflow can delete its own resources. If it creates none, nothing needs cleaning up.
  const cleanup =
    own.length > 0 ? [] : listFinalizers(candidate).flatMap((item) => listStateChangingCalls(item, contracts));
  const calls = [...own, ...cleanup].filter(({ effect }) => !allowed.includes(effect));
  const [first] = calls;
  if (first === undefined) return undefined;
  const effects = [...new Set(calls.map(({ effect }) => effect))].join(', ');
  return `its step ${first.stepId} sends ${first.method} ${first.url}, and its effects (${effects}) are not allowed on this target`;
}

/** Lists the declared requirements and those inferred from the steps. Foreign environments must meet all of them. */
function requiredCapabilities(
  candidate: ResolvedWorkflow,
  contracts: ContractsByApi,
  restricted: boolean,
): Set<TargetCapability> {
  const parts = listCalledWorkflows(candidate, 'with x-finally');
  const required = new Set<TargetCapability>(
    parts.flatMap(({ workflow, file }) => [
      ...(workflow['x-requires'] ?? []),
      ...inferRequirements(workflow, file, contracts),
    ]),
  );
  if (!restricted) return required;
  for (const { file, workflow } of parts) {
    for (const { operation } of listControlCalls(workflow, file, contracts)) {
      const { operationId, tags } = operation;
      if (operationId !== 'getInfo' && capabilityOf[operationId] === undefined)
        required.add(tags.includes('Inbox') ? 'inbox' : 'actions');
    }
  }
  return required;
}
