import { fitHarmonics } from './harmonic-fits.js';
import type { ForecastModel, LogarithmicFit, TrendCurve } from './model.js';

/**
 * The regression of {@link fitHarmonics} on logarithms, so that weekday, season and growth multiply. If an interval had
 * no sales, 1 is added first. Net returns count as no sales. The exponential of a mean logarithm is below the mean. The
 * ratio of the sums of values and of fitted values corrects it (the ratio form of Duan's smearing estimate, 1983).
 * Needs at least 15 months of history.
 */
export const logHarmonicRegression: ForecastModel = {
  name: 'log-harmonic-regression',
  prior: { regular: 2, intermittent: 2 },
  fit({ frequency, values }, origins) {
    const last = origins.at(-1) ?? 0;
    let offset = 0;
    for (let index = 0; index < last; index += 1) if (!((values[index] ?? 0) > 0)) offset = 1;
    const logarithms = new Float64Array(last);
    for (let index = 0; index < last; index += 1) {
      logarithms[index] = Math.log(Math.max(0, values[index] ?? 0) + offset);
    }
    return fitHarmonics(frequency, logarithms, origins)?.map(({ curve, fitted, from }) => {
      let sold = 0;
      let expected = 0;
      for (let at = 0; at < fitted.length; at += 1) {
        sold += (values[from + at] ?? 0) + offset;
        expected += Math.exp(fitted[at] ?? 0);
      }
      const factor = sold > 0 && expected > 0 ? Math.min(2, Math.max(0.5, sold / expected)) : 1;
      return centred(curve, factor, offset);
    });
  },
};

/** Moves the mean factor of the weekdays from the season into the level, so that they add 0 over a week. */
function centred(curve: TrendCurve, factor: number, offset: number): LogarithmicFit {
  let mean = 0;
  for (const deviation of curve.season) mean += Math.exp(deviation) / curve.season.length;
  const shift = curve.season.length > 0 ? Math.log(mean) : 0;
  return {
    ...curve,
    form: 'logarithmic',
    offset,
    factor,
    level: curve.level + shift,
    season: curve.season.map((deviation) => deviation - shift),
  };
}
