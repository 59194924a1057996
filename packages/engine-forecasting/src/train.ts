import type { Frequency } from './calendar.js';
import { computeErrorIntervals, type ErrorIntervals } from './error-intervals.js';
import { recentMean } from './models/list-models.js';
import type { ModelFit, SeriesHistory } from './models/model.js';
import { projectPath } from './models/project.js';
import { round } from './numbers.js';
import { type ModelScore, type ModelSelection, meanCombination, selectModel, type WeightedModel } from './select.js';
import { type SaleRecord, type SalesSeries, toSeries } from './to-series.js';

/** The outcome of a training as plain JSON. A forecast needs only this and the sales of its own current interval. */
export interface TrainedModel {
  /** Name of the winning model; `mean-combination` is the weighted mean of its `components`. */
  model: string;
  /**
   * The models whose weighted mean is the forecast, by descending weight. Only the model itself if it is a single one.
   */
  components: { model: string; weight: number }[];
  frequency: Frequency;
  /** Number of forecast points. */
  horizon: number;
  /** First day of the first interval after the training data: the one that contained its current date. */
  trainedBefore: string;
  observations: number;
  fit: ModelFit;
  intervals: ErrorIntervals;
  /**
   * The model itself, then every model that could be tried, best first. Empty if the history is too short for a
   * backtest.
   */
  scores: ModelScore[];
}

/** Maximum number of past intervals that a training uses: three years of days, ten of weeks, twenty of months. */
const memory: Record<Frequency, number> = { D: 1096, W: 522, M: 240 };

/**
 * Trains several models on the sales up to `currentDate`. The best on the most recent period wins, or the weighted mean
 * of about equally good ones (`inventory.trainer.model-selection`, `inventory.trainer.freeze-date`). One sale is enough
 * (`analysis.gap.training-no-data`).
 *
 * @param options.horizon - Number of intervals to forecast, an integer from 1.
 * @throws RangeError if no sale is on or before `currentDate`, if `horizon` is not a positive integer, or if a date
 * does not exist.
 */
export function trainModel(
  sales: readonly SaleRecord[],
  options: { frequency: Frequency; horizon: number; currentDate: string },
): TrainedModel {
  const { frequency, horizon, currentDate } = options;
  if (!Number.isInteger(horizon) || horizon < 1) {
    throw new RangeError(`The horizon ${horizon} is not a number of intervals. Use an integer from 1.`);
  }
  if (!sales.some((sale) => sale.date <= currentDate)) {
    throw new RangeError(`There is no data to train on: no sale lies on or before ${currentDate}. Upload sales first.`);
  }
  const series = toSeries(sales, { frequency, currentDate });
  const history = toHistory(series);
  const { parts, scores, backtest } = selectModel(history, horizon);
  const fit = fitModels(parts, history);
  return {
    model: parts.length > 1 ? meanCombination : (parts[0]?.model.name ?? recentMean.name),
    components: parts.map(({ model, weight }) => ({ model: model.name, weight: round(weight) })),
    frequency,
    horizon,
    trainedBefore: series.currentInterval.date,
    observations: series.values.length,
    fit,
    intervals: intervalsOf(fit, history, horizon, backtest),
    scores,
  };
}

/** Returns the input of the models: the recent intervals or, if none is complete, the sales so far. */
export function toHistory({ frequency, values, currentInterval }: SalesSeries): SeriesHistory {
  const known = values.length > 0 ? values.slice(-memory[frequency]) : [currentInterval.soldSoFar];
  return { frequency, values: Float64Array.from(known) };
}

/**
 * Returns the weighted mean of the models fitted to the whole history or, if none fits, the mean of recent intervals.
 */
export function fitModels(parts: readonly WeightedModel[], history: SeriesHistory): ModelFit {
  const end = [history.values.length];
  const fits = parts.flatMap(({ model, weight }) => (model.fit(history, end) ?? []).map((fit) => ({ fit, weight })));
  const [first] = fits.length > 0 ? fits : (recentMean.fit(history, end) ?? []).map((fit) => ({ fit, weight: 1 }));
  if (first === undefined) throw new Error(`The model ${recentMean.name} must fit any history.`);
  if (fits.length < 2) return first.fit;
  const total = fits.reduce((sum, { weight }) => sum + weight, 0);
  return { form: 'mean', parts: fits.map(({ fit, weight }) => ({ weight: weight / total, fit })) };
}

function intervalsOf(
  fit: ModelFit,
  { values }: SeriesHistory,
  horizon: number,
  backtest: ModelSelection['backtest'],
): ErrorIntervals {
  const ahead = Array.from(projectPath(fit, horizon), (value) => Math.max(0, value));
  if (backtest === undefined) return { lower: ahead.map(() => 0), upper: ahead.map(() => 0) };
  return computeErrorIntervals(backtest.plan, backtest.predicted, ahead, grainOf(values));
}

function grainOf(values: Float64Array): { leastSale: number; whole: boolean } {
  let leastSale = Number.POSITIVE_INFINITY;
  let whole = true;
  for (const value of values) {
    if (value > 0 && value < leastSale) leastSale = value;
    if (!Number.isInteger(value)) whole = false;
  }
  return { leastSale: Number.isFinite(leastSale) ? leastSale : 0, whole };
}
