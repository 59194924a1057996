import type { ApiContract, Finding, Ledger } from '@understudy/contract';
import { lintClaims } from './lint-claims.js';
import { lintOperations } from './lint-operations.js';
import type { LintProblem } from './lint-problem.js';
import { lintReferences } from './lint-references.js';
import type { ScenarioFile } from './model.js';

/**
 * Checks scenario files beyond their structure. `arazzo/…` findings keep a workflow from running: unknown operations and
 * workflows, references to nothing, conditions that do not parse. `scenario/…` findings are about what a scenario shows:
 * unknown claims, a step that cannot fail, undeclared requirements.
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
    const findings = problems.map(({ rule, severity = 'error', ...problem }): Finding => {
      const line = file.lineOf(problem.pointer);
      return { ruleId: rule, severity, ...problem, file: file.file, ...(line === undefined ? {} : { line }) };
    });
    return [...file.findings, ...findings];
  });
}

/** Workflows of a file whose name another file has given already: reports and coverage could not tell them apart. */
function lintNames(file: ScenarioFile, files: readonly ScenarioFile[]): LintProblem[] {
  const earlier = files.slice(0, files.indexOf(file));
  return file.document.workflows.flatMap(({ workflowId }, index): LintProblem[] => {
    const first = earlier.find(({ document }) => document.workflows.some((other) => other.workflowId === workflowId));
    if (first === undefined) return [];
    const message = `The workflowId "${workflowId}" is taken by ${first.file}; give each workflow a name of its own.`;
    return [
      {
        rule: 'scenario/duplicate-workflow-id',
        message,
        pointer: `/workflows/${index}/workflowId`,
        actual: workflowId,
      },
    ];
  });
}
