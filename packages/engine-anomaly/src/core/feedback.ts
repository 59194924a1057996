/** The user's feedback on a prediction (`time.gap.feedback-values`, `payroll.gap.feedback-items`). */
export type FeedbackValue = 'FALSE_POSITIVE' | 'TRUE_POSITIVE';

const most = 4;

/**
 * Number of observations that FALSE_POSITIVE adds to the marked pattern in the next training. It makes the pattern
 * known. It is limited to a thirtieth of the group (1 to 4), so the habit and other scores hardly change.
 *
 * @param n - Number of observations in the group that the pattern belongs to.
 */
export function pseudoCount(n: number): number {
  return Math.min(most, Math.max(1, n / 30));
}
