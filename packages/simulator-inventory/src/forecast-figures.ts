import {
  forecastSales,
  type SaleRecord,
  type TrainedModel,
  toHistoricalData,
  toSeries,
} from '@understudy/engine-forecasting';
import type { Figure } from '@understudy/kernel';

/** Maximum numbers of models and points in a table. */
const most = { models: 12, points: 7 };

/** The figures of an untrained dataset: only its history. */
export function createHistoryFigures(sales: readonly SaleRecord[], currentDate: string): Figure[] {
  const history = toHistoricalData(toSeries(sales, { frequency: 'D', currentDate }));
  return [
    {
      kind: 'plot',
      title: 'Sold a day; not trained yet',
      dates: history.map(({ date }) => date),
      lines: [{ name: 'sold', values: history.map(({ quantity }) => quantity) }],
    },
  ];
}

/** The plot of history and forecast, the model, the scores of the models, and the next points. */
export function createForecastFigures(
  trained: TrainedModel,
  sales: readonly SaleRecord[],
  currentDate: string,
): Figure[] {
  const { model, frequency, horizon, trainedBefore, observations, scores } = trained;
  const history = toHistoricalData(toSeries(sales, { frequency, currentDate }));
  const forecast = forecastSales(trained, sales, { currentDate });
  const past = history.map(() => null);
  const none = forecast.map(() => null);
  const ahead = <Value>(values: readonly Value[]) => [...past, ...values];
  const facts = {
    model,
    frequency,
    horizon: String(horizon),
    'trained on': `${observations} intervals before ${trainedBefore}`,
    today: currentDate,
  };
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
    { kind: 'facts', title: 'Model', facts: Object.entries(facts).map(([name, value]) => ({ name, value })) },
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
