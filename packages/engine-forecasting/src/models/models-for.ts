import type { Frequency } from '../calendar.js';
import { additiveSeasonal } from './additive-seasonal.js';
import { dampedTrend } from './damped-trend.js';
import { drift } from './drift.js';
import { harmonicRegression } from './harmonic-regression.js';
import type { Model } from './model.js';
import { recentMean } from './recent-mean.js';
import { seasonalNaive } from './seasonal-naive.js';
import { simpleExponentialSmoothing } from './simple-exponential-smoothing.js';

const always = [recentMean, simpleExponentialSmoothing, drift, dampedTrend] as const;

const competitors: Record<Frequency, readonly Model[]> = {
  D: [...always, seasonalNaive(7), additiveSeasonal(7), seasonalNaive(364), harmonicRegression],
  W: [...always, seasonalNaive(52), harmonicRegression],
  M: [...always, seasonalNaive(12), additiveSeasonal(12), harmonicRegression],
};

/**
 * The models that compete for a series of this frequency, simple ones first: of two equally good ones the first wins.
 * A further model needs its file and one entry here.
 */
export function modelsFor(frequency: Frequency): readonly Model[] {
  return competitors[frequency];
}
