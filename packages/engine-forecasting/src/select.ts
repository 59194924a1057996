import type { Frequency } from './calendar.js';
import { countRequiredIntervals } from './models/harmonic-design.js';
import { isIntermittent } from './models/intermittent.js';
import { listModels, recentMean } from './models/list-models.js';
import type { ForecastModel, ModelFit, SeriesHistory } from './models/model.js';
import { projectPath } from './models/project.js';
import { round } from './numbers.js';

/** Name of the weighted mean of the best models. */
export const meanCombination = 'mean-combination';

/** The accuracy of one model's forecasts of the most recent period, in units of the series. */
export interface ModelScore {
  model: string;
  /** The deciding score: the error relative to that of repeating the last season. The smallest is the best. */
  scaledError: number;
  /** Root mean square error. */
  rmse: number;
  /** Mean absolute error. */
  mae: number;
  /** Mean error, actual minus predicted: positive if forecasts are too low. */
  bias: number;
}

/** A model and its weight in a forecast. The weights of a forecast sum to 1. */
export interface WeightedModel {
  model: ForecastModel;
  weight: number;
}

/** The outcome of a selection. */
export interface ModelSelection {
  /** One model, or several whose weighted mean is the forecast, by descending weight. */
  parts: WeightedModel[];
  /** The score of the selection, followed by the models in order of their error. */
  scores: ModelScore[];
  /** The backtest of the selection. Absent if the history is too short for a backtest. */
  backtest?: { plan: BacktestPlan; predicted: Float64Array };
}

/** Length of the recent period used to select a model. At least the horizon, and at most half of the history. */
const recentPeriod: Record<Frequency, number> = { D: 168, W: 78, M: 42 };
const originCount: Record<Frequency, number> = { D: 12, W: 26, M: 21 };
const season: Record<Frequency, number> = { D: 7, W: 1, M: 12 };
/** Maximum number of combined models, and their maximum error relative to the best model. */
const combined = 5;
const goodEnough = 1.3;
/** Weights fall with the error to this power, per compared interval: the more evidence, the steeper. */
const sharpness = 1 / 8;
/** Parts with less weight are left out. */
const leastWeight = 0.05;

interface Candidate {
  model: ForecastModel;
  predicted: Float64Array;
  score: ModelScore;
}

/**
 * All models forecast the most recent period from many origins. The best model wins. If several models are about
 * equally good, the winner of one period is random, and their mean is better than each (Bates and Granger 1969;
 * Makridakis et al. 2020 on M4). Up to five models within 30 % of the best one are combined. Weights fall with the
 * error, more steeply with more compared intervals, so a clearly best model stays alone.
 */
export function selectModel(history: SeriesHistory, horizon: number): ModelSelection {
  const { frequency, values } = history;
  const count = values.length;
  const length = Math.min(Math.max(horizon, recentPeriod[frequency]), Math.floor(count / 2));
  if (length === 0) return { parts: [{ model: recentMean, weight: 1 }], scores: [] };
  const plan = planBacktest(history, length, originCount[frequency], horizon);
  const scale = scaleOf(values, season[frequency]);
  const squaresOnly = isIntermittent(values, count);
  const rate = (name: string, predicted: Float64Array) => scoreOf(name, predicted, plan.actual, scale, squaresOnly);
  const candidates: Candidate[] = [];
  for (const model of listModels(frequency)) {
    const fits = model.fit(history, plan.origins);
    if (fits === undefined) continue;
    const predicted = forecastBacktest(fits, plan);
    candidates.push({ model, predicted, score: rate(model.name, predicted) });
  }
  // Sorting is stable, so of equally good models the one tried first remains first.
  candidates.sort((a, b) => a.score.scaledError - b.score.scaledError);
  const prior = ({ prior: known }: ForecastModel) => {
    if (known === undefined) return 1;
    if (squaresOnly) return known.intermittent;
    const { more, until } = known.short ?? { more: 0, until: 1 };
    return known.regular + more * Math.max(0, 1 - count / until);
  };
  const kept = weigh(candidates, plan.compared * sharpness, prior);
  const scores = candidates.map(({ score }) => score);
  const [first] = kept;
  if (first === undefined) return { parts: [{ model: recentMean, weight: 1 }], scores };
  let { predicted } = first.candidate;
  if (kept.length > 1) {
    predicted = predicted.map((_, point) =>
      kept.reduce((sum, { candidate, weight }) => sum + weight * (candidate.predicted[point] ?? 0), 0),
    );
    scores.push(rate(meanCombination, predicted));
    scores.sort((a, b) => a.scaledError - b.scaledError);
  }
  const chosen = kept.length > 1 ? meanCombination : first.candidate.model.name;
  scores.sort((a, b) => Number(b.model === chosen) - Number(a.model === chosen));
  return {
    parts: kept.map(({ candidate, weight }) => ({ model: candidate.model, weight })),
    scores,
    backtest: { plan, predicted },
  };
}

