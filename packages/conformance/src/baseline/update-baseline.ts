import type { RunResult } from '../engine/result.js';
import { type Baseline, type BaselineEntry, placeOf } from './baseline.js';
import { checkBaseline } from './check-baseline.js';

/** What is written for findings that are accepted now. */
export interface Acceptance {
  owner: string;
  /** `YYYY-MM-DD`. */
  expires: string;
  reason?: string | undefined;
}

/**
 * The baseline after a run: what is new is accepted by `acceptance`, what passes or has expired is dropped, and whatever
 * is still accepted, or was not run, stays with its owner and day. What has expired and is found again counts as new.
 */
export function updateBaseline(
  baseline: Baseline,
  result: RunResult,
  acceptance: Acceptance,
  { today, root }: { today: string; root: string },
): { baseline: Baseline; added: BaselineEntry[]; dropped: BaselineEntry[] } {
  const kept = baseline.findings.filter(({ expires }) => expires >= today);
  const check = checkBaseline({ version: 1, findings: kept }, result, today, root);
  const { owner, expires, reason } = acceptance;
  const added = check.unlisted.map((located): BaselineEntry => {
    const { finding, fingerprint } = located;
    const base = { id: fingerprint, rule: finding.ruleId, where: placeOf(located), message: finding.message };
    return { ...base, owner, expires, ...(reason === undefined ? {} : { reason }) };
  });
  const still = [...check.accepted, ...check.notRun];
  const findings = [...still, ...added].sort((left, right) => (left.where + left.id < right.where + right.id ? -1 : 1));
  const ids = new Set(findings.map(({ id }) => id));
  return { baseline: { version: 1, findings }, added, dropped: baseline.findings.filter(({ id }) => !ids.has(id)) };
}
