/** What a user said about a prediction (`time.gap.feedback-values`, `payroll.gap.feedback-items`). */
export type FeedbackValue = 'FALSE_POSITIVE' | 'TRUE_POSITIVE';

const most = 4;

/**
 * Observations that one or more users' FALSE_POSITIVE adds to the marked pattern at the next training: enough for the
 * pattern to be known, and bounded by a thirtieth of the group (at least 1, at most 4), so that the habit itself stays
 * and other anomalies keep their scores.
 *
 * @param n - Number of observations in the group that the pattern belongs to.
 */
export function pseudoCount(n: number): number {
  return Math.min(most, Math.max(1, n / 30));
}
