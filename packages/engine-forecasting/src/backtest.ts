import type { History, Model } from './models/model.js';
import { project } from './models/project.js';

/** The error of one forecast made from inside the history: actual less predicted, `step` intervals ahead. */
export interface BacktestError {
  step: number;
  error: number;
}

/** Where a backtest starts its forecasts, as numbers of values known by then, and how far it looks. */
export interface BacktestPlan {
  origins: readonly number[];
  horizon: number;
}

/**
 * Spreads up to `count` origins over the most recent `length` values, the earliest first. Each of them leaves at
 * least one value to compare with.
 */
export function planBacktest(available: number, length: number, count: number, horizon: number): BacktestPlan {
  const first = available - length;
  const stride = Math.max(1, Math.floor(length / count));
  const origins: number[] = [];
  for (let origin = first; origin < available && origins.length < count; origin += stride) origins.push(origin);
  return { origins, horizon };
}

/** Fits the model at every origin on the values known there and collects its errors; nothing when one fit is impossible. */
export function backtest(model: Model, history: History, plan: BacktestPlan): BacktestError[] | undefined {
  const { frequency, values } = history;
  const errors: BacktestError[] = [];
  for (const origin of plan.origins) {
    const fit = model.fit({ frequency, values: values.slice(0, origin) });
    if (fit === undefined) return undefined;
    const last = Math.min(plan.horizon, values.length - origin);
    for (let step = 1; step <= last; step += 1) {
      const { trend, season } = project(fit, step);
      errors.push({ step, error: (values[origin + step - 1] ?? 0) - Math.max(0, trend + season) });
    }
  }
  return errors;
}
