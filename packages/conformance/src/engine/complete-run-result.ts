import type { Finding } from '@understudy/contract';
import { type CauseContext, findCauses } from '../causes/find-causes.js';
import { markConsequences } from '../causes/mark-consequences.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { hasErrors, type RunResult, type WorkflowResult } from '../results/result.js';

export function completeRunResult(
  run: Omit<RunResult, 'causes' | 'totals' | 'exitCode'>,
  context: CauseContext,
): RunResult {
  const causes = findCauses(run, context);
  const workflows = markConsequences(run.workflows, causes);
  return { ...run, ...summarize(workflows, run.findings, run.unreachable), workflows, causes };
}

/**
 * Counts outcomes and chooses the exit code. Incomplete cleanup takes precedence over an unreachable target, which
 * takes precedence over findings.
 */
function summarize(
  workflows: readonly WorkflowResult[],
  findings: readonly Finding[],
  unreachable: string | undefined,
): Pick<RunResult, 'totals' | 'exitCode'> {
  const count = (outcome: string): number => workflows.filter((workflow) => workflow.outcome === outcome).length;
  const totals = {
    workflows: workflows.length,
    passed: count('passed'),
    flaky: count('flaky'),
    failed: count('failed'),
    skipped: count('skipped'),
    consequences: workflows.filter(({ consequence }) => consequence !== undefined).length,
    steps: workflows.reduce((sum, workflow) => sum + workflow.steps.length, 0),
  };
  return { totals, exitCode: exitCodeOf(workflows, totals.failed > 0 || hasErrors(findings), unreachable) };
}

function exitCodeOf(workflows: readonly WorkflowResult[], failed: boolean, unreachable: string | undefined): ExitCode {
  // Leftover resources need a person, so they come first.
  if (workflows.some((workflow) => workflow.cleanupIncomplete !== undefined)) return exitCodes.cleanupIncomplete;
  if (unreachable !== undefined) return exitCodes.unreachable;
  return failed ? exitCodes.findings : exitCodes.clean;
}
