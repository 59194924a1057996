import { defineView } from '@understudy/kernel';
import { toCurrentDate } from './current-date.js';
import { inventoryCollections } from './entities.js';
import { packSales, unpackSales } from './packed-sales.js';

/** History, forecast and interval of a dataset, and the scores of the tested models. */
export const datasetView = defineView(
  inventoryCollections.datasets,
  async ({ key, value: dataset, owner }, { clock, scopes }) => {
    const currentDate = toCurrentDate(clock.now());
    const sales = unpackSales(packSales(dataset), currentDate);
    if (owner === undefined || sales.length === 0) return [];
    const { createForecastFigures, createHistoryFigures } = await import('./forecast-figures.js');
    const trained = await scopes.of(owner).collection(inventoryCollections.models).get(key);
    if (trained === undefined) return createHistoryFigures(sales, currentDate);
    return createForecastFigures(JSON.parse(trained.model), sales, currentDate);
  },
);
