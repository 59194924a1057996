import type { Frequency } from '../calendar.js';
import { levelFit, type Model } from './model.js';
import { solveSymmetric } from './solve-symmetric.js';

const harmonics = 3;

/** Per frequency: intervals of a year, dummy positions (weekdays), damping of the slope, smoothing and decay of the residual. */
const shapes: Record<Frequency, { year: number; dummies: number; damping: number; alpha: number; decay: number }> = {
  D: { year: 365.25, dummies: 7, damping: 0.996, alpha: 0.1, decay: 0.97 },
  W: { year: 365.25 / 7, dummies: 1, damping: 0.97, alpha: 0.2, decay: 0.9 },
  M: { year: 12, dummies: 1, damping: 0.9, alpha: 0.3, decay: 0.8 },
};

/**
 * Least squares on weekday (frequency D), a straight line and the first three harmonics of the year, with the recent
 * residual smoothed and fading out. Needs a year and a quarter.
 */
export const harmonicRegression: Model = {
  name: 'harmonic-regression',
  fit({ frequency, values }) {
    const { year, dummies, damping, alpha, decay } = shapes[frequency];
    const count = values.length;
    if (count < 1.25 * year) return undefined;
    const columns = dummies + 1 + 2 * harmonics;
    const gram = new Float64Array(columns * columns);
    const moments = new Float64Array(columns);
    const row = new Float64Array(columns);
    for (let index = 0; index < count; index += 1) {
      fillRow(row, index - count, dummies, year);
      const value = values[index] ?? 0;
      for (let i = 0; i < columns; i += 1) {
        const left = row[i] ?? 0;
        if (left === 0) continue;
        moments[i] = (moments[i] ?? 0) + left * value;
        for (let j = 0; j <= i; j += 1) gram[i * columns + j] = (gram[i * columns + j] ?? 0) + left * (row[j] ?? 0);
      }
    }
    const weights = solveSymmetric(gram, moments);

    let residual = 0;
    for (let index = 0; index < count; index += 1) {
      fillRow(row, index - count, dummies, year);
      let fitted = 0;
      for (let i = 0; i < columns; i += 1) fitted += (row[i] ?? 0) * (weights[i] ?? 0);
      residual += alpha * ((values[index] ?? 0) - fitted - residual);
    }

    const positions = [...weights.subarray(0, dummies)];
    const level = positions.reduce((sum, weight) => sum + weight / dummies, 0);
    const slope = (weights[dummies] ?? 0) / year;
    const wave = { period: year, cosines: [] as number[], sines: [] as number[] };
    for (let harmonic = 0; harmonic < harmonics; harmonic += 1) {
      wave.cosines.push(weights[dummies + 1 + 2 * harmonic] ?? 0);
      wave.sines.push(weights[dummies + 2 + 2 * harmonic] ?? 0);
    }
    return levelFit(level, {
      slope,
      damping,
      transient: residual,
      decay,
      season: dummies > 1 ? positions.map((weight) => weight - level) : [],
      waves: [wave],
    });
  },
};

/** The regressors of one interval. `before` counts from the first interval after the history: -1 is the last known one, which is step 0. */
function fillRow(row: Float64Array, before: number, dummies: number, year: number): void {
  row.fill(0, 0, dummies);
  row[((before % dummies) + dummies) % dummies] = 1;
  const step = before + 1;
  row[dummies] = step / year;
  const angle = (2 * Math.PI * step) / year;
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  let turnedCosine = 1;
  let turnedSine = 0;
  for (let harmonic = 0; harmonic < harmonics; harmonic += 1) {
    const nextCosine = turnedCosine * cosine - turnedSine * sine;
    turnedSine = turnedSine * cosine + turnedCosine * sine;
    turnedCosine = nextCosine;
    row[dummies + 1 + 2 * harmonic] = turnedCosine;
    row[dummies + 2 + 2 * harmonic] = turnedSine;
  }
}
