import { type Frequency, forecastSales, type SaleRecord, trainModel } from '../index.js';
import { listModels } from '../models/list-models.js';
import type { ModelFit } from '../models/model.js';
import { projectFit } from '../models/project.js';
import type { SeriesShape } from './family.js';

/** Errors of a model, scaled by those of the seasonal naive forecast in the sample. */
interface Errors {
  readonly mase: number;
  readonly rmsse: number;
}

/** Results of the forecasts of a family. */
export interface Evaluation {
  /** Number of points within their interval, and of all points. */
  readonly inside: number;
  readonly points: number;
  /** Mean errors by model. `ours` is the engine. Omits models that cannot forecast every series. */
  readonly errors: ReadonlyMap<string, Errors>;
}

export function errorsOf({ errors }: Evaluation, model: string): Errors {
  const own = errors.get(model);
  if (own === undefined) throw new RangeError(`${model} cannot forecast every series`);
  return own;
}

/** Returns the first day of an interval. Interval 0 starts on Monday, 2018-01-01. */
export function dateOf(index: number, frequency: Frequency): string {
  const time =
    frequency === 'M' ? Date.UTC(2018, index, 1) : Date.UTC(2018, 0, 1 + index * (frequency === 'W' ? 7 : 1));
  return new Date(time).toISOString().slice(0, 10);
}

/** Creates one sale per interval with sales. The first interval always has one, so that the history starts there. */
export function salesOf(values: readonly number[], frequency: Frequency): SaleRecord[] {
  return values.flatMap((quantity, index) =>
    quantity === 0 && index > 0 ? [] : [{ date: dateOf(index, frequency), quantity, unitPrice: 1, unitCost: 1 }],
  );
}

/** Trains and forecasts each series from several origins, and compares every model with the values that follow. */
export function evaluate(
  { frequency, season, horizon, length, cuts }: SeriesShape,
  seriesList: readonly (readonly number[])[],
): Evaluation {
  const sums = new Map<string, Sum>();
  const outcome = { forecasts: 0, inside: 0, points: 0 };
  for (const values of seriesList) {
    for (let cut = 0; cut < cuts; cut += 1) {
      const origin = length + cut * horizon;
      const known = values.slice(0, origin);
      const truth = values.slice(origin, origin + horizon);
      const errorsOf = scaledErrors(known, truth, season);
      const sales = salesOf(known, frequency);
      const currentDate = dateOf(origin, frequency);
      const points = forecastSales(trainModel(sales, { frequency, horizon, currentDate }), sales, { currentDate });
      add(sums, 'ours', errorsOf(points.map(({ predictedQuantity }) => predictedQuantity)));
      for (const [index, { lowerQuantity, upperQuantity }] of points.entries()) {
        outcome.points += 1;
        const came = at(truth, index);
        if (came >= lowerQuantity && came <= upperQuantity) outcome.inside += 1;
      }
      const history = { frequency, values: Float64Array.from(known) };
      for (const model of listModels(frequency)) {
        const fit = model.fit(history, [origin])?.[0];
        if (fit !== undefined) add(sums, model.name, errorsOf(truth.map((_, index) => total(fit, index + 1))));
      }
      outcome.forecasts += 1;
    }
  }
  const errors = new Map<string, Errors>();
  for (const [name, { mase, rmsse, count }] of sums) {
    if (count === outcome.forecasts) errors.set(name, { mase: mase / count, rmsse: rmsse / count });
  }
  return { ...outcome, errors };
}

function total(fit: ModelFit, step: number): number {
  const { trend, season } = projectFit(fit, step);
  return Math.max(0, trend + season);
}

type Sum = Errors & { readonly count: number };

function add(sums: Map<string, Sum>, name: string, { mase, rmsse }: Errors): void {
  const sum = sums.get(name) ?? { mase: 0, rmsse: 0, count: 0 };
  sums.set(name, { mase: sum.mase + mase, rmsse: sum.rmsse + rmsse, count: sum.count + 1 });
}

function at(values: readonly number[], index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`There is no value ${index} of ${values.length}`);
  return value;
}

function scaledErrors(known: readonly number[], truth: readonly number[], season: number) {
  let absolute = 0;
  let squared = 0;
  for (let index = season; index < known.length; index += 1) {
    const change = at(known, index) - at(known, index - season);
    absolute += Math.abs(change) / (known.length - season);
    squared += change ** 2 / (known.length - season);
  }
  return (predicted: readonly number[]): Errors => {
    let mase = 0;
    let rmsse = 0;
    for (const [index, value] of truth.entries()) {
      mase += Math.abs(value - at(predicted, index)) / absolute / truth.length;
      rmsse += (value - at(predicted, index)) ** 2 / squared / truth.length;
    }
    return { mase, rmsse: Math.sqrt(rmsse) };
  };
}
