import type { PreviousAttempt } from '../results/result.js';

/** What was wrong at first with a workflow that passed when it was run again. */
export function flakyReason([first]: readonly PreviousAttempt[] = []): string {
  const findings = [...(first?.steps ?? []).flatMap((step) => step.findings), ...(first?.findings ?? [])];
  return findings.find(({ severity }) => severity === 'error')?.message ?? '';
}
