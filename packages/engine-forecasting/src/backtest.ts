import { countRequiredIntervals } from './models/harmonic-design.js';
import type { ModelFit, SeriesHistory } from './models/model.js';
import { projectPath } from './models/project.js';

/** The origins of a backtest as ascending numbers of known values, and its points: steps 1 to the horizon of each. */
export interface BacktestPlan {
  origins: number[];
  steps: number[];
  /** What was sold in reality, point by point. */
  actual: Float64Array;
  /** Number of different intervals among the points; forecasts may overlap. */
  compared: number;
}

/** Spreads up to `count` origins over the most recent `length` values, fewer if the yearly models need them. */
export function planBacktest(history: SeriesHistory, length: number, count: number, horizon: number): BacktestPlan {
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
export function forecastBacktest(fits: readonly ModelFit[], { steps }: BacktestPlan): Float64Array {
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
