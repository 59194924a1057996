import type { Frequency } from '../calendar.js';
import { additiveSeasonal } from './additive-seasonal.js';
import { crostonSba } from './croston-sba.js';
import { dampedTrend } from './damped-trend.js';
import { drift } from './drift.js';
import { harmonicRegression } from './harmonic-regression.js';
import { holtTrend } from './holt-trend.js';
import { logHarmonicRegression } from './log-harmonic-regression.js';
import type { Model } from './model.js';
import { multiplicativeSeasonal } from './multiplicative-seasonal.js';
import { naive } from './naive.js';
import { recentMean } from './recent-mean.js';
import { seasonalNaive } from './seasonal-naive.js';
import { simpleExponentialSmoothing } from './simple-exponential-smoothing.js';
import { teunterSyntetosBabai } from './teunter-syntetos-babai.js';
import { theta } from './theta.js';

const always = [
  recentMean,
  simpleExponentialSmoothing,
  drift,
  holtTrend,
  dampedTrend,
  crostonSba,
  teunterSyntetosBabai,
];
const yearly = [harmonicRegression, logHarmonicRegression];

const competitors: Record<Frequency, readonly Model[]> = {
  D: [
    ...always,
    theta(7),
    seasonalNaive(7),
    seasonalNaive(364),
    additiveSeasonal(7),
    multiplicativeSeasonal(7),
    ...yearly,
  ],
  W: [...always, naive, theta(1), seasonalNaive(52), ...yearly],
  M: [...always, theta(12), seasonalNaive(12), additiveSeasonal(12), multiplicativeSeasonal(12), ...yearly],
};

/** The models that compete for a series of this frequency, simple ones first: of two equal ones, the first wins. */
export function modelsFor(frequency: Frequency): readonly Model[] {
  return competitors[frequency];
}
