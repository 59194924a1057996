import type { Frequency } from './calendar.js';
import type { Fit, Model } from './models/model.js';
import { project } from './models/project.js';

/** A model's fit at the end of these values. */
export function fitOf(model: Model, values: readonly number[], frequency: Frequency = 'D'): Fit | undefined {
  return model.fit({ frequency, values: Float64Array.from(values) }, [values.length])?.[0];
}

/** Forecasts of a model for the next `steps` intervals. */
export function forecastAhead(
  model: Model,
  values: readonly number[],
  steps: number,
  frequency: Frequency = 'D',
): number[] {
  const fit = fitOf(model, values, frequency);
  if (fit === undefined) throw new Error(`${model.name} did not fit`);
  return Array.from({ length: steps }, (_, index) => {
    const { trend, season } = project(fit, index + 1);
    return trend + season;
  });
}
