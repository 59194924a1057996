import type { Frequency } from '../calendar.js';
import { harmonicRegression, logHarmonicRegression } from './harmonic-regression.js';
import { crostonSba } from './intermittent.js';
import { createLevelFit, type ForecastModel } from './model.js';
import { createSeasonalSmoothing } from './seasonal-smoothing.js';
import { createThetaModel } from './theta.js';
import { dampedTrend, simpleExponentialSmoothing } from './trend-smoothing.js';

const windows: Record<Frequency, number> = { D: 28, W: 8, M: 6 };

/** The mean of the most recent intervals: 28 days, 8 weeks or 6 months. Fits any history, so there is always a forecast. */
export const recentMean: ForecastModel = {
  name: 'recent-mean',
  fit: ({ frequency, values }, origins) =>
    origins.map((origin) => {
      const first = Math.max(0, origin - windows[frequency]);
      let sum = 0;
      for (let index = first; index < origin; index += 1) sum += values[index] ?? 0;
      return createLevelFit(sum / Math.max(1, origin - first));
    }),
};

/** Weeks of history after which other models have enough data: two and a half years. */
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

const always = [recentMean, simpleExponentialSmoothing, dampedTrend, crostonSba];
const yearly = [harmonicRegression, logHarmonicRegression];

const competitors: Record<Frequency, readonly ForecastModel[]> = {
  D: [
    ...always,
    createThetaModel(7),
    createSeasonalNaive(7),
    createSeasonalNaive(364),
    createSeasonalSmoothing(7),
    ...yearly,
  ],
  W: [...always, naiveModel, createThetaModel(1), createSeasonalNaive(52), ...yearly],
  M: [...always, createThetaModel(12), createSeasonalNaive(12), ...yearly],
};

/**
 * Lists the models that compete for a series of this frequency. Simple models come first, because the first wins a tie.
 */
export function listModels(frequency: Frequency): readonly ForecastModel[] {
  return competitors[frequency];
}

/**
 * Each interval repeats the value from one season (`period` intervals) ago. The trend is the mean of the last season.
 */
function createSeasonalNaive(period: number): ForecastModel {
  return {
    name: `seasonal-naive-${period}`,
    prior: { regular: 0.4, intermittent: 0.4, ...(period === 7 ? { short: { more: 12, until: 30 } } : {}) },
    fit({ values }, origins) {
      if ((origins[0] ?? 0) < period) return undefined;
      return origins.map((origin) => {
        const last = [...values.subarray(origin - period, origin)];
        const level = last.reduce((sum, value) => sum + value, 0) / period;
        return createLevelFit(level, { season: last.map((value) => value - level) });
      });
    },
  };
}
