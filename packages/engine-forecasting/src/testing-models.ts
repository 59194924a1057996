import type { Frequency } from './calendar.js';
import type { ForecastModel, ModelFit } from './models/model.js';
import { projectFit } from './models/project.js';

/** Returns a model's fit at the end of these values. */
export function fitModel(
  model: ForecastModel,
  values: readonly number[],
  frequency: Frequency = 'D',
): ModelFit | undefined {
  return model.fit({ frequency, values: Float64Array.from(values) }, [values.length])?.[0];
}

/** Returns the forecasts of a model for the next `steps` intervals. */
export function forecastAhead(
  model: ForecastModel,
  values: readonly number[],
  steps: number,
  frequency: Frequency = 'D',
): number[] {
  const fit = fitModel(model, values, frequency);
  if (fit === undefined) throw new Error(`${model.name} did not fit`);
  return Array.from({ length: steps }, (_, index) => {
    const { trend, season } = projectFit(fit, index + 1);
    return trend + season;
  });
}
