import { omitUndefined } from '@understudy/contract';
import { createErrorResult, type ErrorResult, type OperationHandler } from '@understudy/kernel';
import {
  createMalformedBodyError,
  createModelPreparer,
  createPredictionJobKind,
  dropDuplicates,
  findModel,
  getResultPage,
  type StoredResults,
  startJob,
  type UploadJobInput,
} from '@understudy/simulator-analysis';
import { type StoredResult, type TimeResult, timeCollections } from '../entities.js';
import type { operations } from '../generated/types.js';
import { describeGuidelineExcess, maxResultBytes } from '../policies.js';
import { nameWeekday, resultEntryBytesSetting, weekdayFieldSetting } from '../settings.js';
import { findRepeatedRegistrationId } from '../store-registrations.js';
import { timeService } from '../time-service.js';
import type { PredictionOutput } from './predict-datasets.js';

/** The job that computes and stores predictions (time.prediction.no-model-update). */
export const predictionJob = createPredictionJobKind<PredictionOutput>(timeService, async (id, output, scope) => {
  const { results, bytes, predicted } = output;
  await scope.collection(timeCollections.results).put(id, { items: results, bytes });
  await scope.collection(timeCollections.predicted).put(id, { datasets: predicted });
});

/** Starts a prediction (time.prediction.body). The job reports errors that depend on stored data. */
export const createPrediction: OperationHandler<operations['createPrediction']> = async (
  { headers, body },
  context,
) => {
  const fault = findRepeatedRegistrationId(body.parameters, '/body/parameters');
  if (fault !== undefined) return createMalformedBodyError(fault);
  const parameters = dropDuplicates(body.parameters, '/body/parameters');
  if ('refused' in parameters) return parameters;
  const { webhook } = body;
  const records = parameters.reduce((total, { registrations }) => total + registrations.length, 0);
  context.note(describeGuidelineExcess('prediction', records));
  const input: UploadJobInput = omitUndefined({
    label: 'Prediction',
    datasetIds: parameters.map(({ datasetId }) => datasetId),
    text: JSON.stringify({ parameters }),
    records,
    webhook: webhook ?? undefined,
  });
  return startJob(context, headers.tenantId, predictionJob, input);
};

/** Serves a page of the results, or none if the results together are too large (time.error.result-over-6mb). */
export const getPredictionResults: OperationHandler<operations['getPredictionResults']> = async (
  { headers, query },
  context,
) => {
  const { settings } = context;
  const weekday = settings.of(weekdayFieldSetting);
  const found = await getResultPage<TimeResult>({ headers, query }, context, {
    results: timeCollections.results,
    check: (all) =>
      sizeOfAll(all, all.records * settings.of(resultEntryBytesSetting)) > maxResultBytes
        ? resultTooLarge(headers.jobId)
        : undefined,
    present: (result) => ({ ...result, predictions: nameWeekday(result.predictions, weekday) }),
  });
  if ('refused' in found) return found;
  const { items, ...page } = found;
  return { status: 200, body: { ...page, results: items } };
};

/**
 * Returns the size in bytes of the body without paging. It counts for every page, so above the limit no page can be
 * fetched.
 */
function sizeOfAll(
  { items, bytes = 0, message }: StoredResults<StoredResult> & { readonly message: string },
  least: number,
): number {
  const frame = Buffer.byteLength(JSON.stringify({ message, page: 1, pages: 1, results: [] }));
  const commas = Math.max(0, items.length - 1);
  return frame + Math.max(bytes, least) + commas;
}

/** The job stays `success` (time.error.result-over-6mb, time.gap.result-limit-vs-paging). */
const resultTooLarge = (jobId: string): ErrorResult =>
  createErrorResult(
    500,
    'INTERNAL_SERVER_ERROR',
    `The result of job "${jobId}" is larger than ${maxResultBytes} bytes and cannot be fetched; predict about 4000 registrations per request`,
  );

const preparedModel = createModelPreparer(async () => (await import('@understudy/engine-anomaly')).prepareTime);

/** Predicts without a job (time.realtime.no-aggregation, time.gap.realtime-extras, analysis.gap.untrained). */
export const predictRealTime: OperationHandler<operations['predictRealTime']> = async ({ body }, context) => {
  const fault = findRepeatedRegistrationId(body.parameters, '/body/parameters');
  if (fault !== undefined) return createMalformedBodyError(fault);
  const items = dropDuplicates(body.parameters, '/body/parameters');
  if ('refused' in items) return items;
  const { predictRegistrations } = await import('@understudy/engine-anomaly');
  const results = [];
  for (const { datasetId, registrations } of items) {
    const stored = await findModel(context, datasetId);
    if ('refused' in stored) return stored;
    const model = await preparedModel(stored);
    const predictions = predictRegistrations(model, registrations).map((prediction) => ({
      predictionId: context.ids.next('prediction'),
      resultId: context.ids.next('result'),
      ...prediction,
      aggregated: false as const,
      missing: false as const,
    }));
    results.push({
      datasetId,
      severityThresholds: { ...model.severityThresholds },
      predictions: nameWeekday(predictions, context.settings.of(weekdayFieldSetting)),
    });
  }
  return { status: 200, body: { results } };
};
