/** Width of a bin of the histogram of scores. */
const binWidth = 0.5;
const bins = 100 / binWidth + 1;

/** The shares of training scores below each threshold, and the minimum thresholds. */
interface ThresholdOptions {
  lowMid?: number;
  midHigh?: number;
  leastLowMid?: number;
  leastMidHigh?: number;
}

/** Counts scores per half point, from 0 to 100, and adds them to the histogram of an earlier training. */
export function addScores(histogram: readonly number[] | undefined, scores: Iterable<number>): number[] {
  const counts = Array.from({ length: bins }, (_, bin) => histogram?.[bin] ?? 0);
  for (const score of scores) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(score / binWidth)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/**
 * Computes thresholds as quantiles of the training scores: 3 % of them are above `lowMid` and 0.25 % above `midHigh`
 * (`time.gap.severity-mapping`). Each dataset has its own thresholds, and training can change them. They are at least
 * 10 and 20, so that the first deviation in a constant dataset counts, but a rounding error does not.
 */
export function computeThresholds(histogram: readonly number[], options: ThresholdOptions = {}): SeverityThresholds {
  const { lowMid = 0.97, midHigh = 0.9975, leastLowMid = 10, leastMidHigh = 20 } = options;
  const low = Math.max(leastLowMid, quantile(histogram, lowMid));
  return { lowMid: low, midHigh: Math.max(leastMidHigh, low, quantile(histogram, midHigh)) };
}

/** Returns the upper edge of the bin that contains the quantile. */
function quantile(histogram: readonly number[], share: number): number {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const [bin, count] of histogram.entries()) {
    below += count;
    if (below >= share * total && below > 0) return Math.min(100, (bin + 1) * binWidth);
  }
  return 0;
}

/** The three levels of an anomaly (`time.gap.severity-values`). */
export type Severity = 'low' | 'medium' | 'high';

/** The limits of medium severity, with `lowMid <= midHigh`. */
export interface SeverityThresholds {
  lowMid: number;
  midHigh: number;
}

/** Low below `lowMid`, medium up to `midHigh`, otherwise high (`time.gap.severity-mapping`). */
export function classifySeverity(score: number, { lowMid, midHigh }: SeverityThresholds): Severity {
  if (score < lowMid) return 'low';
  return score > midHigh ? 'high' : 'medium';
}