/** Weights the candidates to combine, which are sorted by error. The weights sum to 1. */
function weigh(
  candidates: readonly Candidate[],
  power: number,
  prior: (model: ForecastModel) => number,
): { candidate: Candidate; weight: number }[] {
  const [best] = candidates;
  if (best === undefined) return [];
  const least = best.score.scaledError;
  // A model without an error cannot be improved.
  if (least === 0) return [{ candidate: best, weight: 1 }];
  const good = candidates
    .filter(({ score }) => score.scaledError <= goodEnough * least)
    .map((candidate) => ({
      candidate,
      weight: prior(candidate.model) * (least / candidate.score.scaledError) ** power,
    }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, combined);
  const all = good.reduce((sum, { weight }) => sum + weight, 0);
  const kept = good.filter(({ weight }) => weight >= leastWeight * all);
  const total = kept.reduce((sum, { weight }) => sum + weight, 0);
  return kept.map(({ candidate, weight }) => ({ candidate, weight: weight / total }));
}

function scaleOf(values: Float64Array, lag: number): { absolute: number; squared: number } {
  let absolute = 0;
  let squared = 0;
  for (let index = lag; index < values.length; index += 1) {
    const change = (values[index] ?? 0) - (values[index - lag] ?? 0);
    absolute += Math.abs(change);
    squared += change * change;
  }
  const count = Math.max(1, values.length - lag);
  return { absolute: absolute / count || 1, squared: Math.sqrt(squared / count) || 1 };
}

function scoreOf(
  model: string,
  predicted: Float64Array,
  actual: Float64Array,
  scale: { absolute: number; squared: number },
  squaresOnly: boolean,
): ModelScore {
  let squares = 0;
  let absolutes = 0;
  let sum = 0;
  for (let point = 0; point < actual.length; point += 1) {
    const error = (actual[point] ?? 0) - Math.max(0, predicted[point] ?? 0);
    squares += error * error;
    absolutes += Math.abs(error);
    sum += error;
  }
  const rmse = Math.sqrt(squares / actual.length);
  const mae = absolutes / actual.length;
  const scaledSquares = rmse / scale.squared;
  return {
    model,
    scaledError: round(squaresOnly ? scaledSquares : (scaledSquares + mae / scale.absolute) / 2),
    rmse: round(rmse),
    mae: round(mae),
    bias: round(sum / actual.length),
  };
}

/** The origins of a backtest as ascending numbers of known values, and its points: steps 1 to the horizon of each. */
export interface BacktestPlan {
  origins: number[];
  steps: number[];
  /** The actual sales of each point. */
  actual: Float64Array;
  /** Number of different intervals among the points, because forecasts can overlap. */
  compared: number;
}

/** Spreads up to `count` origins over the most recent `length` values, fewer if the yearly models need them. */
function planBacktest(history: SeriesHistory, length: number, count: number, horizon: number): BacktestPlan {
  const { frequency, values } = history;
  const available = values.length;
  const wanted = available - length;
  const yearly = countRequiredIntervals(frequency);
  const first = wanted < yearly && available - yearly >= length / 3 ? yearly : wanted;
  const stride = Math.max(1, Math.floor((available - first) / count));
  const plan: BacktestPlan = { origins: [], steps: [], actual: new Float64Array(), compared: available - first };
  const actual: number[] = [];
  for (let origin = first; origin < available && plan.origins.length < count; origin += stride) {
    plan.origins.push(origin);
    for (let step = 1; step <= horizon && origin + step <= available; step += 1) {
      plan.steps.push(step);
      actual.push(values[origin + step - 1] ?? 0);
    }
  }
  plan.actual = Float64Array.from(actual);
  return plan;
}

/** Returns the forecasts of the fits at the points of the plan, one fit per origin. They can be negative. */
function forecastBacktest(fits: readonly ModelFit[], { steps }: BacktestPlan): Float64Array {
  const predicted = new Float64Array(steps.length);
  let point = 0;
  for (const fit of fits) {
    let end = point + 1;
    while (end < steps.length && steps[end] !== 1) end += 1;
    predicted.set(projectPath(fit, end - point), point);
    point = end;
  }
  return predicted;
}
