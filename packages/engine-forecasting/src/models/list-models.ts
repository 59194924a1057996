import type { Frequency } from '../calendar.js';
import { createAdditiveSeasonal } from './additive-seasonal.js';
import { crostonSba } from './croston-sba.js';
import { dampedTrend } from './damped-trend.js';
import { fitHarmonics } from './harmonic-fits.js';
import { logHarmonicRegression } from './log-harmonic-regression.js';
import type { ForecastModel } from './model.js';
import { createLevelFit } from './model.js';
import { createMultiplicativeSeasonal } from './multiplicative-seasonal.js';
import { recentMean } from './recent-mean.js';
import { simpleExponentialSmoothing } from './simple-exponential-smoothing.js';
import { teunterSyntetosBabai } from './teunter-syntetos-babai.js';
import { createThetaModel } from './theta.js';
import { computeTrendStates, estimateStartLine, findBestTrend, type TrendParameters } from './trend-smoothing.js';

const grid: TrendParameters[] = [0.05, 0.1, 0.3, 0.6].flatMap((alpha) =>
  [0.01, 0.05, 0.2].map((beta) => ({ alpha, beta, damping: 1 })),
);

/** Holt's linear trend (Holt 1957) with a constant slope and the parameters of the smallest squared error. */
const holtTrend: ForecastModel = {
  name: 'holt-trend',
  fit({ values }, origins) {
    const end = origins[0] ?? 0;
    if (end < 6) return undefined;
    const start = estimateStartLine(values, end);
    return computeTrendStates(values, origins, findBestTrend(values, end, grid, start), start).map(({ level, slope }) =>
      createLevelFit(level, { slope }),
    );
  },
};

/** Continues from the last value with the average change per interval of the whole history (random walk with drift). */
const driftModel: ForecastModel = {
  name: 'drift',
  prior: { regular: 0.4, intermittent: 0.4 },
  fit({ values }, origins) {
    if ((origins[0] ?? 0) < 2) return undefined;
    const first = values[0] ?? 0;
    return origins.map((origin) => {
      const last = values[origin - 1] ?? 0;
      return createLevelFit(last, { slope: (last - first) / (origin - 1) });
    });
  },
};

/** Weeks of history from which on other models have enough to learn from: two and a half years. */
const enough = 130;

/** Repeats the last value (random walk), for weekly series of up to 129 weeks, whose seasons are often noise. */
const naiveModel: ForecastModel = {
  name: 'naive',
  prior: { regular: 0, intermittent: 0.4, short: { more: 16, until: enough } },
  fit({ values }, origins) {
    if (values.length >= enough) return undefined;
    return origins.map((origin) => createLevelFit(values[origin - 1] ?? 0));
  },
};

/** Weekdays, a line and Fourier terms, in units of the series: see {@link fitHarmonics}. Needs 15 months of history. */
const harmonicRegression: ForecastModel = {
  name: 'harmonic-regression',
  prior: { regular: 2, intermittent: 2 },
  fit: ({ frequency, values }, origins) =>
    fitHarmonics(frequency, values, origins)?.map(({ curve }) => ({ ...curve, form: 'additive' })),
};

const always = [
  recentMean,
  simpleExponentialSmoothing,
  driftModel,
  holtTrend,
  dampedTrend,
  crostonSba,
  teunterSyntetosBabai,
];
const yearly = [harmonicRegression, logHarmonicRegression];

const competitors: Record<Frequency, readonly ForecastModel[]> = {
  D: [
    ...always,
    createThetaModel(7),
    createSeasonalNaive(7),
    createSeasonalNaive(364),
    createAdditiveSeasonal(7),
    createMultiplicativeSeasonal(7),
    ...yearly,
  ],
  W: [...always, naiveModel, createThetaModel(1), createSeasonalNaive(52), ...yearly],
  M: [
    ...always,
    createThetaModel(12),
    createSeasonalNaive(12),
    createAdditiveSeasonal(12),
    createMultiplicativeSeasonal(12),
    ...yearly,
  ],
};

/** The models that compete for a series of this frequency, simple ones first: of two equal ones, the first wins. */
export function listModels(frequency: Frequency): readonly ForecastModel[] {
  return competitors[frequency];
}

/**
 * Creates a model in which every interval repeats the one a season (`period` intervals) ago. The trend is the mean of
 * the last season.
 */
function createSeasonalNaive(period: number): ForecastModel {
  return {
    name: `seasonal-naive-${period}`,
    prior: { regular: 0.4, intermittent: 0.4, ...(period === 7 ? { short: { more: 12, until: 30 } } : {}) },
    fit({ values }, origins) {
      if ((origins[0] ?? 0) < period) return undefined;
      return origins.map((origin) => {
        let level = 0;
        for (let index = origin - period; index < origin; index += 1) level += values[index] ?? 0;
        level /= period;
        const season: number[] = [];
        for (let index = origin - period; index < origin; index += 1) season.push((values[index] ?? 0) - level);
        return createLevelFit(level, { season });
      });
    },
  };
}
