import type { Operation } from '@understudy/contract';
import { effectNames, type OperationEffect, type Step } from './model.js';
import { type ContractsByApi, type ResolvedWorkflow, resolveOperation, resolveWorkflow } from './resolve.js';
import { listCalledWorkflows } from './select-workflows.js';

/** A request of a workflow that can change data. */
export interface StateChangingCall {
  item: ResolvedWorkflow;
  stepId: string;
  method: string;
  /** Absent for a step that calls a URL. */
  operation?: Operation;
  source?: string;
  /** The path template, or a URL expression. */
  url: string;
  effect: OperationEffect;
}

const effectOfMethod: Readonly<Record<string, OperationEffect>> = {
  POST: 'create',
  PUT: 'create',
  PATCH: 'mutate',
  DELETE: 'destroy',
};

/** Returns whether an operation issues tokens, that is, whether a form is posted to a path ending in `/token`. */
export function isTokenRequest({ method, path, requestBody }: Operation): boolean {
  return (
    method === 'POST' &&
    path.endsWith('/token') &&
    requestBody?.content['application/x-www-form-urlencoded'] !== undefined
  );
}

/** Returns the effect of an operation, from its `x-effects` or its method. Token requests count as `read`. */
export function classifyOperationEffect(operation: Operation): OperationEffect {
  const told = effectNames.find((name) => name === operation.extensions['x-effects']);
  return told ?? (isTokenRequest(operation) ? 'read' : (effectOfMethod[operation.method] ?? 'read'));
}

/** Lists the state-changing calls of a workflow in step order, excluding control plane calls. */
export function listStateChangingCalls(item: ResolvedWorkflow, contracts: ContractsByApi): StateChangingCall[] {
  return listCalledWorkflows(item).flatMap((part) =>
    part.workflow.steps.flatMap((step) => changingCall(part, step, contracts) ?? []),
  );
}

function changingCall(item: ResolvedWorkflow, step: Step, contracts: ContractsByApi): StateChangingCall | undefined {
  const { stepId, 'x-operation': custom } = step;
  if (custom !== undefined) {
    const method = custom.method.toUpperCase();
    // An unknown method could have any effect.
    const effect = effectOfMethod[method] ?? 'destroy';
    return /^(GET|HEAD|OPTIONS)$/.test(method) ? undefined : { item, stepId, method, url: custom.url, effect };
  }
  if (step.workflowId !== undefined) return undefined;
  const resolved = resolveOperation(step, item.file, contracts);
  if ('problem' in resolved || resolved.source === 'control') return undefined;
  const { method, path: url } = resolved.operation;
  const effect = classifyOperationEffect(resolved.operation);
  return effect === 'read' ? undefined : { item, stepId, method, ...resolved, url, effect };
}

/** Lists the cleanup workflows of a workflow, in the order they run. */
export function listFinalizers(item: ResolvedWorkflow): ResolvedWorkflow[] {
  return listCalledWorkflows(item)
    .reverse()
    .flatMap(({ file, workflow }) => {
      const resolved = resolveWorkflow(workflow['x-finally'] ?? '', file);
      return workflow['x-finally'] === undefined || 'problem' in resolved ? [] : [resolved];
    });
}
