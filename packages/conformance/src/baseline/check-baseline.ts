import type { Cause } from '../results/cause.js';
import type { RunResult } from '../results/result.js';
import type { Baseline, BaselineEntry } from './baseline.js';

interface BaselineCheck {
  /** Causes of the run that the baseline does not list. */
  unlisted: Cause[];
  /** Entries whose cause was found and which have not expired. */
  accepted: BaselineEntry[];
  /** Expired entries, whether or not their cause was found again. */
  expired: BaselineEntry[];
  /** Entries whose step ran without the cause. They must be removed; otherwise they would hide the next cause. */
  passing: BaselineEntry[];
  /** Entries whose step did not run. */
  notRun: BaselineEntry[];
}

/**
 * Compares the causes of a run with a baseline. The run is clean if no entry is unlisted, expired or passing.
 *
 * @param today `YYYY-MM-DD`
 */
export function checkBaseline(
  baseline: Baseline,
  result: Pick<RunResult, 'causes' | 'workflows'>,
  today: string,
): BaselineCheck {
  const causes = errorsOf(result);
  const found = new Set(causes.map(({ fingerprint }) => fingerprint));
  const ran = stepsRun(result);
  const listed = new Set(baseline.findings.map(({ id }) => id));
  const check: BaselineCheck = {
    unlisted: causes.filter(({ fingerprint }) => !listed.has(fingerprint)),
    accepted: [],
    expired: [],
    passing: [],
    notRun: [],
  };
  for (const entry of baseline.findings) {
    if (entry.expires < today) check.expired.push(entry);
    else if (found.has(entry.id)) check.accepted.push(entry);
    else if (ran.has(stepOf(entry))) check.passing.push(entry);
    else check.notRun.push(entry);
  }
  return check;
}

export function isClean({ unlisted, expired, passing }: BaselineCheck): boolean {
  return unlisted.length === 0 && expired.length === 0 && passing.length === 0;
}

function errorsOf({ causes }: Pick<RunResult, 'causes'>): Cause[] {
  return causes.filter(({ severity }) => severity === 'error');
}

/**
 * Returns the keys of all steps that ran (`<workflow of the run> <workflow.step>`), and of the workflows themselves.
 */
function stepsRun(result: Pick<RunResult, 'workflows'>): ReadonlySet<string> {
  const ran = new Set<string>();
  for (const { workflowId, outcome, steps } of result.workflows) {
    if (outcome === 'skipped') continue;
    ran.add(workflowId);
    for (const step of steps) ran.add(`${workflowId} ${step.workflowId}.${step.stepId}`);
  }
  return ran;
}

function stepOf({ where }: BaselineEntry): string {
  return where.split(' ').slice(1).join(' ');
}
