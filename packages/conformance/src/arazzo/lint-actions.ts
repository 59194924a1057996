import { didYouMean } from '@understudy/contract';
import type { LintProblem } from './lint-problem.js';
import type { FailureAction, ScenarioFile, SuccessAction, Workflow } from './model.js';
import { resolveReusables, resolveWorkflow } from './resolve.js';

/** Where a workflow's steps, actions, `dependsOn` and `x-finally` lead. */
export function lintActions(file: ScenarioFile, workflow: Workflow, pointer: string): LintProblem[] {
  const problems: LintProblem[] = [];
  const checkWorkflow = (name: string | undefined, at: string): void => {
    if (name === undefined) return;
    const resolved = resolveWorkflow(name, file);
    if ('problem' in resolved)
      problems.push({ rule: 'arazzo/unknown-workflow', message: resolved.problem, pointer: at, actual: name });
  };
  const stepIds = workflow.steps.map((step) => step.stepId);
  const checkAction = (action: SuccessAction | FailureAction, at: string): void => {
    checkWorkflow(action.workflowId, at);
    const { stepId } = action;
    if (stepId !== undefined && !stepIds.includes(stepId)) {
      const message = `The action ${action.name} goes to "${stepId}", which is no step of ${workflow.workflowId}.${didYouMean(stepId, stepIds)}`;
      problems.push({ rule: 'arazzo/unknown-step', message, pointer: at, actual: stepId });
    }
    const targets = [action.workflowId, stepId].filter((target) => target !== undefined).length;
    if (action.type === 'goto' && targets !== 1) {
      const message = `The action ${action.name} is a goto and must name a stepId or a workflowId, and only one of them.`;
      problems.push({ rule: 'arazzo/goto-target', message, pointer: at });
    }
    if (action.type === 'retry' && action.retryLimit === undefined) {
      const message = `The action ${action.name} has no retryLimit, so it retries once; say how often.`;
      problems.push({ rule: 'scenario/no-retry-limit', severity: 'warning', message, pointer: at });
    }
  };
  for (const [index, name] of (workflow.dependsOn ?? []).entries())
    checkWorkflow(name, `${pointer}/dependsOn/${index}`);
  checkWorkflow(workflow['x-finally'], `${pointer}/x-finally`);
  for (const action of resolveReusables(workflow.successActions, 'successActions', file))
    checkAction(action, `${pointer}/successActions`);
  for (const action of resolveReusables(workflow.failureActions, 'failureActions', file))
    checkAction(action, `${pointer}/failureActions`);
  for (const [index, step] of workflow.steps.entries()) {
    const at = `${pointer}/steps/${index}`;
    checkWorkflow(step.workflowId, `${at}/workflowId`);
    for (const action of resolveReusables(step.onSuccess, 'successActions', file))
      checkAction(action, `${at}/onSuccess`);
    for (const action of resolveReusables(step.onFailure, 'failureActions', file))
      checkAction(action, `${at}/onFailure`);
  }
  return problems;
}
