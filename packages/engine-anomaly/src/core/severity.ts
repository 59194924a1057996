/** The three levels of an anomaly (`time.gap.severity-values`). */
export type Severity = 'low' | 'medium' | 'high';

/** The limits of medium severity, with `lowMid <= midHigh`. */
export interface SeverityThresholds {
  lowMid: number;
  midHigh: number;
}

/**
 * Maps a score to a severity: low below `lowMid`, medium up to `midHigh`, otherwise high (`time.gap.severity-mapping`).
 */
export function classifySeverity(score: number, { lowMid, midHigh }: SeverityThresholds): Severity {
  if (score < lowMid) return 'low';
  return score > midHigh ? 'high' : 'medium';
}
