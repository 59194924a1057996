import {
  type AnalysisJob,
  analysisJobKind,
  collections,
  type StoredDataset,
  type StoredResults,
  type UploadJobInput,
} from '@understudy/simulator-analysis';
import { todayOf } from '../current-date.js';
import type { PredictionResult, StoredModel } from '../entities.js';
import { inventoryService } from '../inventory-service.js';
import type { PredictionOutput, PredictionWork } from './predict-datasets.js';

/** A prediction comes by Create prediction, or by an upload whose body is then still unchecked. */
export type PredictionJobInput = UploadJobInput;

const job: AnalysisJob<PredictionJobInput, PredictionWork, PredictionOutput> = {
  name: 'prediction',
  async load({ input }, scope, now) {
    const ids = input.datasetIds;
    const datasets = scope.collection<StoredDataset>(collections.datasets);
    const models = scope.collection<StoredModel>(collections.models);
    const [stored, trained] = await Promise.all([
      Promise.all(ids.map((id) => datasets.get(id))),
      Promise.all(ids.map(async (datasetId) => ({ datasetId, model: await models.get(datasetId) }))),
    ]);
    return {
      body: input.body,
      ...(input.fault === undefined ? {} : { fault: input.fault }),
      datasets: stored.filter((dataset) => dataset !== undefined),
      models: trained.flatMap(({ datasetId, model }) => (model === undefined ? [] : [{ datasetId, model }])),
      today: todayOf(now),
    };
  },
  async store({ id }, { results }, scope) {
    await scope.collection<StoredResults<PredictionResult>>(collections.results).put(id, { items: results });
  },
  slim: ({ body: _body, ...rest }) => rest,
};

/** The job that computes and stores forecasts and purchase order suggestions (inventory.prediction.stores). */
export const predictionJobKind = analysisJobKind(inventoryService, job);
