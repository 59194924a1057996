import type { ForecastInspection } from '../actions/forecast-inspection.js';

/** Creates a small inspection with round numbers: four days sold, three forecast. */
export function createInspection(change: Partial<ForecastInspection> = {}): ForecastInspection {
  const point = (date: string, predictedQuantity: number, lowerQuantity: number, upperQuantity: number) => ({
    date,
    predictedQuantity,
    predictedTrend: predictedQuantity - 1,
    predictedSeason: 1,
    predictedNoise: 0,
    lowerQuantity,
    upperQuantity,
  });
  const score = (model: string, scaledError: number) => ({ model, scaledError, rmse: 2, mae: 1.5, bias: -0.25 });
  return {
    datasetId: 'tea',
    clientId: 'demo-client',
    tenantId: 'shop',
    currentDate: '2026-01-05',
    model: 'damped-trend',
    frequency: 'D',
    horizon: 3,
    trainedBefore: '2026-01-05',
    observations: 4,
    scores: [score('damped-trend', 0.8), score('recent-mean', 1)],
    history: [0, 6, 3, 6].map((quantity, index) => ({ date: `2026-01-0${index + 1}`, quantity })),
    forecast: [point('2026-01-05', 6, 3, 9), point('2026-01-06', 6, 3, 9), point('2026-01-07', 9, 6, 12)],
    ...change,
  };
}
