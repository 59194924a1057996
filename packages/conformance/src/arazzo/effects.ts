import type { Operation } from '@understudy/contract';
import { type Effect, effectNames, type Step } from './model.js';
import {
  type Contracts,
  type ResolvedWorkflow,
  resolveOperation,
  resolveReusables,
  resolveWorkflow,
} from './resolve.js';

/** One request of a workflow that may change something, before it is sent. */
export interface ChangingCall {
  item: ResolvedWorkflow;
  stepId: string;
  method: string;
  /** The operation called; missing for a step that calls a URL. */
  operation?: Operation;
  source?: string;
  /** The path template, or the expression of a URL. */
  url: string;
  effect: Effect;
}

const effectOfMethod: Readonly<Record<string, Effect>> = {
  POST: 'create',
  PUT: 'create',
  PATCH: 'mutate',
  DELETE: 'destroy',
};

/** Whether an operation hands out tokens: a form posted to a path that ends in `/token`. It leaves nothing to clean up. */
export function isTokenRequest({ method, path, requestBody }: Operation): boolean {
  return (
    method === 'POST' &&
    path.endsWith('/token') &&
    requestBody?.content['application/x-www-form-urlencoded'] !== undefined
  );
}

/** What calling an operation does, by its `x-effects` and otherwise by its method; `read` for a request of a token. */
export function effectOfOperation(operation: Operation): Effect {
  const told = effectNames.find((name) => name === operation.extensions['x-effects']);
  return told ?? (isTokenRequest(operation) ? 'read' : (effectOfMethod[operation.method] ?? 'read'));
}

/**
 * The calls a workflow and what it calls would make that are more than reading, in the order of the steps. The control
 * plane is left out: it is ours wherever it is.
 */
export function changingCalls(item: ResolvedWorkflow, contracts: Contracts): ChangingCall[] {
  return calledBySteps(item).flatMap((part) =>
    part.workflow.steps.flatMap((step) => {
      const call = changingCall(part, step, contracts);
      return call === undefined ? [] : [call];
    }),
  );
}

function changingCall(item: ResolvedWorkflow, step: Step, contracts: Contracts): ChangingCall | undefined {
  const { stepId } = step;
  const custom = step['x-operation'];
  if (custom !== undefined) {
    const method = custom.method.toUpperCase();
    // An unknown method may do anything.
    const effect = /^(GET|HEAD|OPTIONS)$/.test(method) ? undefined : (effectOfMethod[method] ?? 'destroy');
    return effect === undefined ? undefined : { item, stepId, method, url: custom.url, effect };
  }
  if (step.workflowId !== undefined) return undefined;
  const resolved = resolveOperation(step, item.file, contracts);
  if ('problem' in resolved || resolved.source === 'control') return undefined;
  const { operation, source } = resolved;
  const effect = effectOfOperation(operation);
  return effect === 'read'
    ? undefined
    : { item, stepId, method: operation.method, operation, source, url: operation.path, effect };
}

/** The workflows that clean up after one, in the order in which they run. */
export function finalizersOf(item: ResolvedWorkflow): ResolvedWorkflow[] {
  return calledBySteps(item)
    .reverse()
    .flatMap(({ file, workflow }) => {
      const resolved = resolveWorkflow(workflow['x-finally'] ?? '', file);
      return workflow['x-finally'] === undefined || 'problem' in resolved ? [] : [resolved];
    });
}

/** A workflow, and those its steps, actions and `dependsOn` lead to; not its `x-finally`. */
export function calledBySteps(start: ResolvedWorkflow, seen: Set<object> = new Set()): ResolvedWorkflow[] {
  if (seen.has(start.workflow)) return [];
  seen.add(start.workflow);
  const { workflow, file } = start;
  const lists = [workflow, ...workflow.steps].flatMap((part) => [
    ...resolveReusables('stepId' in part ? part.onSuccess : part.successActions, 'successActions', file),
    ...resolveReusables('stepId' in part ? part.onFailure : part.failureActions, 'failureActions', file),
  ]);
  const names = [
    ...(workflow.dependsOn ?? []),
    ...workflow.steps.map((step) => step.workflowId),
    ...lists.map((action) => action.workflowId),
  ].filter((name) => name !== undefined);
  const called = names.flatMap((name) => {
    const resolved = resolveWorkflow(name, file);
    return 'problem' in resolved ? [] : calledBySteps(resolved, seen);
  });
  return [start, ...called];
}
