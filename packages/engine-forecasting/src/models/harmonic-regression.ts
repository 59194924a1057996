import { harmonicFits } from './harmonic-fits.js';
import type { Model } from './model.js';

/** Weekdays, a line and Fourier terms, in units of the series: see {@link harmonicFits}. Needs 15 months of history. */
export const harmonicRegression: Model = {
  name: 'harmonic-regression',
  prior: { regular: 2, intermittent: 2 },
  fit: ({ frequency, values }, origins) =>
    harmonicFits(frequency, values, origins)?.map(({ curve }) => ({ ...curve, form: 'additive' })),
};
