import type { ScenarioFile, Workflow } from '../arazzo/model.js';
import { listCalledWorkflows } from '../arazzo/select-workflows.js';
import type { CauseContext } from '../causes/find-causes.js';
import { toStepKey } from '../causes/step-issues.js';
import { mergeWire } from '../coverage/wire-coverage.js';
import { completeRunResult } from '../engine/complete-run-result.js';
import { type RunOptions, runScenarios } from '../engine/run-scenarios.js';
import type { RunResult, WorkflowResult } from '../results/result.js';
import { createStatusCorrectingTarget, findStatusCorrections } from './status-correcting-target.js';

/** Maximum number of rounds. Each round can reveal another difference in the same workflow. */
const maxRounds = 4;

/**
 * Runs scenarios so that one difference does not hide another. Workflows that fail with a wrong status run again with
 * the corrected status until nothing new is found. The result contains the steps of all rounds, each with its first
 * outcome.
 */
export async function runForComparison(options: RunOptions): Promise<RunResult> {
  let merged = await runScenarios(options);
  const repairs = new Map<string, ReturnType<typeof findStatusCorrections>[number]>();
  for (let round = 2; round <= maxRounds; round++) {
    const found = findStatusCorrections(merged).filter((repair) => !repairs.has(repair.id));
    if (found.length === 0) break;
    for (const repair of found) repairs.set(repair.id, repair);
    const files = selectFiles(options.files, new Set(found.flatMap(({ workflows }) => workflows)));
    const target = createStatusCorrectingTarget(options.target, options.contracts, [...repairs.values()]);
    const again = await runScenarios({ ...options, files, target });
    if (again.unreachable !== undefined) break;
    merged = mergeRuns(merged, again, options);
  }
  return merged;
}

/** Selects the files with these workflows and the workflows they call. */
function selectFiles(files: readonly ScenarioFile[], names: ReadonlySet<string>): ScenarioFile[] {
  return files.flatMap((file) => {
    const { workflows } = file.document;
    const wanted = workflows.filter(({ workflowId }) => names.has(`${file.file}#${workflowId}`));
    if (wanted.length === 0) return [];
    const kept = new Set<Workflow>(
      wanted.flatMap((workflow) =>
        listCalledWorkflows({ file, workflow }, 'with x-finally').map((part) => part.workflow),
      ),
    );
    const left = workflows.filter((workflow) => kept.has(workflow));
    const lineOf = (pointer: string) => file.lineOf(toOriginalPointer(pointer, left, workflows));
    return [{ ...file, document: { ...file.document, workflows: left }, lineOf }];
  });
}

/** Converts a pointer into the shortened document to a pointer into the original. */
function toOriginalPointer(pointer: string, left: readonly Workflow[], all: readonly Workflow[]): string {
  return pointer.replace(/^\/workflows\/(\d+)/, (whole, index: string) => {
    const workflow = left[Number(index)];
    return workflow === undefined ? whole : `/workflows/${all.indexOf(workflow)}`;
  });
}

/** Adds the steps that only the second run reached, and finds the causes again. */
function mergeRuns(first: RunResult, again: RunResult, context: CauseContext): RunResult {
  const later = new Map(again.workflows.map((workflow) => [keyOf(workflow), workflow]));
  const workflows = first.workflows.map((workflow) => {
    const more = later.get(keyOf(workflow));
    if (more === undefined) return workflow;
    const known = new Set(workflow.steps.map(toStepKey));
    return { ...workflow, steps: [...workflow.steps, ...more.steps.filter((step) => !known.has(toStepKey(step)))] };
  });
  const merged = completeRunResult({ ...first, workflows }, context);
  return {
    ...merged,
    durationMilliseconds: first.durationMilliseconds + again.durationMilliseconds,
    exitCode: again.exitCode > first.exitCode ? again.exitCode : first.exitCode,
    ...(first.wire === undefined || again.wire === undefined ? {} : { wire: mergeWire(first.wire, again.wire) }),
  };
}

function keyOf({ file, workflowId }: WorkflowResult): string {
  return `${file}#${workflowId}`;
}
