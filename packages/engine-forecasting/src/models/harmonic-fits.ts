import type { Frequency } from '../calendar.js';
import {
  computeGramMatrices,
  countRequiredIntervals,
  createDesignRows,
  type HarmonicShape,
  harmonicShapes,
} from './harmonic-design.js';
import { createLevelFit, type TrendCurve } from './model.js';
import { estimateResidualFading } from './residual-fading.js';

/** Solves A x = b by Cholesky decomposition with a tiny ridge. `a` is overwritten, and `b` by x. */
function solveSymmetric(a: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  let scale = 0;
  for (let row = 0; row < size; row += 1) scale = Math.max(scale, at(a, row * size + row));
  const ridge = scale > 0 ? scale * 1e-10 : 1;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = at(a, row * size + column) + (row === column ? ridge : 0);
      for (let k = 0; k < column; k += 1) sum -= at(a, row * size + k) * at(a, column * size + k);
      a[row * size + column] = row === column ? Math.sqrt(Math.max(sum, ridge)) : sum / at(a, column * size + column);
    }
  }
  for (let row = 0; row < size; row += 1) {
    let sum = at(b, row);
    for (let k = 0; k < row; k += 1) sum -= at(a, row * size + k) * at(b, k);
    b[row] = sum / at(a, row * size + row);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = at(b, row);
    for (let k = row + 1; k < size; k += 1) sum -= at(a, k * size + row) * at(b, k);
    b[row] = sum / at(a, row * size + row);
  }
  return b;
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}

/** A regression at one origin. */
interface HarmonicFit {
  curve: TrendCurve;
  /** Fitted values of the intervals from `from` to the origin, the last year, without the smoothed residual. */
  fitted: Float64Array;
  from: number;
}

/**
 * Least squares on weekday (at frequency D), a straight line and yearly harmonics (dynamic harmonic regression, Young,
 * Pedregal and Tych 1999), solved again at each origin. The recent residual is smoothed and fades out. The number of
 * harmonics has the smallest Bayesian information criterion (Schwarz 1978) before the first origin. Nothing with less
 * than a year and a quarter before the first origin.
 */
export function fitHarmonics(
  frequency: Frequency,
  values: Float64Array,
  origins: readonly number[],
): HarmonicFit[] | undefined {
  const shape = harmonicShapes[frequency];
  const end = origins[0] ?? 0;
  if (end < countRequiredIntervals(frequency)) return undefined;
  const most = shape.positions + 1 + 2 * shape.harmonics;
  const moments = new Float64Array(most);
  const rows = createDesignRows(frequency, origins.at(-1) ?? end);
  const grams = computeGramMatrices(frequency, rows, origins);
  let squares = 0;
  let index = 0;
  let columns = 0;
  let fading: { alpha: number; decay: number } | undefined;
  return origins.map((origin, place) => {
    for (; index < origin; index += 1) {
      const value = values[index] ?? 0;
      squares += value * value;
      addMoments(moments, rows, index, shape.positions, value);
    }
    const gram = grams[place] ?? new Float64Array(most * most);
    if (columns === 0) columns = bestColumns(gram, moments, most, shape, squares, origin);
    const weights = solveLeading(gram, moments, most, columns, shape.positions);
    // How residuals fade is learned from all of them at the first origin; later only the last year counts.
    const from = fading === undefined ? 0 : Math.max(0, origin - Math.ceil(shape.year));
    const fitted = fittedValues(rows, weights, from, origin, most, shape.positions);
    const residuals = fitted.map((value, at) => (values[from + at] ?? 0) - value);
    fading ??= estimateResidualFading(residuals, shape.year);
    let residual = 0;
    for (const value of residuals) residual += fading.alpha * (value - residual);
    return { curve: curveAt(shape, weights, columns, origin, residual, fading.decay), fitted, from };
  });
}

