import { suggestName } from '@understudy/contract';
import type { ScenarioFile, Workflow } from './model.js';
import { listActions, type ResolvedWorkflow, resolveWorkflow, toWorkflowKey } from './resolve.js';

/** Filters for workflows. A workflow must match at least one value of every given filter. */
export interface WorkflowFilter {
  /** Tags from the `x-tags` of the workflow or its file. */
  tags?: readonly string[] | undefined;
  /** APIs, as declared by the file's `x-api`. */
  apis?: readonly string[] | undefined;
  /** Claim ids (`<id>` or `<id>@<api>`) of the workflow, its steps or the workflows it calls. */
  claims?: readonly string[] | undefined;
  /** Workflow keys, as returned by `toWorkflowKey`. */
  workflows?: readonly string[] | undefined;
}

/**
 * Selects the workflows that run as test cases. A workflow called by another workflow in its file is a helper unless it
 * lists claims.
 */
export function selectWorkflows(files: readonly ScenarioFile[], filter: WorkflowFilter): ResolvedWorkflow[] {
  return files.flatMap((file) => {
    const called = new Set(
      file.document.workflows.flatMap((workflow) => [...callsOf(workflow, file), workflow['x-finally']]),
    );
    return file.document.workflows
      .filter((workflow) => workflow['x-claims'] !== undefined || !called.has(workflow.workflowId))
      .map((workflow) => ({ file, workflow }))
      .filter((candidate) => matches(candidate, filter));
  });
}

function matches({ file, workflow }: ResolvedWorkflow, { tags, apis, claims, workflows }: WorkflowFilter): boolean {
  if (workflows?.includes(toWorkflowKey(file.file, workflow.workflowId)) === false) return false;
  const own = [...(workflow['x-tags'] ?? []), ...(file.document['x-tags'] ?? [])];
  if (tags !== undefined && tags.length > 0 && !tags.some((tag) => own.includes(tag))) return false;
  if (apis !== undefined && apis.length > 0 && !apis.includes(file.api ?? '')) return false;
  if (claims === undefined || claims.length === 0) return true;
  const listed = listCalledWorkflows({ file, workflow }, 'with x-finally').flatMap((part) => claimsOf(part.workflow));
  return claims.some(
    (claim) => listed.includes(claim) || (claim.endsWith(`@${file.api}`) && listed.includes(claim.split('@')[0] ?? '')),
  );
}

/** Lists a workflow, every workflow that it calls or depends on, and with `x-finally` also its cleanup workflows. */
export function listCalledWorkflows(
  start: ResolvedWorkflow,
  cleanup?: 'with x-finally',
  seen: Set<Workflow> = new Set(),
): ResolvedWorkflow[] {
  const { workflow, file } = start;
  if (seen.has(workflow)) return [];
  seen.add(workflow);
  const names = [...(workflow.dependsOn ?? []), ...callsOf(workflow, file)];
  if (cleanup !== undefined && workflow['x-finally'] !== undefined) names.push(workflow['x-finally']);
  const called = names.flatMap((name) => {
    const resolved = resolveWorkflow(name, file);
    return 'problem' in resolved ? [] : listCalledWorkflows(resolved, cleanup, seen);
  });
  return [start, ...called];
}

/** Returns the names of the workflows called by steps, followed by those called by actions. */
function callsOf(workflow: Workflow, file: ScenarioFile): string[] {
  const actions = [workflow, ...workflow.steps].flatMap((part) => listActions(part, file));
  return [...workflow.steps, ...actions].flatMap(({ workflowId }) => workflowId ?? []);
}

function claimsOf(workflow: Workflow): string[] {
  return [...(workflow['x-claims'] ?? []), ...workflow.steps.flatMap((step) => step['x-claims'] ?? [])];
}

/** Explains why no workflow was selected and lists the valid choices. */
export function explainEmptySelection(files: readonly ScenarioFile[], filter: WorkflowFilter): string {
  const all = selectWorkflows(files, {});
  if (all.length === 0)
    return `Found no workflow to run in ${files.length} scenario file${files.length === 1 ? '' : 's'}.`;
  return [`None of the ${all.length} workflows matches the filters.`, ...unknownWords(all, filter)].join(' ');
}

/** Explains an invalid filter: a term that matches no workflow, or terms that no workflow matches in combination. */
export function explainWrongFilter(files: readonly ScenarioFile[], filter: WorkflowFilter): string | undefined {
  const given = [filter.tags, filter.apis, filter.claims].some((words) => (words ?? []).length > 0);
  if (!given) return undefined;
  const unknown = unknownWords(selectWorkflows(files, {}), filter);
  if (unknown.length > 0) return unknown.join(' ');
  return selectWorkflows(files, filter).length === 0 ? explainEmptySelection(files, filter) : undefined;
}

/** Returns a sentence for each term that matches no workflow, with the nearest known term. */
function unknownWords(all: readonly ResolvedWorkflow[], filter: WorkflowFilter): string[] {
  const tags = all.flatMap(({ file, workflow }) => [...(workflow['x-tags'] ?? []), ...(file.document['x-tags'] ?? [])]);
  const claims = all.flatMap((candidate) =>
    listCalledWorkflows(candidate, 'with x-finally').flatMap((part) =>
      claimsOf(part.workflow).flatMap((claim) =>
        candidate.file.api === undefined ? [claim] : [claim, `${claim}@${candidate.file.api}`],
      ),
    ),
  );
  const known: [string, readonly string[] | undefined, string[]][] = [
    ['tag', filter.tags, tags],
    ['API', filter.apis, all.flatMap(({ file }) => file.api ?? [])],
    ['claim', filter.claims, claims],
  ];
  return known.flatMap(([kind, wanted, there]) => {
    const words = new Set(there);
    return (wanted ?? [])
      .filter((word) => !words.has(word))
      .map((word) => `No workflow has the ${kind} "${word}".${suggestName(word, words)}`);
  });
}
