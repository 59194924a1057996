import { createLevelFit, type ForecastModel } from './model.js';
import { computeTrendStates, estimateStartLine, findBestTrend, type TrendParameters } from './trend-smoothing.js';

const grid: TrendParameters[] = [0.05, 0.1, 0.3, 0.6].flatMap((alpha) =>
  [0.01, 0.05, 0.2].map((beta) => ({ alpha, beta, damping: 1 })),
);

/** Holt's linear trend (Holt 1957) with a constant slope and the parameters of the smallest squared error. */
export const holtTrend: ForecastModel = {
  name: 'holt-trend',
  fit({ values }, origins) {
    const end = origins[0] ?? 0;
    if (end < 6) return undefined;
    const start = estimateStartLine(values, end);
    return computeTrendStates(values, origins, findBestTrend(values, end, grid, start), start).map(({ level, slope }) =>
      createLevelFit(level, { slope }),
    );
  },
};
