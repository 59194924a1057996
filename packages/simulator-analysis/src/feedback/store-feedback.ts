import type { Context } from '@understudy/kernel';
import { collections, type StoredFeedback } from '../entities.js';
import { noSuchPrediction } from '../errors.js';
import { findOwnJob } from '../jobs/find-own-job.js';
import type { AnalysisService } from '../service.js';

/** Feedback on the predictions of one job for one dataset, as sent and as stored. */
export type FeedbackItem = StoredFeedback;

/**
 * Serves Upload feedback: stores all of the body, or, when a job or dataset is unknown for the tenant, nothing
 * (analysis.gap.feedback-effect). Feedback on the same `predictionId` replaces the earlier one.
 */
export async function storeFeedback(
  { predictionKind }: AnalysisService,
  tenantId: string,
  items: readonly FeedbackItem[],
  context: Context,
) {
  const stored = context.scope.collection<StoredFeedback>(collections.feedback);
  for (const { datasetId, jobId, predictions } of items) {
    const job = await findOwnJob(context, tenantId, jobId);
    if (job === undefined || job.kind !== predictionKind || job.outcome === undefined) {
      return noSuchPrediction(`There is no finished prediction job "${jobId}" for this tenant`);
    }
    const predicted = job.outcome.datasets.some(
      (dataset) => dataset.datasetId === datasetId && dataset.status === 'success',
    );
    if (!predicted) return noSuchPrediction(`Job "${jobId}" has made no prediction for dataset "${datasetId}"`);
    const key = JSON.stringify([jobId, datasetId]);
    const earlier = (await stored.get(key))?.predictions ?? [];
    await stored.put(key, { datasetId, jobId, predictions: lastOfEach([...earlier, ...predictions]) });
  }
  return { status: 200 as const, body: { message: 'Feedback stored' } };
}

/** Of the predictions that share a `predictionId` the last one; those without one all stay. */
function lastOfEach(predictions: FeedbackItem['predictions']): FeedbackItem['predictions'] {
  const last = new Map(predictions.map((prediction) => [prediction['predictionId'] ?? prediction, prediction]));
  return [...last.values()];
}
