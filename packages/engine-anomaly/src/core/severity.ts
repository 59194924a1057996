/** The three levels of an anomaly (`time.gap.severity-values`). */
export type Severity = 'low' | 'medium' | 'high';

/** Bounds of medium severity, with `lowMid <= midHigh`. */
export interface SeverityThresholds {
  lowMid: number;
  midHigh: number;
}

/** Severity of a score: low below `lowMid`, medium up to `midHigh`, else high (`time.gap.severity-mapping`). */
export function classifySeverity(score: number, { lowMid, midHigh }: SeverityThresholds): Severity {
  if (score < lowMid) return 'low';
  return score > midHigh ? 'high' : 'medium';
}
