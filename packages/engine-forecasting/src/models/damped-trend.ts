import { createLevelFit, type ForecastModel } from './model.js';
import { computeTrendStates, estimateStartLine, findBestTrend, type TrendParameters } from './trend-smoothing.js';

const grid: TrendParameters[] = [0.9, 0.98].flatMap((damping) =>
  [0.05, 0.1, 0.2, 0.4, 0.7].flatMap((alpha) => [0.02, 0.1, 0.3].map((beta) => ({ alpha, beta, damping }))),
);

/** Holt's linear trend with damping (Gardner and McKenzie 1985), with the parameters of the smallest squared error. */
export const dampedTrend: ForecastModel = {
  name: 'damped-trend',
  prior: { regular: 3, intermittent: 0.3 },
  fit({ values }, origins) {
    const end = origins[0] ?? 0;
    if (end < 6) return undefined;
    const start = estimateStartLine(values, end);
    const parameters = findBestTrend(values, end, grid, start);
    return computeTrendStates(values, origins, parameters, start).map(({ level, slope }) =>
      createLevelFit(level, { slope, damping: parameters.damping }),
    );
  },
};
