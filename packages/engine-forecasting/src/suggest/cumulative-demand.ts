import { countDaysInMonth, type Frequency, toDayNumber, toIntervalIndex } from '../calendar.js';
import type { ForecastPoint } from '../forecast.js';

/** Standard deviations of a normal distribution from its mean to its 90 % and to its 80 % quantile. */
const ninetieth = 1.2815515655446004;
const eightieth = 0.8416212335729143;
/** If demand is 0 in more than four of five intervals, it is assumed to occur once in ten. */
const rareness = 10;

/**
 * Computes the spread of the demand of one interval from the 80 % interval of its forecast
 * (`inventory.gap.decomposition`).
 *
 * An interval above 0 ranges from the 10 % to the 90 % quantile. Its whole width, upper - lower = 2 * 1.2816 standard
 * deviations, gives the variance, because the halves of a skewed distribution compensate each other. The difference of
 * the halves gives the skewness by the expansion of Cornish and Fisher (1938), from 0 up to the skewness of a gamma
 * distribution.
 *
 * An interval that starts at 0 has nothing below it, so its upper limit is the 80 % quantile: upper - mean = 0.8416
 * standard deviations. Such demand is scarce:
 *
 * - the variance is at least the mean, as in the Poisson distribution of single units (Axsäter 2006, section 5.1), and
 * at least the variance of one sale in ten intervals if more than four of five have none.
 * - the skewness is 2 CV - 1 / sd for a negative binomial distribution, or CV for a Poisson distribution.
 */
function computeStepSpread({ mean, lower, upper }: Pick<DemandStep, 'mean' | 'lower' | 'upper'>) {
  if (!isScarceDemand({ mean, lower })) {
    const deviation = (upper - lower) / (2 * ninetieth);
    if (!(deviation > 0)) return { variance: 0, third: 0 };
    const bend = (ninetieth * ninetieth - 1) / 6;
    const skewness = (upper + lower - 2 * mean) / (2 * bend * deviation);
    const ofGamma = mean > 0 ? (2 * deviation) / mean : 0;
    return { variance: deviation ** 2, third: deviation ** 3 * Math.min(ofGamma, Math.max(0, skewness)) };
  }
  const seen = ((upper - mean) / eightieth) ** 2;
  const rare = upper > mean ? 0 : (rareness - 1) * mean * mean;
  const variance = Math.max(seen, rare, mean);
  return { variance, third: Math.max((variance * variance) / mean, (2 * variance * variance) / mean - variance) };
}

/** True if an interval can have no demand. A lower limit below 0 belongs to a distribution without a cut at 0. */
function isScarceDemand({ mean, lower }: Pick<DemandStep, 'mean' | 'lower'>): boolean {
  return lower === 0 && mean > 0;
}

/**
 * Correlation of errors caused by the estimated level: the variance of a mean of 67 intervals (alpha = 0.03, Brown
 * 1963).
 */
const levelCorrelation = 0.015;

/** Distribution of the demand of a whole window, by its first three moments. */
export interface CumulativeDemand {
  mean: number;
  standardDeviation: number;
  /** Third standardized moment, not negative. */
  skewness: number;
  /** Share of the window, 0 to 1, in which there can be no demand. */
  scarce: number;
}

/**
 * Adds up the steps of a window: means and variances of single steps, and twice the covariance of every two of them,
 *
 * Cov(e_i, e_j) = growth * (distance of the earlier one) + 0.015 sd_i sd_j.
 *
 * In a random walk, the variance of single steps grows by the variance of the level's change. The drift up to the
 * earlier step is also part of the later one: Cov(e_i, e_j) = v_min(i,j) - v_1 (Harvey 1989, section 4.6; Graves 1999
 * and Hyndman et al. 2008, chapter 6 for the lead-time demand). A share w of an interval has w times its mean, variance
 * and third moment, as of independent parts.
 *
 * @param growth - Increase of the variance per interval, see {@link computeVarianceGrowth}.
 */
