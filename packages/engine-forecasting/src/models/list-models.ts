import type { Frequency } from '../calendar.js';
import { createAdditiveSeasonal } from './additive-seasonal.js';
import { crostonSba } from './croston-sba.js';
import { dampedTrend } from './damped-trend.js';
import { driftModel } from './drift.js';
import { harmonicRegression } from './harmonic-regression.js';
import { holtTrend } from './holt-trend.js';
import { logHarmonicRegression } from './log-harmonic-regression.js';
import type { ForecastModel } from './model.js';
import { createMultiplicativeSeasonal } from './multiplicative-seasonal.js';
import { naiveModel } from './naive.js';
import { recentMean } from './recent-mean.js';
import { createSeasonalNaive } from './seasonal-naive.js';
import { simpleExponentialSmoothing } from './simple-exponential-smoothing.js';
import { teunterSyntetosBabai } from './teunter-syntetos-babai.js';
import { createThetaModel } from './theta.js';

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
