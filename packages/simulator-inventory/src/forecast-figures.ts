import type { Figure } from '@understudy/kernel';
import type { ForecastInspection } from './forecast-inspection.js';

/** Maximum number of models and of points in a table. */
const most = { models: 12, points: 7 };

/** The plot of history and forecast, the scores of the models, and the next points. */
export function createForecastFigures({ model, scores, history, forecast }: ForecastInspection): Figure[] {
  const past = history.map(() => null);
  const none = forecast.map(() => null);
  const ahead = <Value>(values: readonly Value[]) => [...past, ...values];
  return [
    {
      kind: 'plot',
      title: 'History and forecast',
      dates: [...history, ...forecast].map(({ date }) => date),
      lines: [
        { name: 'sold', values: [...history.map(({ quantity }) => quantity), ...none] },
        { name: 'forecast', values: ahead(forecast.map(({ predictedQuantity }) => predictedQuantity)) },
      ],
      band: {
        name: '80 % interval',
        lower: ahead(forecast.map(({ lowerQuantity }) => lowerQuantity)),
        upper: ahead(forecast.map(({ upperQuantity }) => upperQuantity)),
      },
    },
    {
      kind: 'table',
      title: 'Models that were tried, the best first',
      head: ['model', 'error', 'RMSE', 'MAE', 'bias'],
      rows: scores
        .slice(0, most.models)
        .map((score) => [
          score.model === model ? `${model} (chosen)` : score.model,
          ...[score.scaledError, score.rmse, score.mae, score.bias].map((number) => number.toFixed(3)),
        ]),
      note: 'On the most recent period. Error 1 is that of repeating the last season.',
    },
    {
      kind: 'table',
      title: 'The next intervals',
      head: ['date', 'forecast', 'lower', 'upper', 'trend', 'season'],
      rows: forecast
        .slice(0, most.points)
        .map((point) => [
          point.date,
          ...[
            point.predictedQuantity,
            point.lowerQuantity,
            point.upperQuantity,
            point.predictedTrend,
            point.predictedSeason,
          ].map((value) => String(Number(value.toPrecision(5)))),
        ]),
    },
  ];
}
