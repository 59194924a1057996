import type { Workflow, WorkflowResult } from '@understudy/conformance';
import { stringifyJson } from '@understudy/contract';

/**
 * Returns a draft without the expectation that failed: a criterion about the body, or the step and those that need its
 * outputs.
 *
 * @returns undefined if nothing that the draft contains failed, or less than three quarters of the steps would remain
 */
export function omitFailure(
  draft: Workflow,
  { steps: results }: WorkflowResult,
  all: number,
): { readonly workflow: Workflow; readonly omitted: string } | undefined {
  const failed = results.find(({ outcome }) => outcome === 'failed');
  const { stepId, findings: [finding] = [] } = failed ?? {};
  const { pointer = '', message = '', ruleId } = finding ?? {};
  const criterion = ruleId === 'criterion/false' ? Number(/\/successCriteria\/(\d+)$/.exec(pointer)?.[1] ?? 0) : 0;
  const gone = new Set([stepId]);
  const steps = draft.steps.flatMap((step) => {
    if (criterion > 0 && step.stepId === stepId)
      return [{ ...step, successCriteria: step.successCriteria?.filter((_each, index) => index !== criterion) ?? [] }];
    const text = stringifyJson(step);
    const isGone = criterion === 0 && [...gone].some((id) => step.stepId === id || text.includes(`$steps.${id}.`));
    if (isGone) gone.add(step.stepId);
    return isGone ? [] : [step];
  });
  if (stepId === undefined || steps.length < all * 0.75) return undefined;
  return { workflow: { ...draft, steps }, omitted: `${stepId}: ${message}` };
}
