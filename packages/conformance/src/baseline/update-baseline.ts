import type { Cause } from '../causes/cause.js';
import type { RunResult } from '../engine/result.js';
import { type Baseline, type BaselineEntry, placesOf } from './baseline.js';
import { accepts, checkBaseline } from './check-baseline.js';

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
  const check = checkBaseline({ version: 2, findings: kept }, result, today, root);
  const { owner, expires, reason } = acceptance;
  const entryOf = (cause: Cause): Omit<BaselineEntry, 'owner' | 'expires'> => ({
    id: cause.fingerprint,
    rule: cause.ruleId,
    where: placesOf(cause, root)[0] ?? '',
    message: cause.title,
  });
  const added = check.unlisted.map(
    (cause): BaselineEntry => ({ ...entryOf(cause), owner, expires, ...(reason === undefined ? {} : { reason }) }),
  );
  const accepted = new Map<string, BaselineEntry>();
  for (const entry of check.accepted) {
    const cause = result.causes.find((one) => accepts(entry, one, root));
    if (cause === undefined) continue;
    const known = accepted.get(cause.fingerprint);
    // Of several old entries for one cause the earliest day holds.
    if (known !== undefined && known.expires <= entry.expires) continue;
    const { of, ...rest } = entry;
    accepted.set(cause.fingerprint, of === 'finding' ? { ...rest, ...entryOf(cause) } : rest);
  }
  const still = [...accepted.values(), ...check.notRun];
  const findings = [...still, ...added].sort((left, right) => (left.where + left.id < right.where + right.id ? -1 : 1));
  const ids = new Set(findings.map(({ id }) => id));
  return { baseline: { version: 2, findings }, added, dropped: baseline.findings.filter(({ id }) => !ids.has(id)) };
}