export function computeCumulativeDemand(steps: readonly DemandStep[], growth: number): CumulativeDemand {
  let [mean, variance, third, length, scarce] = [0, 0, 0, 0, 0];
  let deviations = 0;
  let drifted = 0;
  for (const step of steps) {
    const { share, distance } = step;
    const spread = computeStepSpread(step);
    const deviation = share * Math.sqrt(spread.variance);
    mean += share * step.mean;
    variance += share * spread.variance;
    third += share * spread.third;
    // Covariance with every earlier step, and within a step that represents several intervals.
    const parts = Math.max(0, share - 1) * share;
    variance += 2 * growth * share * drifted + growth * distance * parts;
    variance += levelCorrelation * (2 * deviation * deviations + parts * spread.variance);
    deviations += deviation;
    drifted += share * distance;
    length += share;
    if (isScarceDemand(step)) scarce += share;
  }
  const standardDeviation = Math.sqrt(variance);
  return {
    mean,
    standardDeviation,
    skewness: variance > 0 ? third / variance / standardDeviation : 0,
    scarce: length > 0 ? scarce / length : 0,
  };
}

/** Slope of the straight line through the variances of all forecast steps, per interval. Not negative. */
export function computeVarianceGrowth(points: readonly PlacedPoint[]): number {
  const variances = points.map((point) => computeStepSpread(point).variance);
  const count = Math.max(1, points.length);
  const centre = points.reduce((sum, { start }) => sum + start / count, 0);
  let products = 0;
  let squares = 0;
  points.forEach(({ start }, position) => {
    products += (start - centre) * (variances[position] ?? 0);
    squares += (start - centre) ** 2;
  });
  return squares > 0 ? Math.max(0, products / squares) : 0;
}

/** The forecast fields that suggestions need. A point represents the interval that starts on its date. */
export type DemandPoint = Pick<ForecastPoint, 'date' | 'predictedQuantity' | 'lowerQuantity' | 'upperQuantity'>;

/** The part of one forecast interval inside the window. */
interface DemandStep {
  /** Intervals from the first one of the window to this one. */
  distance: number;
  /**
   * Share of the interval inside the window, above 0. Above 1 for a step that represents the intervals without a point.
   */
  share: number;
  /** Expected demand of the whole interval, and the ends of its 80 % interval: lower <= mean <= upper. */
  mean: number;
  lower: number;
  upper: number;
}

/** A forecast point with its distance from the current date. */
interface PlacedPoint {
  /** Intervals from the current date to the first day of the point's interval. */
  start: number;
  mean: number;
  lower: number;
  upper: number;
}

/**
 * Places the points from the current date on (`inventory.gap.realtime-freeze-date`).
 * @throws RangeError for an invalid date
 */
export function placePoints(points: readonly DemandPoint[], currentDate: string, frequency: Frequency): PlacedPoint[] {
  const now = placeOf(currentDate, frequency);
  const placed = new Map<number, PlacedPoint>();
  for (const { date, predictedQuantity, lowerQuantity, upperQuantity } of points) {
    const start = placeOf(date, frequency) - now;
    if (start <= -1 + 1e-9) continue;
    const known = placed.get(start) ?? { start, mean: 0, lower: 0, upper: 0 };
    placed.set(start, {
      start,
      mean: known.mean + predictedQuantity,
      lower: known.lower + Math.min(predictedQuantity, lowerQuantity),
      upper: known.upper + Math.max(predictedQuantity, upperQuantity),
    });
  }
  return [...placed.values()].sort((a, b) => a.start - b.start);
}

/**
 * Selects the first `length` intervals of a forecast. Days without a point form one last step with the mean of the
 * points.
 */
export function selectDemandWindow(points: readonly PlacedPoint[], length: number): DemandStep[] {
  const steps: DemandStep[] = [];
  let covered = 0;
  for (const { start, mean, lower, upper } of points) {
    const from = Math.max(0, start);
    const share = Math.min(start + 1, length) - from;
    if (share <= 0) continue;
    steps.push({ distance: from, share, mean, lower, upper });
    covered += share;
  }
  const missing = length - covered;
  if (missing > 1e-9 && points.length > 0) {
    const average = { mean: 0, lower: 0, upper: 0 };
    for (const point of points) {
      average.mean += point.mean / points.length;
      average.lower += point.lower / points.length;
      average.upper += point.upper / points.length;
    }
    steps.push({ distance: length - missing, share: missing, ...average });
  }
  return steps;
}

/** Converts a date to a number of intervals: days, weeks, or months with the day as a fraction of its month. */
function placeOf(date: string, frequency: Frequency): number {
  if (frequency === 'D') return toDayNumber(date);
  if (frequency === 'W') return toDayNumber(date) / 7;
  const month = toIntervalIndex(date, 'M');
  return month + (Number(date.slice(8)) - 1) / countDaysInMonth(month);
}
