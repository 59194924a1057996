import { defineView, type Figure } from '@understudy/kernel';
import { toCurrentDate } from './current-date.js';
import { inventoryCollections } from './entities.js';
import { createForecastFigures } from './forecast-figures.js';
import type { ForecastInspection } from './forecast-inspection.js';
import { packSales, unpackSales } from './packed-sales.js';

/** History, forecast and interval of a dataset, and the scores of the tested models. */
export const datasetView = defineView(
  inventoryCollections.datasets,
  async ({ key, value: dataset, owner }, context) => {
    if (owner === undefined) return [];
    const currentDate = toCurrentDate(context.clock.now());
    const { createForecastInspection } = await import('./forecast-inspection.js');
    const trained = await context.scopes.of(owner).collection(inventoryCollections.models).get(key);
    const inspection =
      trained === undefined ? undefined : createForecastInspection({ owner, dataset, trained, currentDate });
    if (inspection !== undefined) {
      const [plot, ...tables] = createForecastFigures(inspection);
      return [...(plot === undefined ? [] : [plot]), factsOf(inspection), ...tables];
    }
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
