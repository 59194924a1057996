import { defineView } from '@understudy/kernel';
import {
  defineAnalysisApi,
  findResults,
  getJobStatus,
  getResultPage,
  storeFeedback,
} from '@understudy/simulator-analysis';
import { classificationJob, startInventoryClassification } from './classification/start-inventory-classification.js';
import { toCurrentDate } from './current-date.js';
import { inventoryCollections, type PredictionResult } from './entities.js';
import type { operations } from './generated/types.js';
import { inventoryService } from './inventory-service.js';
import { packSales, unpackSales } from './packed-sales.js';
import { createPrediction, predictionJob, predictRealTime } from './predictions/create-prediction.js';
import { datasetMessageForm } from './settings.js';
import { startTrainer, trainingJob } from './trainer/start-trainer.js';

/** History, forecast and interval of a dataset, and the scores of the tested models. */
const datasetView = defineView(
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

export const inventorySimulator = defineAnalysisApi<operations>({
  service: inventoryService,
  prediction: predictionJob,
  jobs: [trainingJob, classificationJob],
  operations: (shared) => ({
    ...shared,
    // The message is an object (inventory.status.dataset-entry), or text (inventory.gap.status-message-form).
    getJobStatus: (input, context) =>
      context.settings.of(datasetMessageForm) === 'string'
        ? shared.getJobStatus(input, context)
        : getJobStatus(input, context, ({ code, message }) => ({ code, message })),
    startTrainer,
    createPrediction,
    async getPredictionResults(input, context) {
      const found = await getResultPage<PredictionResult>(input, context, {
        results: inventoryCollections.predictions,
      });
      if ('refused' in found) return found;
      const { items, ...page } = found;
      return { status: 200, body: { ...page, results: items } };
    },
    predictRealTime,
    startInventoryClassification,
    // All results in one response, without pages (inventory.gap.classification-paging).
    async getInventoryClassificationResults({ headers }, context) {
      const found = await findResults(context, headers, classificationJob, inventoryCollections.classifications);
      if ('refused' in found) return found;
      return { status: 200, body: { message: found.message, results: [...found.items] } };
    },
    uploadFeedback: ({ headers, body }, context) => storeFeedback(headers.tenantId, body.datasets, context),
  }),
  settings: [datasetMessageForm],
  views: [datasetView],
  // Imported on demand, because it loads the engine, which an empty sandbox does not need.
  seedOfDay: async (data, seeding) => (await import('./seed-inventory.js')).seedInventory(data, seeding),
});
