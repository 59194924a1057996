import type { RunResult } from '../results/result.js';
import { type Baseline, type BaselineEntry, listCauseLocations } from './baseline.js';
import { checkBaseline } from './check-baseline.js';

/** The owner, expiry date and reason for new entries. */
interface Acceptance {
  owner: string;
  /** The last day on which it is accepted, as `YYYY-MM-DD`. */
  expires: string;
  reason?: string | undefined;
}

/**
 * Updates a baseline after a run. Adds or renews new and expired findings with `acceptance`, removes passing entries,
 * and leaves the others unchanged.
 */
export function updateBaseline(
  baseline: Baseline,
  result: Pick<RunResult, 'causes' | 'workflows'>,
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
      where: listCauseLocations(cause, root)[0] ?? cause.operationId ?? '',
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
