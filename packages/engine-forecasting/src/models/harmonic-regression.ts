import type { Frequency } from '../calendar.js';
import { findLeast } from '../numbers.js';
import {
  computeGramMatrices,
  countRequiredIntervals,
  createDesignRows,
  type HarmonicShape,
  harmonicShapes,
} from './harmonic-design.js';
import { createLevelFit, type ForecastModel, type LogarithmicFit, type TrendCurve } from './model.js';

const alphas = [0.02, 0.05, 0.1, 0.2, 0.4];
/** Share of a residual that remains after a thirteenth of a year: 28 days, four weeks or about a month. */
const remaining = [0.4, 0.8, 1];

/** Smoothing and fading of a regression's residuals: the pair of a grid with the smallest squared error ahead. */
function estimateResidualFading(residuals: Float64Array, year: number): { alpha: number; decay: number } {
  const far = Math.max(1, Math.round(year / 13));
  const near = Math.max(1, Math.round(far / 4));
  // A few hundred positions of a long history are as informative as all of them.
  const stride = Math.max(1, Math.floor(residuals.length / 200));
  const best = { alpha: 0.05, decay: 0.97 };
  let least = Number.POSITIVE_INFINITY;
  for (const alpha of alphas) {
    const squares = remaining.map(() => 0);
    let smoothed = 0;
    for (let index = 0; index + far < residuals.length; index += 1) {
      smoothed += alpha * ((residuals[index] ?? 0) - smoothed);
      if (index % stride !== 0) continue;
      const nearby = residuals[index + near] ?? 0;
      const distant = residuals[index + far] ?? 0;
      for (let place = 0; place < remaining.length; place += 1) {
        const share = remaining[place] ?? 1;
        const soon = nearby - smoothed * Math.sqrt(Math.sqrt(share));
        const late = distant - smoothed * share;
        squares[place] = (squares[place] ?? 0) + soon * soon + late * late;
      }
    }
    squares.forEach((sum, place) => {
      if (!(sum < least)) return;
      least = sum;
      best.alpha = alpha;
      best.decay = (remaining[place] ?? 1) ** (1 / far);
    });
  }
  return best;
}

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

/**
 * Least squares on weekday (at frequency D), a straight line and yearly harmonics (dynamic harmonic regression, Young,
 * Pedregal and Tych 1999), solved again at each origin. The recent residual is smoothed and fades out. The number of
 * harmonics has the smallest Bayesian information criterion (Schwarz 1978) before the first origin. Returns undefined
 * with less than a year and a quarter before the first origin.
 */
function fitHarmonics(frequency: Frequency, values: Float64Array, origins: readonly number[]) {
  const shape = harmonicShapes[frequency];
  const end = origins[0] ?? 0;
  if (end < countRequiredIntervals(frequency)) return undefined;
  const moments = new Float64Array(shape.width);
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
    const gram = grams[place] ?? new Float64Array(shape.width ** 2);
    if (columns === 0) columns = bestColumns(gram, moments, shape, squares, origin);
    const weights = solveLeading(gram, moments, columns, shape.positions);
    // How residuals fade is learned from all of them at the first origin; later only the last year counts.
    const from = fading === undefined ? 0 : Math.max(0, origin - Math.ceil(shape.year));
    // The fitted values do not contain the smoothed residual.
    const fitted = fittedValues(rows, weights, from, origin, shape);
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
  { positions, width }: HarmonicShape,
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

/** Solves the equations for the first `columns` regressors. */
function solveLeading(gram: Float64Array, moments: Float64Array, columns: number, positions: number): Float64Array {
  const width = moments.length;
  const a = new Float64Array(columns * columns);
  for (let row = 0; row < columns; row += 1) {
    for (let column = 0; column <= row; column += 1) a[row * columns + column] = gram[row * width + column] ?? 0;
    // A few virtual intervals without slope and season prevent extreme slopes and seasons for short histories (ridge
    // regression).
    if (row >= positions) a[row * columns + row] = (a[row * columns + row] ?? 0) + 1;
  }
  return solveSymmetric(a, moments.slice(0, columns));
}

function bestColumns(
  gram: Float64Array,
  moments: Float64Array,
  { positions, harmonics }: HarmonicShape,
  squares: number,
  count: number,
): number {
  const choices = Array.from({ length: harmonics }, (_, harmonic) => positions + 3 + 2 * harmonic);
  const criterion = (columns: number) => {
    let rest = squares;
    for (const [column, weight] of solveLeading(gram, moments, columns, positions).entries()) {
      rest -= weight * (moments[column] ?? 0);
    }
    return count * Math.log(Math.max(rest, squares * 1e-12) / count) + columns * Math.log(count);
  };
  return findLeast(choices, criterion, positions + 3);
}

/** Returns the regression relative to an origin: the line starts at its last value, and season and waves at step 1. */
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

/** Weekdays, a line and Fourier terms, in units of the series. Needs 15 months of history. */
export const harmonicRegression: ForecastModel = {
  name: 'harmonic-regression',
  prior: { regular: 2, intermittent: 2 },
  fit: ({ frequency, values }, origins) =>
    fitHarmonics(frequency, values, origins)?.map(({ curve }) => ({ ...curve, form: 'additive' })),
};

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

/** Moves the mean factor of the weekdays from the season into the level, so that they sum to 0 over a week. */
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
