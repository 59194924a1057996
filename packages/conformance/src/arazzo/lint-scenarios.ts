import { type ApiContract, type Finding, type Ledger, listSharingApis, suggestName } from '@understudy/contract';
import { type LintProblem, toFinding } from './check-structure.js';
import { inferRequirements } from './infer-requirements.js';
import { lintReferences } from './lint-references.js';
import type { ScenarioFile, Step, Workflow } from './model.js';
import { type ContractsByApi, resolveOperation } from './resolve.js';

/**
 * Checks scenario files beyond their structure. Workflows with `arazzo/…` findings do not run: unknown operations and
 * workflows, broken references, invalid conditions. `scenario/…` findings are weak scenarios: unknown claims, a step
 * that cannot fail, undeclared requirements.
 */
export function lintScenarios(
  files: ScenarioFile[],
  contracts: Map<string, ApiContract>,
  ledger: Ledger,
  isMeant: (file: ScenarioFile) => boolean = () => true,
): Finding[] {
  return files.flatMap((file) => {
    if (!isMeant(file)) return file.findings;
    const problems = [
      ...lintOperations(file, contracts),
      ...lintReferences(file),
      ...lintClaims(file, contracts, ledger),
      ...lintNames(file, files),
    ];
    return [...file.findings, ...problems.map((problem) => toFinding(problem, file.file, file.lineOf))];
  });
}

/** Reports duplicate workflow names, because reports and coverage cannot distinguish such workflows. */
function lintNames(file: ScenarioFile, files: readonly ScenarioFile[]): LintProblem[] {
  const earlier = files.slice(0, files.indexOf(file));
  return file.document.workflows.flatMap(({ workflowId }, index): LintProblem[] => {
    const first = earlier.find(({ document }) => document.workflows.some((other) => other.workflowId === workflowId));
    if (first === undefined) return [];
    const message = `The workflowId "${workflowId}" is already used in ${first.file}; use a unique id.`;
    const pointer = `/workflows/${index}/workflowId`;
    return [{ rule: 'scenario/duplicate-workflow-id', message, pointer, actual: workflowId }];
  });
}

/** Checks that the claims listed in a file exist, are testable, and can be counted for the file's API. */
function lintClaims(file: ScenarioFile, contracts: ContractsByApi, ledger: Ledger): LintProblem[] {
  const claims = new Map(ledger.claims.map((claim) => [claim.id, claim]));
  const apis = new Set(contracts.keys());
  const problems: LintProblem[] = [];
  const check = (ids: readonly string[] | undefined, pointer: string): void => {
    for (const [index, id] of (ids ?? []).entries()) {
      const at = `${pointer}/x-claims/${index}`;
      const claim = claims.get(id);
      if (claim === undefined) {
        const message = `The ledger has no claim "${id}".${suggestName(id, claims.keys())}`;
        problems.push({ rule: 'scenario/unknown-claim', message, pointer: at, actual: id });
        continue;
      }
      if (claim.untestable !== undefined) {
        const message = `The claim ${id} is untestable (${claim.untestable}); do not list it, or remove "untestable" from the ledger.`;
        problems.push({ rule: 'scenario/untestable-claim', severity: 'warning', message, pointer: at, actual: id });
      }
      const shared = listSharingApis(claim, apis);
      if (shared === undefined || shared.includes(file.api ?? '')) continue;
      const message = `The claim ${id} counts per API (${shared.join(', ')}), but ${file.api === undefined ? 'the file has no x-api' : `the file's x-api is ${file.api}`}.`;
      problems.push({ rule: 'scenario/claim-without-api', message, pointer: at, expected: shared, actual: file.api });
    }
  };
  for (const [index, workflow] of file.document.workflows.entries()) {
    const pointer = `/workflows/${index}`;
    check(workflow['x-claims'], pointer);
    for (const [place, step] of workflow.steps.entries()) check(step['x-claims'], `${pointer}/steps/${place}`);
  }
  return problems;
}

/**
 * Checks sources, operations and path parameters, and reports steps that cannot fail, redundant requirements and
 * undeclared effects.
 */
function lintOperations(file: ScenarioFile, contracts: ContractsByApi): LintProblem[] {
  const problems = lintSources(file, contracts);
  if (problems.length > 0) return problems;
  for (const [index, workflow] of file.document.workflows.entries()) {
    const pointer = `/workflows/${index}`;
    for (const [place, step] of workflow.steps.entries()) {
      problems.push(...lintStep(file, contracts, workflow, step, `${pointer}/steps/${place}`));
    }
    problems.push(...lintRequirements(file, contracts, workflow, `${pointer}/x-requires`));
    if (workflow['x-effects'] !== undefined) continue;
    const message = `The workflow ${workflow.workflowId} does not declare its effects; add x-effects: read, create, mutate or destroy.`;
    problems.push({ rule: 'scenario/no-effects', severity: 'warning', message, pointer });
  }
  return problems;
}

function lintSources(file: ScenarioFile, contracts: ContractsByApi): LintProblem[] {
  return file.document.sourceDescriptions.flatMap((source, index) => {
    if (source.type === 'arazzo' || contracts.has(source.name)) return [];
    const known = [...contracts.keys()].join(', ') || 'none';
    const message = `The source description "${source.name}" does not match any API of the contract (known: ${known}); add its description to "apis" of the configuration file.${suggestName(source.name, contracts.keys())}`;
    return [
      { rule: 'arazzo/unknown-source', message, pointer: `/sourceDescriptions/${index}/name`, actual: source.name },
    ];
  });
}

function lintStep(
  file: ScenarioFile,
  contracts: ContractsByApi,
  { workflowId }: Workflow,
  step: Step,
  pointer: string,
): LintProblem[] {
  const problems: LintProblem[] = [];
  if ((step.successCriteria ?? []).length === 0 && step.workflowId === undefined) {
    const message = `The step ${step.stepId} of ${workflowId} cannot fail, because it has no successCriteria; add some.`;
    problems.push({ rule: 'scenario/cannot-fail', message, pointer });
  }
  const field = step.operationId === undefined ? 'operationPath' : 'operationId';
  const resolved = step[field] === undefined ? {} : resolveOperation(step, file, contracts);
  if (!('problem' in resolved)) return problems;
  const message = `Step ${step.stepId}: ${resolved.problem}`;
  const place = { pointer: `${pointer}/${field}`, actual: step[field] };
  return [...problems, { rule: 'arazzo/unknown-operation', message, ...place }];
}

/** Reports declared requirements that the steps already imply, because such declarations become outdated. */
function lintRequirements(
  file: ScenarioFile,
  contracts: ContractsByApi,
  workflow: Workflow,
  pointer: string,
): LintProblem[] {
  const declared = workflow['x-requires'];
  if (declared === undefined) return [];
  const shown = inferRequirements(workflow, file, contracts);
  const needless = declared.filter((capability) => shown.has(capability));
  if (needless.length === 0 && declared.length > 0) return [];
  const message = `The steps of ${workflow.workflowId} already imply ${needless.join(', ') || 'no requirements'}; remove that from x-requires.`;
  return [{ rule: 'scenario/needless-requirement', severity: 'warning', message, pointer }];
}
