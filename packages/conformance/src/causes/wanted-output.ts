import type { StepResult, WorkflowResult } from '../engine/result.js';

/** What a step could not get, and the earlier step that did not give it. */
export interface WantedOutput {
  /** The earlier step, which failed. */
  from: StepResult;
  name: string;
}

/**
 * What a failed step wanted of a step before it that failed too: then it is a consequence, and no news of its own. A step that
 * passed and yet gives no output is news.
 */
export function wantedOutput(step: StepResult, workflow: WorkflowResult): WantedOutput | undefined {
  if (step.outcome === 'passed') return undefined;
  const before = workflow.steps.slice(0, workflow.steps.indexOf(step));
  for (const { severity, message } of step.findings) {
    if (severity !== 'error') continue;
    const [, stepId, name] = /the outputs of step (\S+) have no value (\S+?)\.?$/.exec(message) ?? [];
    const from = before.findLast((earlier) => earlier.stepId === stepId && earlier.workflowId === step.workflowId);
    if (from?.outcome === 'failed' && name !== undefined) return { from, name };
  }
  return undefined;
}
