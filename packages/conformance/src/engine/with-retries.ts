import type { PreviousAttempt, WorkflowResult } from '../results/result.js';

/**
 * Runs a workflow, and repeats it when it failed, as often as allowed. One that left something behind on the target is
 * not repeated: it would meet what it left.
 */
export async function withRetries(
  { retries = 0, signal }: { readonly retries?: number | undefined; readonly signal?: AbortSignal | undefined },
  run: () => Promise<WorkflowResult>,
): Promise<WorkflowResult> {
  const earlier: PreviousAttempt[] = [];
  for (;;) {
    const result = await run();
    const isLast =
      result.outcome !== 'failed' ||
      result.cleanupIncomplete !== undefined ||
      earlier.length >= retries ||
      signal?.aborted === true;
    if (!isLast) {
      const { steps, findings, durationMilliseconds } = result;
      earlier.push({ steps, findings, durationMilliseconds });
    } else if (earlier.length === 0) return result;
    else return { ...result, outcome: result.outcome === 'passed' ? 'flaky' : result.outcome, earlier };
  }
}
