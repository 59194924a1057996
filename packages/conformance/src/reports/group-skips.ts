import type { WorkflowResult } from '../results/result.js';

/** Groups skipped workflows by reason, the most frequent first. */
export function groupSkips(workflows: readonly WorkflowResult[]): { reason: string; workflows: string[] }[] {
  const reasons = new Map<string, string[]>();
  for (const { outcome, reason = 'no reason given', workflowId } of workflows) {
    if (outcome === 'skipped') reasons.set(reason, [...(reasons.get(reason) ?? []), workflowId]);
  }
  return [...reasons]
    .map(([reason, names]) => ({ reason, workflows: names }))
    .sort((left, right) => right.workflows.length - left.workflows.length);
}
