import { type AnalysisJob, analysisJobKind, type UploadJobInput } from '@understudy/simulator-analysis';
import { todayOf } from '../current-date.js';
import { collections } from '../entities.js';
import { inventoryService } from '../inventory-service.js';
import { loadSales } from '../load-sales.js';
import type { PredictionOutput, PredictionWork } from './predict-datasets.js';

/** A prediction comes by Create prediction, or by an upload whose body is then still unchecked. */
export type PredictionJobInput = UploadJobInput;

const job: AnalysisJob<PredictionJobInput, PredictionWork, PredictionOutput> = {
  name: 'prediction',
  async load({ input }, scope, now) {
    const ids = input.datasetIds;
    const models = scope.collection(collections.models);
    const trained = await Promise.all(
      ids.map(async (datasetId) => ({ datasetId, model: await models.get(datasetId) })),
    );
    return {
      body: input.body,
      ...(input.fault === undefined ? {} : { fault: input.fault }),
      sales: await loadSales(scope, ids),
      models: trained.flatMap(({ datasetId, model }) => (model === undefined ? [] : [{ datasetId, model }])),
      today: todayOf(now),
    };
  },
  async store({ id }, { results }, scope) {
    await scope.collection(collections.predictions).put(id, { items: results });
  },
  slim: ({ body: _body, ...rest }) => rest,
};

/** The job that computes and stores forecasts and purchase order suggestions (inventory.prediction.stores). */
export const predictionJobKind = analysisJobKind(inventoryService, job);
