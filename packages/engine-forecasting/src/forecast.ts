import { toIntervalDate, toIntervalIndex } from './calendar.js';
import { listModels } from './models/list-models.js';
import type { ModelFit } from './models/model.js';
import { projectFit } from './models/project.js';
import { maxMagnitude, round } from './numbers.js';
import { type SaleRecord, type SalesSeries, toSeries } from './to-series.js';
import { fitModels, type TrainedModel, toHistory } from './train.js';

/** The forecast of one interval, in units of the series. */
export interface ForecastPoint {
  /** First day of the interval, YYYY-MM-DD. */
  date: string;
  /** Trend + season + noise, never negative. */
  predictedQuantity: number;
  predictedSeason: number;
  predictedTrend: number;
  /** Corrections: rounding, and raising the prediction to zero or to the quantity already sold. */
  predictedNoise: number;
  /** Lower end of the 80 % interval, never negative. */
  lowerQuantity: number;
  /** Upper end of the 80 % interval. */
  upperQuantity: number;
}

/**
 * Forecasts `model.horizon` intervals. The first point is the interval that contains `currentDate`, and is at least its
 * sales so far (`inventory.gap.horizon-unit`). Trend, season and noise add up to the prediction
 * (`inventory.forecast-point.decomposition`).
 *
 * A trained model does not see sales after its training. For a later current date, it is projected further
 * (`inventory.trainer.freeze-date`). For an earlier date, its kind of model is fitted again to the visible sales
 * (`inventory.gap.freeze-date-order`).
 *
 * @throws RangeError if a date does not exist.
 */
export function forecastSales(
  model: TrainedModel,
  sales: readonly SaleRecord[],
  options: { currentDate: string },
): ForecastPoint[] {
  const { frequency, horizon } = model;
  const series = toSeries(sales, { frequency, currentDate: options.currentDate });
  const current = toIntervalIndex(options.currentDate, frequency);
  const ahead = current - toIntervalIndex(model.trainedBefore, frequency);
  const fit = ahead < 0 ? fitAgain(model, series) : model.fit;
  const offset = Math.max(0, ahead);
  const points: ForecastPoint[] = [];
  for (let position = 0; position < horizon; position += 1) {
    const step = offset + position + 1;
    const place = Math.min(step, horizon) - 1;
    const atLeast = position === 0 ? Math.max(0, series.currentInterval.soldSoFar) : 0;
    points.push(
      presentPoint(toIntervalDate(current + position, frequency), projectFit(fit, step), atLeast, {
        below: model.intervals.lower[place] ?? 0,
        above: model.intervals.upper[place] ?? 0,
      }),
    );
  }
  return points;
}

function fitAgain({ components }: TrainedModel, series: SalesSeries): ModelFit {
  const parts = listModels(series.frequency).flatMap((model) =>
    components.filter((component) => component.model === model.name).map(({ weight }) => ({ model, weight })),
  );
  return fitModels(parts, toHistory(series));
}

/** Magnitude from which six decimals no longer add up exactly in a double. */
const coarse = 1e9;

function presentPoint(
  date: string,
  projection: { trend: number; season: number },
  atLeast: number,
  width: { below: number; above: number },
): ForecastPoint {
  const present = presentation(Math.max(Math.abs(projection.trend), Math.abs(projection.season), atLeast));
  const predictedTrend = present(projection.trend);
  const predictedSeason = present(projection.season);
  const predictedQuantity = present(Math.max(atLeast, predictedTrend + predictedSeason));
  return {
    date,
    predictedQuantity,
    predictedSeason,
    predictedTrend,
    predictedNoise: present(predictedQuantity - predictedTrend - predictedSeason),
    lowerQuantity: present(Math.max(Math.min(atLeast, predictedQuantity), predictedQuantity + width.below)),
    upperQuantity: present(predictedQuantity + width.above),
  };
}

/**
 * Returns a rounding function: six decimals or, for large numbers, multiples of a power of two, so that parts add up
 * exactly.
 */
function presentation(magnitude: number): (value: number) => number {
  if (!(magnitude >= coarse)) return round;
  const grain = 2 ** (Math.ceil(Math.log2(Math.min(magnitude, maxMagnitude))) - 48);
  return (value) => Math.round(round(value) / grain) * grain + 0;
}
