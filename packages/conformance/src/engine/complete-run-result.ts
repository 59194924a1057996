import type { Finding } from '@understudy/contract';
import { type CauseContext, findCauses } from '../causes/find-causes.js';
import { markConsequences } from '../causes/mark-consequences.js';
import { exitCodes, hasErrors, type RunResult, type WorkflowResult } from '../results/result.js';

export function completeRunResult(
  run: Omit<RunResult, 'causes' | 'totals' | 'exitCode'>,
  context: CauseContext,
): RunResult {
  const causes = findCauses(run, context);
  const workflows = markConsequences(run.workflows, causes);
  return { ...run, ...summarize(workflows, run.findings, run.unreachable), workflows, causes };
}

/**
 * Counts outcomes and chooses the exit code. Incomplete cleanup takes precedence, because it needs manual work,
 * followed by an unreachable target and findings.
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
    ...countOfSkipped(workflows),
    consequences: workflows.filter(({ consequence }) => consequence !== undefined).length,
    steps: workflows.reduce((sum, workflow) => sum + workflow.steps.length, 0),
  };
  const isFailed = totals.failed > 0 || hasErrors(findings);
  const isLeft = workflows.some(({ cleanupIncomplete }) => cleanupIncomplete !== undefined);
  const exitCode = isLeft
    ? 'cleanupIncomplete'
    : unreachable !== undefined
      ? 'unreachable'
      : isFailed
        ? 'findings'
        : 'clean';
  return { totals, exitCode: exitCodes[exitCode] };
}

/** Counts the skipped workflows, if there are any. */
export function countOfSkipped(workflows: readonly Pick<WorkflowResult, 'outcome'>[]): { skipped?: number } {
  const skipped = workflows.filter(({ outcome }) => outcome === 'skipped').length;
  return skipped === 0 ? {} : { skipped };
}

/** Returns a finding if no workflow ran, because such a run proves nothing. @param explain why none was selected */
export function checkRunNotEmpty(
  workflows: readonly Pick<WorkflowResult, 'outcome'>[],
  explain?: () => string,
): Finding[] {
  if (workflows.some(({ outcome }) => outcome !== 'skipped')) return [];
  const skipped = `All ${workflows.length} selected workflows were skipped, so nothing was tested.`;
  const message = workflows.length === 0 ? explain?.() : skipped;
  return message === undefined ? [] : [{ ruleId: 'run/empty', severity: 'error', message, pointer: '' }];
}
