import type { Frequency } from '../calendar.js';

/** Input of a model: the values of consecutive intervals, oldest first, at least one. */
export interface SeriesHistory {
  readonly frequency: Frequency;
  readonly values: Float64Array;
}

/** A wave with its harmonics 1, 2, 3 ... Its period can be a fraction of intervals. */
interface SeasonWave {
  period: number;
  /** Amplitudes of the cosine of each harmonic. */
  cosines: number[];
  /** Amplitudes of the sine of each harmonic. */
  sines: number[];
}

/**
 * A moving level and a season around it, as plain JSON. Step 1 is the first interval after the history.
 *
 * base(step)  = level + slope * (damping + damping^2 + ... + damping^step) + transient * decay^step swing(step) =
 * season[(step - 1) mod length] + the waves at `step`
 */
export interface TrendCurve {
  level: number;
  slope: number;
  /** At 1 the slope is permanent; at 0.9 it fades. */
  damping: number;
  /** Distance of the recent level from the long-term one, which fades by `decay` per step. */
  transient: number;
  decay: number;
  /** One deviation per position of the season, the first for step 1; empty without a season. */
  season: number[];
  waves: SeasonWave[];
}

/** trend = base, season = swing. */
interface AdditiveFit extends TrendCurve {
  form: 'additive';
}

/** trend = base, season = base * swing: the season is a share of the trend. */
interface MultiplicativeFit extends TrendCurve {
  form: 'multiplicative';
}

/** trend = factor * exp(base) - offset, season = factor * (exp(base + swing) - exp(base)) */
export interface LogarithmicFit extends TrendCurve {
  form: 'logarithmic';
  /** Added before taking logarithms: 0, or 1 if a value can be 0. */
  offset: number;
  /** Converts the typical value, which the logarithm gives, to the mean. */
  factor: number;
}

/** Trend and season are the weighted means of the parts. The weights sum to 1. */
interface MeanFit {
  form: 'mean';
  parts: { weight: number; fit: ModelFit }[];
}

/** A fitted model as plain JSON, input of `project`. */
export type ModelFit = AdditiveFit | MultiplicativeFit | LogarithmicFit | MeanFit;

/** One way to forecast. Each model has an entry in `listModels`. */
export interface ForecastModel {
  /** Unique name, stored with the trained model. */
  readonly name: string;
  /**
   * Weight in a combination before any error is known, 1 by default: less for benchmarks, which hardly learn, and more
   * for models that did well in most forecasting competitions on such sales. For regular sales, `short.more` is added
   * at an empty history. The addition decreases linearly to 0 at `short.until` intervals.
   */
  readonly prior?: {
    readonly regular: number;
    readonly intermittent: number;
    readonly short?: { readonly more: number; readonly until: number };
  };
  /**
   * Returns one fit per origin, based only on the values before it. Origins are ascending numbers of known values.
   * Costly parameters, such as those for smoothing, are learned before the first origin and then reused. Undefined if
   * the model cannot fit a history that ends at the first origin.
   */
  fit(history: SeriesHistory, origins: readonly number[]): ModelFit[] | undefined;
}

/** Creates an additive fit of a constant level, as a base for models. */
export function createLevelFit(level: number, more: Partial<TrendCurve> = {}): AdditiveFit {
  return { form: 'additive', level, slope: 0, damping: 1, transient: 0, decay: 0, season: [], waves: [], ...more };
}
