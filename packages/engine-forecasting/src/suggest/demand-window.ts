import { countDaysInMonth, type Frequency, toDayNumber, toIntervalIndex } from '../calendar.js';
import type { ForecastPoint } from '../forecast.js';

/** The forecast fields that suggestions need. A point represents the interval that starts on its date. */
export type DemandPoint = Pick<ForecastPoint, 'date' | 'predictedQuantity' | 'lowerQuantity' | 'upperQuantity'>;

/** The part of one forecast interval inside the window. */
export interface DemandStep {
  /** Intervals from the first one of the window to this one. */
  distance: number;
  /** Share of the interval that lies in the window, above 0; above 1 for the intervals that no point stands for. */
  share: number;
  /** Expected demand, lower and upper end of its 80 % interval, of the whole interval. lower <= mean <= upper. */
  mean: number;
  lower: number;
  upper: number;
}

/** A forecast point on the line of intervals. */
export interface PlacedPoint {
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

/** Cuts the first `length` intervals out of a forecast. Days without a point form one last step with their mean. */
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

/** A date on a line whose unit is the interval: days, weeks, or months with the day as a fraction of its month. */
function placeOf(date: string, frequency: Frequency): number {
  if (frequency === 'D') return toDayNumber(date);
  if (frequency === 'W') return toDayNumber(date) / 7;
  const month = toIntervalIndex(date, 'M');
  return month + (Number(date.slice(8)) - 1) / countDaysInMonth(month);
}
