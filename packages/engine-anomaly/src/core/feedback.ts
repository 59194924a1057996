/** The user's feedback on a prediction (`time.gap.feedback-values`, `payroll.gap.feedback-items`). */
export type FeedbackValue = 'FALSE_POSITIVE' | 'TRUE_POSITIVE';

const most = 4;

/** Returns how many observations a FALSE_POSITIVE adds to a pattern: a thirtieth of the group, from 1 to 4. */
export function computePseudoCount(n: number): number {
  return Math.min(most, Math.max(1, n / 30));
}
