import { suggestName } from '@understudy/contract';
import type { LintProblem } from './check-structure.js';
import { inferRequirements } from './infer-requirements.js';
import type { ScenarioFile, Step, Workflow } from './model.js';
import { type ContractsByApi, resolveOperation } from './resolve.js';

/**
 * Checks sources, operations and path parameters, and reports steps that cannot fail, redundant requirements and
 * undeclared effects.
 */
export function lintOperations(file: ScenarioFile, contracts: ContractsByApi): LintProblem[] {
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
