import { type Api, defineApi, type RecordsOf } from '@understudy/kernel';
import type { addSubscriptions } from '@understudy/simulator-analysis';
import type { inspectForecast } from './actions/inspect-forecast.js';
import type { collections } from './entities.js';
import { forecastView } from './inspect/forecast-view.js';

/** The inventory forecasting API, described for Understudy. */
export const api: Api = defineApi({
  name: 'inventory',
  summary: 'Sales forecasts, purchase suggestions and inventory classification',
  simulator: async () => (await import('./index.js')).inventorySimulator,
  contract: 'specs/inventory',
  scenarios: 'scenarios/inventory',
  seeds: { demo: 'fixtures/inventory/seeds/demo.json' },
  prefix: '/io',
  tryPath: '/io/health_check',
  // Any prefix will do unless the setting `scopePrefix` pins one: analysis.gap.scope-prefix.
  tokens: { path: '/connect/token', scope: 'understudy-stage:io' },
  inspect: [forecastView],
  deviations: async () => (await import('./deviations/inventory-deviations.js')).inventoryDeviations,
  fuzz: async () => (await import('./fuzz/inventory-fuzz.js')).inventoryFuzz,
});

/** Its actions, typed. */
export type Actions = { addSubscriptions: typeof addSubscriptions; inspectForecast: typeof inspectForecast };

/** Its records by collection, typed. */
export type Records = RecordsOf<Pick<typeof collections, 'datasets' | 'models'>>;
