import { fitHarmonics } from './harmonic-fits.js';
import type { ForecastModel } from './model.js';

/** Weekdays, a line and Fourier terms, in units of the series: see {@link fitHarmonics}. Needs 15 months of history. */
export const harmonicRegression: ForecastModel = {
  name: 'harmonic-regression',
  prior: { regular: 2, intermittent: 2 },
  fit: ({ frequency, values }, origins) =>
    fitHarmonics(frequency, values, origins)?.map(({ curve }) => ({ ...curve, form: 'additive' })),
};
