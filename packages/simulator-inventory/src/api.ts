import { type ApiDefinition, defineApi, type RecordsByCollection } from '@understudy/kernel';
import type { AnalysisSettings, addSubscriptionsAction } from '@understudy/simulator-analysis';
import type { inspectForecastAction } from './actions/inspect-forecast.js';
import type { inventoryCollections } from './entities.js';
import type { datasetMessageForm } from './settings.js';

/** The inventory forecasting API, described for Understudy. */
export const api: ApiDefinition = defineApi({
  name: 'inventory',
  summary: 'Sales forecasts, purchase suggestions and inventory classification',
  simulator: async () => (await import('./index.js')).inventorySimulator,
  contract: 'specs/inventory',
  scenarios: 'scenarios/inventory',
  seeds: { demo: 'fixtures/inventory/seeds/demo.json' },
  prefix: '/io',
  tryPath: '/io/health_check',
  // Any prefix will do unless the setting `scopePrefix` pins one: analysis.gap.scope-prefix.
  tokens: {
    path: '/connect/token',
    scope: 'understudy-stage:io',
    example: { path: '/io/data', headers: { tenantId: 'demo' } },
  },
  inspect: [
    {
      name: 'forecast',
      summary: 'Plot history, forecast and interval of a trained dataset, with the scores of the models',
      argument: { name: 'dataset', summary: 'id of the dataset' },
      looksAt: 'server',
      options: {
        tenant: { value: 'id', summary: 'tenant that owns the dataset; required if several tenants have it' },
        client: { value: 'id', summary: 'client that owns the tenant; required if several clients have it' },
        freezeDate: { value: 'date', summary: 'date to use as today, in the form YYYY-MM-DD' },
      },
      picture: { format: 'svg', summary: 'also write the plot to an SVG file' },
      json: 'print one JSON object instead: all scores, all points',
      draws: true,
      example: 'bike-rentals-casual --demo --svg forecast.svg',
      load: async () => (await import('./inspect/forecast-figures.js')).forecastInspector,
    },
  ],
  deviations: async () => (await import('./deviations/inventory-deviations.js')).inventoryDeviations,
});

export type InventoryActions = {
  addSubscriptions: typeof addSubscriptionsAction;
  inspectForecast: typeof inspectForecastAction;
};

export type InventorySettings = AnalysisSettings & { datasetMessageForm: typeof datasetMessageForm };

export type InventoryRecords = RecordsByCollection<Pick<typeof inventoryCollections, 'datasets' | 'models'>>;
