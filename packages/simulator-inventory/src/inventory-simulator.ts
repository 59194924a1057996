import { defineSimulator, type Simulator } from '@understudy/kernel';
import {
  addSubscriptions,
  analysisEnvelope,
  analysisRefusals,
  checkScope,
  pageSize,
} from '@understudy/simulator-analysis';
import { inspectForecast } from './actions/inspect-forecast.js';
import { classificationJobKind } from './classification/classification-job.js';
import { dataJobs } from './data-jobs.js';
import type { operations as Operations } from './generated/types.js';
import { inventoryContract } from './inventory-contract.js';
import { inventoryService } from './inventory-service.js';
import { operations } from './operations.js';
import { predictionJobKind } from './predictions/prediction-job.js';
import { datasetMessageForm } from './settings.js';
import { trainingJobKind } from './trainer/training-job.js';
import { datasetView } from './views/dataset-view.js';

/** The inventory forecasting API. */
export const inventorySimulator: Simulator = defineSimulator<Operations>({
  name: inventoryService.name,
  contract: inventoryContract,
  operations,
  refusals: analysisRefusals,
  envelope: analysisEnvelope,
  jobs: [...Object.values(dataJobs), trainingJobKind, predictionJobKind, classificationJobKind],
  settings: [pageSize, datasetMessageForm],
  actions: { addSubscriptions, inspectForecast },
  views: [datasetView],
  checkScope: (scopes) => checkScope(inventoryService, scopes),
  tenantOf: ({ tenantId }) => (typeof tenantId === 'string' ? tenantId : undefined),
  // It brings the engine along, and the empty sandbox needs none.
  seedOfDay: async (data, seeding) => (await import('./seed/seed-inventory.js')).seedInventory(data, seeding),
});
