import { type ApiDefinition, defineApi, type RecordsByCollection } from '@understudy/kernel';
import type { AnalysisSettings, addSubscriptionsAction } from '@understudy/simulator-analysis';
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
  // Any prefix is accepted unless the setting `scopePrefix` specifies one: analysis.gap.scope-prefix.
  tokens: {
    path: '/connect/token',
    scope: 'understudy-stage:io',
    example: { path: '/io/data', headers: { tenantId: 'demo' } },
  },
  deviations: async () => (await import('./inventory-deviations.js')).inventoryDeviations,
});

export type InventoryActions = { addSubscriptions: typeof addSubscriptionsAction };

export type InventorySettings = AnalysisSettings & { datasetMessageForm: typeof datasetMessageForm };

export type InventoryRecords = RecordsByCollection<Pick<typeof inventoryCollections, 'datasets' | 'models'>>;
