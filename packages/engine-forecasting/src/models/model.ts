import type { Frequency } from '../calendar.js';

/** What a model learns from: the values of consecutive intervals, oldest first, at least one. */
export interface History {
  readonly frequency: Frequency;
  readonly values: readonly number[];
}

/** A wave of a period that need not be a whole number of intervals, with its harmonics 1, 2, 3 ... */
export interface Wave {
  period: number;
  /** Amplitudes of the cosine of each harmonic. */
  cosines: number[];
  /** Amplitudes of the sine of each harmonic. */
  sines: number[];
}

/**
 * What a model knows after fitting, as plain JSON. Step 1 is the first interval after the history.
 *
 * trend(step)  = level + slope * (damping + damping^2 + ... + damping^step) + transient * decay^step
 * season(step) = season[(step - 1) mod length] + the waves at `step`
 */
export interface Fit {
  level: number;
  slope: number;
  /** 1 keeps the slope for ever, 0.9 lets it fade. */
  damping: number;
  /** Distance of the recent level from the long-term one, which fades by `decay` per step. */
  transient: number;
  decay: number;
  /** One deviation per position of the season, the first for step 1; empty without a season. */
  season: number[];
  waves: Wave[];
}

/** One way to forecast. A model lives in a file of its own and joins the competition by its entry in `modelsFor`. */
export interface Model {
  /** Unique name, kept with the trained model. */
  readonly name: string;
  /** Learns from a history; nothing when the history is too short for this model. */
  fit(history: History): Fit | undefined;
}

/** A fit of a constant level; models change what they add to it. */
export function levelFit(level: number, more: Partial<Fit> = {}): Fit {
  return { level, slope: 0, damping: 1, transient: 0, decay: 0, season: [], waves: [], ...more };
}
