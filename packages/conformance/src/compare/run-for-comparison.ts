import type { ScenarioFile, Workflow } from '../arazzo/model.js';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { listCalledWorkflows } from '../arazzo/select-workflows.js';
import type { CauseContext } from '../causes/find-causes.js';
import { findExpectedStatus, toStepKey } from '../causes/step-issues.js';
import { mergeWire } from '../coverage/wire-coverage.js';
import { completeRunResult } from '../engine/complete-run-result.js';
import { type RunOptions, runScenarios } from '../engine/run-scenarios.js';
import { matchByUrl } from '../engine/session.js';
import type { RunResult, WorkflowResult } from '../results/result.js';
import { extendTarget, type HttpRequest, type HttpResponse, type Target } from '../targets/target.js';

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

/** Adds the steps that only the second run reached, and recomputes the causes. */
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

/** An operation's wrong status, and the status that every scenario expects. */
interface Repair {
  id: string;
  api: string;
  operationId: string;
  actual: number;
  expected: number;
  /** Failed workflows by `<file>#<workflowId>`. */
  workflows: string[];
}

/**
 * Finds statuses that can be corrected safely: one success for another, or an undocumented status, if all scenarios
 * agree.
 */
function findStatusCorrections(result: RunResult): Repair[] {
  const repairs = new Map<string, Repair>();
  const disputed = new Set<string>();
  for (const workflow of result.workflows) {
    for (const step of workflow.steps.filter(({ outcome }) => outcome === 'failed')) {
      const exchange = step.attempts.findLast((attempt) => attempt.exchange !== undefined)?.exchange;
      const actual = exchange?.response?.status;
      const expected = findExpectedStatus(step.findings);
      if (exchange?.api === undefined || exchange.operationId === undefined) continue;
      if (actual === undefined || expected === undefined || actual === expected) continue;
      const undocumented = step.findings.some(({ ruleId }) => ruleId === 'response/undocumented-status');
      if (!undocumented && !(actual < 300 && expected < 300)) continue;
      const { api, operationId } = exchange;
      const id = `${api}.${operationId} ${actual}`;
      const known = repairs.get(id) ?? { id, api, operationId, actual, expected, workflows: [] };
      if (known.expected !== expected) disputed.add(id);
      known.workflows.push(`${workflow.file}#${workflow.workflowId}`);
      repairs.set(id, known);
    }
  }
  return [...repairs.values()].filter(({ id }) => !disputed.has(id));
}

function createStatusCorrectingTarget<T extends Target>(
  root: T,
  contracts: ContractsByApi,
  repairs: readonly Repair[],
): T {
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const response = await root.send(request);
    const operation = matchByUrl(request.method, request.url, root, contracts)?.operation;
    const repair = repairs.find(
      ({ api, operationId, actual }) =>
        operation?.api === api && operation.operationId === operationId && response.status === actual,
    );
    return repair === undefined ? response : { ...response, status: repair.expected };
  };
  const { isolate } = root;
  const isolateCorrected =
    isolate && (async (name: string) => createStatusCorrectingTarget(await isolate(name), contracts, repairs));
  return extendTarget(root, { send, isolate: isolateCorrected });
}
