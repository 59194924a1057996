import type { RunResult } from '../results/result.js';
import { type Baseline, type BaselineEntry, placesOf } from './baseline.js';
import { checkBaseline } from './check-baseline.js';

/** The entry for findings that are accepted now. */
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
  const check = checkBaseline({ version: 2, findings: kept }, result, today);
  const { owner, expires, reason } = acceptance;
  const added = check.unlisted.map(
    (cause): BaselineEntry => ({
      id: cause.fingerprint,
      rule: cause.ruleId,
      where: placesOf(cause, root)[0] ?? '',
      message: cause.title,
      owner,
      expires,
      ...(reason === undefined ? {} : { reason }),
    }),
  );
  const still = [...check.accepted, ...check.notRun];
  const findings = [...still, ...added].sort((left, right) => (left.where + left.id < right.where + right.id ? -1 : 1));
  const ids = new Set(findings.map(({ id }) => id));
  return { baseline: { version: 2, findings }, added, dropped: baseline.findings.filter(({ id }) => !ids.has(id)) };
}
