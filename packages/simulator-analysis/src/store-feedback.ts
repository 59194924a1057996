import type { HandlerContext } from '@understudy/kernel';
import { analysisCollections, type StoredFeedback } from './entities.js';
import { createUnknownPredictionError } from './errors.js';
import { findOwnJob } from './jobs/find-own-job.js';

type FeedbackItem = StoredFeedback;

type PredictionIdLookup = (item: FeedbackItem) => Promise<{ has(predictionId: string): boolean }>;

/** Stores the whole body, or nothing if any part of it is unknown (analysis.gap.feedback-effect). */
export async function storeFeedback(
  tenantId: string,
  items: readonly FeedbackItem[],
  context: HandlerContext,
  predictionIds?: PredictionIdLookup,
) {
  const stored = context.scope.collection(analysisCollections.feedback);
  for (const item of items) {
    const { datasetId, jobId, predictions } = item;
    const job = await findOwnJob(context, tenantId, jobId);
    if (job === undefined || job.kind !== 'prediction' || job.outcome === undefined) {
      return createUnknownPredictionError(`There is no finished prediction job "${jobId}" for this tenant`);
    }
    const predicted = job.outcome.datasets.some(
      (dataset) => dataset.datasetId === datasetId && dataset.status === 'success',
    );
    if (!predicted)
      return createUnknownPredictionError(`Job "${jobId}" did not create a prediction for dataset "${datasetId}"`);
    const ids = await predictionIds?.(item);
    const unknown = predictions.find(({ predictionId }) => ids?.has(String(predictionId)) === false);
    if (unknown !== undefined) {
      const { predictionId } = unknown;
      return createUnknownPredictionError(
        `Job "${jobId}" did not create a prediction "${predictionId}" for dataset "${datasetId}"`,
      );
    }
    const key = JSON.stringify([jobId, datasetId]);
    const earlier = (await stored.get(key))?.predictions ?? [];
    await stored.put(key, { datasetId, jobId, predictions: lastOfEach([...earlier, ...predictions]) });
  }
  return { status: 200 as const, body: { message: 'Feedback stored' } };
}

/** Keeps the last prediction of each `predictionId`, and all predictions without one. */
function lastOfEach(predictions: FeedbackItem['predictions']): FeedbackItem['predictions'] {
  const last = new Map(predictions.map((prediction) => [prediction['predictionId'] ?? prediction, prediction]));
  return [...last.values()];
}
