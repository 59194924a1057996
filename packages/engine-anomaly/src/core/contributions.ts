import { countHistogramValues, type Histogram, toValueCounts } from './histogram.js';
import type { DeviationDirection } from './numeric-surprise.js';
import { round } from './round.js';
import { getValue } from './value-counts.js';

export interface FieldSurprise {
  field: string;
  /** How much rarer the value is than the usual one, in nats: -ln of the likelihood ratio, at least 0. */
  nats: number;
  direction: DeviationDirection;
}

/** The surprise of ordinary values of a field, learned in training. */
export interface FieldCalibration {
  /** The surprise, in nats, that ordinary values reach. Only the excess counts. */
  allowance: number;
  /** Divisor of the excess, at least 1, so that a noisy field does not dominate the others. */
  spread: number;
}

/** One entry of `significantFields` (`time.gap.significant-fields`). */
export interface SignificantField {
  field: string;
  /** The field's contribution to the score, in points. The contributions of all fields add up to the score. */
  significance: number;
  direction: DeviationDirection;
}

/** A score and the contributing fields. */
export interface ScoredRecord {
  /** 0..100, rounded to two decimals. */
  score: number;
  /** The largest contributions first, at most five. */
  significantFields: SignificantField[];
}

/** Nats at which the score reaches 63 of 100. */
const nats63 = 6;
const mostFields = 5;
const ordinaryShare = 0.9;
const tailShare = 0.975;
const largestAllowance = 6;
const largestSpread = 4;

/** Calibrates a field by its surprises in the training records. */
export function calibrateField(nats: Float64Array): FieldCalibration {
  const sorted = nats.slice().sort();
  return calibrateBy((share) => sorted[Math.floor(share * sorted.length)] ?? 0);
}

/** Calibrates a field by counted surprises, including zeros. */
export function calibrateCounted(nats: Histogram): FieldCalibration {
  const counts = toValueCounts(nats);
  const total = countHistogramValues(nats);
  // Surprises are 0 or more, so zeros come first.
  return calibrateBy((share) => {
    const position = Math.floor(share * total) - nats.zeros;
    return position < 0 ? 0 : getValue(counts, position);
  });
}

function calibrateBy(quantile: (share: number) => number): FieldCalibration {
  const allowance = Math.max(0.7, quantile(ordinaryShare));
  // In an exponential tail with a mean of one nat, this is the distance of the two quantiles. Outliers beyond do not
  // count.
  const spread = (quantile(tailShare) - allowance) / Math.log((1 - ordinaryShare) / (1 - tailShare));
  return {
    allowance: round(Math.min(allowance, largestAllowance), 4),
    spread: round(Math.min(Math.max(1, spread), largestSpread), 4),
  };
}

/** Returns the part of a field's nats that counts toward the score. */
export function clampNats(nats: number, { allowance, spread }: FieldCalibration): number {
  return Math.max(0, (nats - allowance) / spread);
}

/** Converts a sum of counted nats to a score of 0..100, not rounded. */
export function toScore(sum: number): number {
  return 100 * (1 - Math.exp(-sum / nats63));
}

/** Adds up surprises to a score of 100 (1 - exp(-sum / 6)), divided among the fields in proportion. */
export function combineSurprises(
  surprises: readonly FieldSurprise[],
  calibrationOf: (field: string) => FieldCalibration,
): ScoredRecord {
  const parts: FieldSurprise[] = [];
  let sum = 0;
  for (const { field, nats, direction } of surprises) {
    const counted = clampNats(nats, calibrationOf(field));
    if (!(counted > 0)) continue;
    sum += counted;
    parts.push({ field, nats: counted, direction });
  }
  if (parts.length === 0) return { score: 0, significantFields: [] };
  const score = toScore(sum);
  const fields = parts
    .map(({ field, nats, direction }) => ({ field, significance: round((score * nats) / sum, 2), direction }))
    .filter(({ significance }) => significance > 0)
    .sort((a, b) => b.significance - a.significance || (a.field < b.field ? -1 : 1));
  const total = fields.reduce((points, { significance }) => points + significance, 0);
  return { score: Math.min(100, round(total, 2)), significantFields: fields.slice(0, mostFields) };
}
