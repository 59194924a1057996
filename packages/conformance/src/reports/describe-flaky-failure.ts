import type { PreviousAttempt } from '../results/result.js';

/** Describes the first error of a workflow that passed after a retry. */
export function describeFlakyFailure([first]: readonly PreviousAttempt[] = []): string {
  const findings = [...(first?.steps ?? []).flatMap((step) => step.findings), ...(first?.findings ?? [])];
  return findings.find(({ severity }) => severity === 'error')?.message ?? '';
}
