import { describe, expect, it } from 'vitest';
import { fitOf, forecastAhead } from '../testing-models.js';
import { generator } from '../testing-sales.js';
import { additiveSeasonal } from './additive-seasonal.js';
import { harmonicRegression } from './harmonic-regression.js';
import { logHarmonicRegression } from './log-harmonic-regression.js';
import { multiplicativeSeasonal } from './multiplicative-seasonal.js';
import { seasonIndices } from './season-indices.js';
import { theta } from './theta.js';

const pattern = [5, 1, 9, 4, 4, 7, 12];
const repeated = Array.from({ length: 37 }, (_, index) => pattern[index % 7] ?? 0);
/** A week of factors around 1 on a level that grows from 100 by 1 a day. */
const growing = (index: number) => ((pattern[index % 7] ?? 0) / 6) * (100 + index);

describe('seasonal smoothing', () => {
  it('additive repeats an exact pattern, with a season that sums to 0', () => {
    // 37 = 5 * 7 + 2: the next value is the third of the pattern.
    forecastAhead(additiveSeasonal(7), repeated, 7).forEach((value, index) => {
      expect(value).toBeCloseTo(pattern[(index + 2) % 7] ?? 0, 9);
    });
    const fit = fitOf(additiveSeasonal(7), repeated);
    const season = fit?.form === 'additive' ? fit.season : [];
    expect(season.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 9);
    expect(fitOf(additiveSeasonal(7), repeated.slice(0, 13))).toBeUndefined();
  });

  it('multiplicative lets the season grow with the level', () => {
    const values = Array.from({ length: 210 }, (_, index) => growing(index));
    const forecasts = forecastAhead(multiplicativeSeasonal(7), values, 7);
    forecasts.forEach((value, index) => {
      expect(Math.abs(value / growing(210 + index) - 1)).toBeLessThan(0.05);
    });
    const fit = fitOf(multiplicativeSeasonal(7), values);
    expect(fit?.form).toBe('multiplicative');
    const season = fit?.form === 'multiplicative' ? fit.season : [];
    expect(season.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 9);
  });

  it('multiplicative needs sales in every interval', () => {
    expect(fitOf(multiplicativeSeasonal(7), [...repeated, 0])).toBeUndefined();
  });
});

describe('theta', () => {
  it('on a line is the line itself: smoothing lags, and half its slope goes on', () => {
    const values = Array.from({ length: 200 }, (_, index) => 10 + 2 * index);
    const [first = 0, second = 0] = forecastAhead(theta(1), values, 2);
    expect(second - first).toBeCloseTo(1, 9); // half of the slope 2
    // SES with alpha 0.8 lags by 2 (1 - 0.8) / 0.8 = 0.5 behind the last value 408; then 1 * (1 + 0.25) is added.
    expect(first).toBeCloseTo(408 - 0.5 + 1.25, 6);
  });

  it('takes a significant season out and puts it back', () => {
    forecastAhead(theta(7), repeated, 7).forEach((value, index) => {
      expect(value).toBeCloseTo(pattern[(index + 2) % 7] ?? 0, 1);
    });
  });

  it('sees no season where there is none', () => {
    let seasonal = 0;
    for (let seed = 1; seed <= 50; seed += 1) {
      const random = generator(seed);
      const restless = Float64Array.from({ length: 140 }, () => 10 + random());
      if (seasonIndices(restless, 140, 7) !== undefined) seasonal += 1;
    }
    // A test at 10 % is wrong in about five of fifty.
    expect(seasonal).toBeLessThanOrEqual(10);
    expect(seasonIndices(Float64Array.from(repeated), 37, 7)?.form).toBe('multiplicative');
    expect(seasonIndices(Float64Array.from([...repeated, 0, 1]), 39, 7)?.form).toBe('additive');
    const constant = new Float64Array(70).fill(4);
    expect(seasonIndices(constant, 70, 7)).toBeUndefined();
  });
});

describe('harmonic regression', () => {
  const weekday = [1, 2, 3, 4, 5, 6, 7];
  const year = (index: number) => Math.sin((2 * Math.PI * index) / 365.25);

  it('recovers weekdays and a yearly wave', () => {
    const truth = (index: number) => 50 + (weekday[index % 7] ?? 0) + 20 * year(index);
    const values = Array.from({ length: 800 }, (_, index) => truth(index));
    forecastAhead(harmonicRegression, values, 200).forEach((value, index) => {
      expect(Math.abs(value - truth(800 + index))).toBeLessThan(0.2);
    });
    expect(fitOf(harmonicRegression, values.slice(0, 456))).toBeUndefined();
  });

  it('in logarithms recovers factors, and its weekdays add nothing over a week', () => {
    const truth = (index: number) => 50 * (1 + 0.1 * (weekday[index % 7] ?? 0)) * Math.exp(0.4 * year(index));
    const values = Array.from({ length: 800 }, (_, index) => truth(index));
    forecastAhead(logHarmonicRegression, values, 200).forEach((value, index) => {
      expect(Math.abs(value / truth(800 + index) - 1)).toBeLessThan(0.01);
    });
    const fit = fitOf(logHarmonicRegression, values);
    const season = fit?.form === 'logarithmic' ? fit.season : [];
    expect(season.reduce((sum, deviation) => sum + Math.exp(deviation), 0)).toBeCloseTo(7, 9);
  });

  it('in logarithms forecasts the mean, not the typical value, and stands empty days', () => {
    // Half of the days 0, half of them 30, without a pattern: the geometric mean is near 5, the mean 15.
    const values = Array.from({ length: 730 }, (_, index): number => (((index * 7919) % 1009) % 2 === 0 ? 30 : 0));
    const mean = values.slice(-366).reduce((sum, value) => sum + value / 366, 0);
    const forecasts = forecastAhead(logHarmonicRegression, values, 365);
    const forecast = forecasts.reduce((sum, value) => sum + value / 365, 0);
    expect(Math.abs(forecast / mean - 1)).toBeLessThan(0.35);
  });
});
