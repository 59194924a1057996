import { backtest, planBacktest } from './backtest.js';
import type { Frequency } from './calendar.js';
import { type ErrorIntervals, errorIntervals } from './error-intervals.js';
import { mean } from './mean.js';
import type { Fit, History, Model } from './models/model.js';
import { modelsFor } from './models/models-for.js';
import { recentMean } from './models/recent-mean.js';
import { round } from './round.js';
import { type Sale, type Series, toSeries } from './to-series.js';

/** How well one model forecast the most recent period, in units of the series. */
export interface ModelScore {
  model: string;
  /** Root mean square error; the smallest one wins. */
  rmse: number;
  /** Mean absolute error. */
  mae: number;
  /** Mean error, actual less predicted: positive when the model forecasts too little. */
  bias: number;
}

/** The outcome of a training, plain JSON. Everything that a later forecast needs besides the sales of its own current interval. */
export interface TrainedModel {
  /** Name of the model that won. */
  model: string;
  frequency: Frequency;
  /** Number of forecast points. */
  horizon: number;
  /** First day of the first interval that the training did not see: the one that contained its current date. */
  trainedBefore: string;
  /** Number of intervals trained on. */
  observations: number;
  fit: Fit;
  intervals: ErrorIntervals;
  /** Every model that could be tried, best first; empty when the history is too short to hold anything back. */
  scores: ModelScore[];
}

/** Intervals that a training looks back at most: three years of days, ten of weeks, twenty of months. */
const memory: Record<Frequency, number> = { D: 1096, W: 522, M: 240 };
/** Recent period that decides, unless the horizon asks for more or a third of the history is less. */
const recentPeriod: Record<Frequency, number> = { D: 84, W: 13, M: 6 };
const selectionOrigins = 8;
const intervalOrigins = 12;

/**
 * Trains several models on the sales up to `currentDate` and keeps the one with the smallest error on the most recent
 * period (`inventory.trainer.model-selection`, `inventory.trainer.freeze-date`). One sale is enough
 * (`analysis.gap.training-no-data`).
 *
 * @param options.horizon - Number of intervals to forecast, an integer from 1.
 * @throws RangeError when no sale lies on or before `currentDate`, when `horizon` is not a positive integer, or when a
 *   date does not exist.
 */
export function train(
  sales: readonly Sale[],
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
  const history = historyOf(series);
  const { winner, scores } = select(history, horizon);
  return {
    model: winner.name,
    frequency,
    horizon,
    trainedBefore: series.currentInterval.date,
    observations: series.values.length,
    fit: fitOrMean(winner, history),
    intervals: intervalsOf(winner, history, horizon),
    scores,
  };
}

/** What models learn from: the recent intervals, or what was sold so far when there is no complete interval yet. */
export function historyOf({ frequency, values, currentInterval }: Series): History {
  return { frequency, values: values.length > 0 ? values.slice(-memory[frequency]) : [currentInterval.soldSoFar] };
}

/** Fits the model, or the mean of the recent intervals where the history is too short for it. */
export function fitOrMean(model: Model, history: History): Fit {
  const fit = model.fit(history) ?? recentMean.fit(history);
  if (fit === undefined) throw new Error(`The model ${recentMean.name} must fit any history.`);
  return fit;
}

function select(history: History, horizon: number): { winner: Model; scores: ModelScore[] } {
  const count = history.values.length;
  const length = Math.min(Math.max(horizon, recentPeriod[history.frequency]), Math.floor(count / 3));
  let winner: Model = recentMean;
  let least = Number.POSITIVE_INFINITY;
  const scores: ModelScore[] = [];
  if (length > 0) {
    const plan = planBacktest(count, length, selectionOrigins, horizon);
    for (const model of modelsFor(history.frequency)) {
      const errors = backtest(model, history, plan)?.map(({ error }) => error);
      if (errors === undefined) continue;
      const rmse = Math.sqrt(mean(errors.map((error) => error * error)));
      if (rmse < least) {
        least = rmse;
        winner = model;
      }
      const mae = mean(errors.map((error) => Math.abs(error)));
      scores.push({ model: model.name, rmse: round(rmse), mae: round(mae), bias: round(mean(errors)) });
    }
  }
  // Sorting is stable: of equally good models the one tried first, which is the winner, stays in front.
  return { winner, scores: scores.sort((a, b) => a.rmse - b.rmse) };
}

function intervalsOf(model: Model, history: History, horizon: number): ErrorIntervals {
  const count = history.values.length;
  // The longest recent period that this model can be tested on, at most half of the history.
  for (let length = Math.floor(count / 2); length > 0; length = Math.floor(length / 2)) {
    const errors = backtest(model, history, planBacktest(count, length, intervalOrigins, horizon));
    if (errors !== undefined) return errorIntervals(errors, horizon);
  }
  return errorIntervals([], horizon);
}