function fittedValues(
  rows: Float64Array,
  weights: Float64Array,
  from: number,
  to: number,
  width: number,
  positions: number,
): Float64Array {
  const fitted = new Float64Array(to - from);
  const columns = weights.length;
  for (let index = from; index < to; index += 1) {
    const row = index * width;
    let sum = weights[index % positions] ?? 0;
    for (let column = positions; column < columns; column += 1) {
      sum += (weights[column] ?? 0) * (rows[row + column] ?? 0);
    }
    fitted[index - from] = sum;
  }
  return fitted;
}

/** Adds one interval to the sums of products of regressors and value. */
function addMoments(moments: Float64Array, rows: Float64Array, index: number, positions: number, value: number): void {
  const weekday = index % positions;
  const row = index * moments.length;
  moments[weekday] = (moments[weekday] ?? 0) + value;
  for (let i = positions; i < moments.length; i += 1) moments[i] = (moments[i] ?? 0) + (rows[row + i] ?? 0) * value;
}

/** Solves the equations of the first `columns` regressors. */
function solveLeading(
  gram: Float64Array,
  moments: Float64Array,
  width: number,
  columns: number,
  positions: number,
): Float64Array {
  const a = new Float64Array(columns * columns);
  for (let row = 0; row < columns; row += 1) {
    for (let column = 0; column <= row; column += 1) a[row * columns + column] = gram[row * width + column] ?? 0;
    // A few virtual intervals without slope and season keep short histories from extreme ones (ridge regression).
    if (row >= positions) a[row * columns + row] = (a[row * columns + row] ?? 0) + 1;
  }
  return solveSymmetric(a, moments.slice(0, columns));
}

function bestColumns(
  gram: Float64Array,
  moments: Float64Array,
  width: number,
  { positions, harmonics }: HarmonicShape,
  squares: number,
  count: number,
): number {
  let best = positions + 3;
  let least = Number.POSITIVE_INFINITY;
  for (let harmonic = 1; harmonic <= harmonics; harmonic += 1) {
    const columns = positions + 1 + 2 * harmonic;
    const weights = solveLeading(gram, moments, width, columns, positions);
    let rest = squares;
    for (let column = 0; column < columns; column += 1) rest -= (weights[column] ?? 0) * (moments[column] ?? 0);
    const criterion = count * Math.log(Math.max(rest, squares * 1e-12) / count) + columns * Math.log(count);
    if (criterion < least) {
      least = criterion;
      best = columns;
    }
  }
  return best;
}

/** The regression as seen from an origin: the line from its last value on, the season and the waves turned to step 1. */
function curveAt(
  { year, positions, damping, harmonics }: HarmonicShape,
  weights: Float64Array,
  columns: number,
  origin: number,
  transient: number,
  decay: number,
): TrendCurve {
  const weekdays = [...weights.subarray(0, positions)];
  const mean = weekdays.reduce((sum, weight) => sum + weight / positions, 0);
  const perYear = weights[positions] ?? 0;
  const wave = { period: year, cosines: [] as number[], sines: [] as number[] };
  for (let harmonic = 0; harmonic < harmonics; harmonic += 1) {
    const column = positions + 1 + 2 * harmonic;
    if (column >= columns) break;
    const angle = (2 * Math.PI * (harmonic + 1) * (origin - 1)) / year;
    const a = weights[column] ?? 0;
    const b = weights[column + 1] ?? 0;
    wave.cosines.push(a * Math.cos(angle) + b * Math.sin(angle));
    wave.sines.push(b * Math.cos(angle) - a * Math.sin(angle));
  }
  const next = origin % positions;
  const { form: _, ...curve } = createLevelFit(mean + (perYear * (origin - 1)) / year, {
    slope: perYear / year,
    damping,
    transient,
    decay,
    season: positions > 1 ? [...weekdays.slice(next), ...weekdays.slice(0, next)].map((weight) => weight - mean) : [],
    waves: [wave],
  });
  return curve;
}
