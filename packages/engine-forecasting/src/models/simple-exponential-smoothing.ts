import { createLevelFit, type ForecastModel } from './model.js';
import { computeTrendStates, estimateStartLevel, findBestTrend, type TrendParameters } from './trend-smoothing.js';

const grid: TrendParameters[] = [0.01, 0.03, 0.06, 0.1, 0.2, 0.3, 0.5, 0.8].map((alpha) => ({
  alpha,
  beta: 0,
  damping: 1,
}));

/** Simple exponential smoothing (Brown 1959) with the alpha of a grid with the smallest squared one-step error. */
export const simpleExponentialSmoothing: ForecastModel = {
  name: 'simple-exponential-smoothing',
  prior: { regular: 2, intermittent: 2 },
  fit({ values }, origins) {
    const end = origins[0] ?? 0;
    if (end < 2) return undefined;
    const start = estimateStartLevel(values, end);
    return computeTrendStates(values, origins, findBestTrend(values, end, grid, start), start).map(({ level }) =>
      createLevelFit(level),
    );
  },
};
