import type { LintProblem } from './lint-problem.js';
import type { ScenarioFile } from './model.js';

/** Workflows of a file whose name another file has given already: reports and coverage could not tell them apart. */
export function lintNames(file: ScenarioFile, files: readonly ScenarioFile[]): LintProblem[] {
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
