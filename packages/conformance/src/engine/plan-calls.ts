import { type ApiContract, omitUndefined } from '@understudy/contract';
import { listFinalizers, listStateChangingCalls, type StateChangingCall } from '../arazzo/effects.js';
import type { OperationEffect, ScenarioFile } from '../arazzo/model.js';
import { omitGivenDependencies } from '../arazzo/resolve.js';
import { selectWorkflows, type WorkflowFilter } from '../arazzo/select-workflows.js';
import type { Target } from '../targets/target.js';
import { findSkipReason } from './find-skip-reason.js';
import { resolveBaseUrl, resolveInputs } from './session.js';

/** The calls that a run would make. */
export interface RunPlan {
  target: string;
  workflows: PlannedWorkflow[];
  skipped: { file: string; workflowId: string; reason: string }[];
}

interface PlannedWorkflow {
  file: string;
  workflowId: string;
  summary?: string;
  tenantId?: string;
  /** The state-changing calls in step order. Retries and `goto` can repeat or skip calls. */
  calls: PlannedCall[];
  /** The state-changing calls of the workflow's `x-finally`. */
  cleanup: PlannedCall[];
}

export interface PlannedCall {
  workflowId: string;
  stepId: string;
  method: string;
  /** The URL with the operation's path template, or the expression that evaluates to the URL. */
  url: string;
  operationId?: string;
  effect: OperationEffect;
}

interface PlanOptions extends WorkflowFilter {
  files: readonly ScenarioFile[];
  contracts: Map<string, ApiContract>;
  target: Target;
  allowEffects?: readonly OperationEffect[] | undefined;
  inputs?: Readonly<Record<string, unknown>> | undefined;
}

/** Lists every state-changing call of the selected workflows, and the workflows that the target cannot run. */
export function planCalls(options: PlanOptions): RunPlan {
  const { target, contracts, allowEffects = [] } = options;
  const plan: RunPlan = { target: target.name, workflows: [], skipped: [] };
  for (const selected of selectWorkflows(options.files, options)) {
    const item = omitGivenDependencies(selected, target.inputsFor?.(selected) ?? {});
    const { file, workflow } = item;
    const name = { file: file.file, workflowId: workflow.workflowId };
    const reason = findSkipReason(selected, target, ['read', ...allowEffects], contracts);
    if (reason !== undefined) {
      plan.skipped.push({ ...name, reason });
      continue;
    }
    const given = { ...target.inputsFor?.(selected), ...options.inputs };
    const { tenantId } = resolveInputs(workflow, file, {}, given).values;
    const listed = (call: StateChangingCall): PlannedCall => plannedCall(call, target);
    plan.workflows.push({
      ...omitUndefined({
        ...name,
        summary: workflow.summary,
        tenantId: typeof tenantId === 'string' ? tenantId : undefined,
      }),
      calls: listStateChangingCalls(item, contracts).map(listed),
      cleanup: listFinalizers(item).flatMap((finalizer) => listStateChangingCalls(finalizer, contracts).map(listed)),
    });
  }
  return plan;
}

function plannedCall(call: StateChangingCall, target: Target): PlannedCall {
  const { item, stepId, method, operation, source, effect } = call;
  const base = source === undefined ? '' : resolveBaseUrl(target, source, { operation, api: item.file.api });
  const { workflowId } = item.workflow;
  return omitUndefined({
    workflowId,
    stepId,
    method,
    url: base + call.url,
    operationId: operation?.operationId,
    effect,
  });
}
