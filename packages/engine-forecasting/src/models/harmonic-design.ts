import type { Frequency } from '../calendar.js';

/**
 * Intervals per year, weekday positions, damping of the slope, maximum number of harmonics, and number of regressors.
 */
export const harmonicShapes = {
  D: { year: 365.25, positions: 7, damping: 0.996, harmonics: 4, width: 16 },
  W: { year: 365.25 / 7, positions: 1, damping: 0.97, harmonics: 3, width: 8 },
  M: { year: 12, positions: 1, damping: 0.9, harmonics: 3, width: 8 },
};
export type HarmonicShape = (typeof harmonicShapes)[Frequency];

/** Years of history that a regression with a yearly season needs. */
const yearsNeeded = 1.25;

/** Returns the number of intervals that a regression with a yearly season needs. */
export function countRequiredIntervals(frequency: Frequency): number {
  return Math.ceil(yearsNeeded * harmonicShapes[frequency].year);
}

/** Cached rows of the longest history so far, by frequency. They are the same for every history. */
const knownRows = new Map<Frequency, Float64Array>();

/** One row per interval: weekday dummies, years since the start, cosine and sine of each harmonic. */
export function createDesignRows(frequency: Frequency, count: number): Float64Array {
  const { year, positions, harmonics, width } = harmonicShapes[frequency];
  const known = knownRows.get(frequency);
  if (known !== undefined && known.length >= count * width) return known;
  const rows = new Float64Array(count * width);
  for (let index = 0; index < count; index += 1) {
    const row = index * width;
    rows[row + (index % positions)] = 1;
    rows[row + positions] = index / year;
    for (let harmonic = 1; harmonic <= harmonics; harmonic += 1) {
      const angle = (2 * Math.PI * harmonic * index) / year;
      rows[row + positions + 2 * harmonic - 1] = Math.cos(angle);
      rows[row + positions + 2 * harmonic] = Math.sin(angle);
    }
  }
  knownRows.set(frequency, rows);
  return rows;
}

/** Sums of products of the regressors up to an origin. They do not depend on sales, so most histories share them. */
const knownGrams = new Map<string, Float64Array>();
const mostGrams = 200;

export function computeGramMatrices(frequency: Frequency, rows: Float64Array, origins: readonly number[]) {
  const { positions, width } = harmonicShapes[frequency];
  const known = origins.flatMap((origin) => knownGrams.get(`${frequency}${origin}`) ?? []);
  if (known.length === origins.length) return known;
  if (knownGrams.size > mostGrams) knownGrams.clear();
  const gram = new Float64Array(width * width);
  let index = 0;
  return origins.map((origin) => {
    for (; index < origin; index += 1) addProducts(gram, rows, index, width, positions);
    const reached = gram.slice();
    knownGrams.set(`${frequency}${origin}`, reached);
    return reached;
  });
}

/** Adds one interval to the lower triangle. Only one of the weekday dummies is not 0. */
function addProducts(gram: Float64Array, rows: Float64Array, index: number, width: number, positions: number): void {
  const weekday = index % positions;
  const row = index * width;
  gram[weekday * width + weekday] = (gram[weekday * width + weekday] ?? 0) + 1;
  for (let i = positions; i < width; i += 1) {
    const left = rows[row + i] ?? 0;
    const line = i * width;
    gram[line + weekday] = (gram[line + weekday] ?? 0) + left;
    for (let j = positions; j <= i; j += 1) gram[line + j] = (gram[line + j] ?? 0) + left * (rows[row + j] ?? 0);
  }
}
