export interface SeasonalParameters {
  alpha: number;
  /** Share of alpha that the slope takes; 0 without a slope. */
  beta: number;
  gamma: number;
  damping: number;
}

const slopes = [
  { beta: 0, damping: 1 },
  { beta: 0.1, damping: 0.98 },
];

/** The grid of both seasonal smoothings: without a slope and with a damped one. */
export const seasonalGrid: readonly [SeasonalParameters, ...SeasonalParameters[]] = [
  { alpha: 0.03, gamma: 0.02, beta: 0, damping: 1 },
  ...[0.03, 0.1, 0.25, 0.5].flatMap((alpha) =>
    [0.02, 0.08, 0.25].flatMap((gamma) => slopes.map((slope) => ({ alpha, gamma, ...slope }))),
  ),
];
