import { type CauseContext, findCauses } from '../causes/find-causes.js';
import { markConsequences } from '../causes/mark-consequences.js';
import type { RunResult } from '../results/result.js';
import { summarize } from './summarize.js';

/** A run with its causes, and the totals and exit code that follow. */
export function withCauses(run: Omit<RunResult, 'causes' | 'totals' | 'exitCode'>, context: CauseContext): RunResult {
  const causes = findCauses(run, context);
  const workflows = markConsequences(run.workflows, causes);
  return { ...run, ...summarize(workflows, run.findings, run.unreachable), workflows, causes };
}
