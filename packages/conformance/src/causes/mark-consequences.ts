import type { Cause } from '../results/cause.js';
import type { StepResult, WorkflowResult } from '../results/result.js';

/** Records in each failed workflow which step lacked a value from an earlier step, the value, and the causes. */
export function markConsequences(workflows: readonly WorkflowResult[], causes: readonly Cause[]): WorkflowResult[] {
  const byStep = new Map<string, string[]>();
  for (const { fingerprint, occurrences } of causes) {
    for (const { file, workflowId, stepOf, stepId } of occurrences) {
      const key = keyOf(file, stepOf ?? workflowId, stepId);
      byStep.set(key, [...new Set([...(byStep.get(key) ?? []), fingerprint])]);
    }
  }
  return workflows.map((workflow) => {
    const consequence = consequenceOf(workflow, byStep);
    return consequence === undefined ? workflow : { ...workflow, consequence };
  });
}

function consequenceOf(
  workflow: WorkflowResult,
  byStep: ReadonlyMap<string, string[]>,
): WorkflowResult['consequence'] | undefined {
  if (workflow.outcome !== 'failed') return undefined;
  const last = workflow.steps.findLast((step) => findMissingOutput(step, workflow) !== undefined);
  const wanted = last === undefined ? undefined : findMissingOutput(last, workflow);
  if (last !== undefined && wanted !== undefined) {
    let { from } = wanted;
    for (
      let above = findMissingOutput(from, workflow);
      above !== undefined;
      above = findMissingOutput(from, workflow)
    ) {
      from = above.from;
    }
    return {
      stepId: last.stepId,
      lacks: `${wanted.name} of the step ${wanted.from.stepId}`,
      causes: byStep.get(keyOf(from.file, from.workflowId, from.stepId)) ?? [],
    };
  }
  const depends = workflow.findings.map(({ about }) => about).find((about) => about?.kind === 'failed-dependency');
  if (depends?.kind !== 'failed-dependency') return undefined;
  const failed = workflow.steps.find(({ outcome }) => outcome === 'failed');
  const causes = failed === undefined ? [] : (byStep.get(keyOf(failed.file, failed.workflowId, failed.stepId)) ?? []);
  return { stepId: '', lacks: depends.workflowId, causes };
}

function keyOf(file: string, workflowId: string, stepId: string): string {
  return `${file}#${workflowId}#${stepId}`;
}

/**
 * Finds the missing value of a failed step if the step that should provide it also failed. Such a failure is a
 * consequence.
 */
export function findMissingOutput(
  step: StepResult,
  workflow: WorkflowResult,
): { from: StepResult; name: string } | undefined {
  if (step.outcome === 'passed') return undefined;
  const before = workflow.steps.slice(0, workflow.steps.indexOf(step));
  for (const { severity, about } of step.findings) {
    if (severity !== 'error' || about?.kind !== 'missing-output') continue;
    const { stepId, name } = about;
    const from = before.findLast((earlier) => earlier.stepId === stepId && earlier.workflowId === step.workflowId);
    if (from?.outcome === 'failed') return { from, name };
  }
  return undefined;
}
