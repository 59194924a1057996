import type { CauseContext } from '../causes/find-causes.js';
import { stepKey } from '../causes/step-issues.js';
import type { WireCoverage } from '../coverage/wire-coverage.js';
import type { RunResult, WorkflowResult } from '../engine/result.js';
import { withCauses } from '../engine/with-causes.js';

/**
 * A run and what a later one of some of its workflows adds: the steps that the first did not come to. Its causes are found
 * anew.
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

function mergeWire(first: WireCoverage, again: WireCoverage): WireCoverage {
  const later = new Map(again.operations.map((operation) => [`${operation.api}.${operation.operationId}`, operation]));
  return {
    operations: first.operations.map((operation) => {
      const more = later.get(`${operation.api}.${operation.operationId}`);
      if (more === undefined) return operation;
      const seen = new Map<string, number>();
      for (const { status, seen: count } of more.statuses) seen.set(status, count);
      for (const { status, pointer, seen: count } of more.properties) seen.set(`${status} ${pointer}`, count);
      for (const { in: place, name, seen: count } of more.parameters) seen.set(`${place} ${name}`, count);
      const plus = (key: string, count: number) => count + (seen.get(key) ?? 0);
      return {
        ...operation,
        calls: operation.calls + more.calls,
        statuses: operation.statuses.map((one) => ({ ...one, seen: plus(one.status, one.seen) })),
        properties: operation.properties.map((one) => ({
          ...one,
          seen: plus(`${one.status} ${one.pointer}`, one.seen),
        })),
        parameters: operation.parameters.map((one) => ({ ...one, seen: plus(`${one.in} ${one.name}`, one.seen) })),
      };
    }),
  };
}
