import type { CauseContext } from '../causes/find-causes.js';
import { stepKey } from '../causes/step-issues.js';
import { mergeWire } from '../coverage/merge-wire.js';
import { withCauses } from '../engine/with-causes.js';
import type { RunResult, WorkflowResult } from '../results/result.js';

/**
 * A run and what a later one of some of its workflows adds: the steps that the first did not come to. Its causes are found
 * again.
 */
export function mergeRuns(first: RunResult, again: RunResult, context: CauseContext): RunResult {
  const later = new Map(again.workflows.map((workflow) => [nameOf(workflow), workflow]));
  const workflows = first.workflows.map((workflow) => {
    const more = later.get(nameOf(workflow));
    if (more === undefined) return workflow;
    const known = new Set(workflow.steps.map(stepKey));
    return { ...workflow, steps: [...workflow.steps, ...more.steps.filter((step) => !known.has(stepKey(step)))] };
  });
  const merged = withCauses({ ...first, workflows }, context);
  return {
    ...merged,
    durationMilliseconds: first.durationMilliseconds + again.durationMilliseconds,
    exitCode: again.exitCode > first.exitCode ? again.exitCode : first.exitCode,
    ...(first.wire === undefined || again.wire === undefined ? {} : { wire: mergeWire(first.wire, again.wire) }),
  };
}

function nameOf({ file, workflowId }: WorkflowResult): string {
  return `${file}#${workflowId}`;
}
