import type { StepResult, WorkflowResult } from '../engine/result.js';

/** What a step lacked, and the earlier step that did not provide it. */
export interface WantedOutput {
  /** The earlier step, which failed. */
  from: StepResult;
  name: string;
}

/**
 * What a failed step needed from an earlier step that failed too: then it is a consequence, and not reported by itself.
 * A step that passed without giving its output is reported.
 */
export function wantedOutput(step: StepResult, workflow: WorkflowResult): WantedOutput | undefined {
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
