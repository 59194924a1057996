import type { EarlierTry } from '../engine/result.js';

/** What was wrong at first with a workflow that passed when it was run again. */
export function whyAgain([first]: readonly EarlierTry[] = []): string {
  const findings = [...(first?.steps ?? []).flatMap((step) => step.findings), ...(first?.findings ?? [])];
  return findings.find(({ severity }) => severity === 'error')?.message ?? '';
}
