import type { RunResult } from '../engine/result.js';
import { type LocatedFinding, locatedFindings } from '../reports/located-findings.js';
import type { Baseline, BaselineEntry } from './baseline.js';

/** What a baseline says about a run. */
export interface BaselineCheck {
  /** Findings of the run that the baseline does not list. */
  unlisted: LocatedFinding[];
  /** Findings of the run that are accepted today. */
  accepted: BaselineEntry[];
  /** Entries whose last day is over, found again or not. */
  expired: BaselineEntry[];
  /** Entries whose step ran, and passed. They have to go, or they would hide the next one. */
  passing: BaselineEntry[];
  /** Entries whose step did not run, which says nothing. */
  notRun: BaselineEntry[];
}

/**
 * Holds a run against a baseline. It is clean when nothing is unlisted, expired or passing.
 *
 * @param today `YYYY-MM-DD`
 * @param root what paths are relative to
 */
export function checkBaseline(baseline: Baseline, result: RunResult, today: string, root: string): BaselineCheck {
  const found = errorsOf(result, root);
  const ids = new Set(found.map(({ fingerprint }) => fingerprint));
  const listed = new Set(baseline.findings.map(({ id }) => id));
  const ran = stepsThatRan(result);
  const check: BaselineCheck = {
    unlisted: found.filter(({ fingerprint }) => !listed.has(fingerprint)),
    accepted: [],
    expired: [],
    passing: [],
    notRun: [],
  };
  for (const entry of baseline.findings) {
    if (entry.expires < today) check.expired.push(entry);
    else if (ids.has(entry.id)) check.accepted.push(entry);
    else if (ran.has(stepOf(entry))) check.passing.push(entry);
    else check.notRun.push(entry);
  }
  return check;
}

/** True when a run has nothing but what is accepted today. */
export function isClean({ unlisted, expired, passing }: BaselineCheck): boolean {
  return unlisted.length === 0 && expired.length === 0 && passing.length === 0;
}

/** Findings that fail a run, each once. */
export function errorsOf(result: RunResult, root: string): LocatedFinding[] {
  const errors = locatedFindings(result, root).filter(({ finding }) => finding.severity === 'error');
  return [...new Map(errors.map((error) => [error.fingerprint, error])).values()];
}

/** `<workflow of the run> <workflow.step>`, and the workflows themselves. */
function stepsThatRan(result: RunResult): ReadonlySet<string> {
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
