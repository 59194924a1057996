import { defineView, type Figure } from '@understudy/kernel';
import type { ForecastInspection } from './actions/forecast-inspection.js';
import { toCurrentDate } from './current-date.js';
import { inventoryCollections } from './entities.js';
import { packSales, unpackSales } from './packed-sales.js';

const mostScores = 12;

/** History, forecast and interval of a dataset, and the scores of the tested models. */
export const datasetView = defineView(
  inventoryCollections.datasets,
  async ({ key, value: dataset, owner }, context) => {
    if (owner === undefined) return [];
    const currentDate = toCurrentDate(context.clock.now());
    const { createForecastInspection: forecastInspection } = await import('./actions/forecast-inspection.js');
    const trained = await context.scopes.of(owner).collection(inventoryCollections.models).get(key);
    const inspection = trained === undefined ? undefined : forecastInspection({ owner, dataset, trained, currentDate });
    if (inspection !== undefined) return [forecastFigure(inspection), factsOf(inspection), scoresOf(inspection)];
    const sales = unpackSales(packSales(dataset), currentDate);
    if (sales.length === 0) return [];
    const { toHistoricalData: historicalData, toSeries } = await import('@understudy/engine-forecasting');
    const history = historicalData(toSeries(sales, { frequency: 'D', currentDate }));
    return [
      {
        kind: 'plot',
        title: 'Sold a day; not trained yet',
        dates: history.map(({ date }) => date),
        lines: [{ name: 'sold', values: history.map(({ quantity }) => quantity) }],
      },
    ];
  },
);

function forecastFigure({ history, forecast }: ForecastInspection): Figure {
  const past = history.map(() => null);
  // The forecast starts where the history ends, so that the two lines meet.
  const none = forecast.map(() => null);
  const ahead = <Value>(values: readonly Value[]) => [...past, ...values];
  return {
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
  };
}

function factsOf({ model, frequency, horizon, trainedBefore, observations, currentDate }: ForecastInspection): Figure {
  const facts = [
    ['model', model],
    ['frequency', frequency],
    ['horizon', String(horizon)],
    ['trained on', `${observations} intervals before ${trainedBefore}`],
    ['today', currentDate],
  ] as const;
  return { kind: 'facts', title: 'Model', facts: facts.map(([name, value]) => ({ name, value })) };
}

function scoresOf({ model, scores }: ForecastInspection): Figure {
  return {
    kind: 'table',
    title: 'Models that were tried, the best first',
    head: ['model', 'error', 'RMSE', 'MAE', 'bias'],
    rows: scores
      .slice(0, mostScores)
      .map((score) => [
        score.model === model ? `${score.model} (chosen)` : score.model,
        ...[score.scaledError, score.rmse, score.mae, score.bias].map((number) => number.toFixed(3)),
      ]),
    note: 'On the most recent period; error 1 is the average, over the whole history, of repeating the last season.',
  };
}
