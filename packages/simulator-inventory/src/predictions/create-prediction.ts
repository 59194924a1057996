import { omitUndefined } from '@understudy/contract';
import type { OperationHandler } from '@understudy/kernel';
import {
  createAnalysisJobKind,
  createDatasetNotFoundError,
  dropDuplicates,
  startJob,
  type UploadJobInput,
} from '@understudy/simulator-analysis';
import { rejectFutureDate, toCurrentDate } from '../current-date.js';
import { inventoryCollections } from '../entities.js';
import type { operations } from '../generated/types.js';
import { inventoryService } from '../inventory-service.js';
import { loadSales } from '../load-sales.js';
import type { PredictionOutput, PredictionWork } from './predict-datasets.js';
import { toSuggestionParameters } from './suggestion-parameters.js';

/** The job that computes and stores forecasts and purchase order suggestions (inventory.prediction.stores). */
export const predictionJob = createAnalysisJobKind<UploadJobInput, PredictionWork, PredictionOutput>(inventoryService, {
  name: 'prediction',
  async load({ input }, scope, now) {
    const ids = input.datasetIds;
    const models = scope.collection(inventoryCollections.models);
    const trained = await Promise.all(
      ids.map(async (datasetId) => ({ datasetId, model: await models.get(datasetId) })),
    );
    return omitUndefined({
      body: input.body,
      fault: input.fault,
      sales: await loadSales(scope, ids),
      models: trained.flatMap(({ datasetId, model }) => (model === undefined ? [] : [{ datasetId, model }])),
      today: toCurrentDate(now),
    });
  },
  async store({ id }, { results }, scope) {
    await scope.collection(inventoryCollections.predictions).put(id, { items: results });
  },
  slim: ({ body: _body, ...rest }) => rest,
});

/** Starts a prediction (inventory.prediction.body). The job reports errors that depend on stored data. */
export const createPrediction: OperationHandler<operations['createPrediction']> = async (
  { headers, body },
  context,
) => {
  const refusal = rejectFutureDate(body.freezeDate, '/body/freezeDate', context);
  if (refusal !== undefined) return refusal;
  const parameters = dropDuplicates(body.parametersArray, '/body/parametersArray');
  if ('refused' in parameters) return parameters;
  const { webhook } = body;
  const input: UploadJobInput = omitUndefined({
    label: 'Prediction',
    datasetIds: parameters.map(({ datasetId }) => datasetId),
    body: { ...body, parametersArray: parameters },
    webhook: webhook ?? undefined,
  });
  return startJob(context, headers.tenantId, predictionJob, input);
};

/** Computes suggestions from the given forecast (inventory.realtime.no-forecasting, analysis.gap.untrained). */
export const predictRealTime: OperationHandler<operations['predictRealTime']> = async ({ body }, context) => {
  const refusal = rejectFutureDate(body.freezeDate, '/body/freezeDate', context);
  if (refusal !== undefined) return refusal;
  const items = dropDuplicates(body.parametersArray, '/body/parametersArray');
  if ('refused' in items) return items;
  const datasets = context.scope.collection(inventoryCollections.datasets);
  const currentDate = body.freezeDate ?? toCurrentDate(context.clock.now());
  const { suggestPurchases: suggest } = await import('@understudy/engine-forecasting');
  const results = [];
  for (const parameters of items) {
    const { datasetId, supplier, forecast, frequency } = parameters;
    if ((await datasets.get(datasetId)) === undefined) return createDatasetNotFoundError(datasetId);
    const suggestions = suggest(toSuggestionParameters(parameters), { forecast, frequency, currentDate });
    results.push({ datasetId, supplierId: supplier.supplierId, ...suggestions });
  }
  return { status: 200, body: { results } };
};
