import type { TimeRegistration } from '@understudy/engine-anomaly';
import type { HandlerContext, OperationHandler } from '@understudy/kernel';
import { storeFeedback } from '@understudy/simulator-analysis';
import { type FeedbackMark, type TimeResult, timeCollections } from './entities.js';
import type { operations } from './generated/types.js';

/** Predicted registrations by prediction id. Undefined for predictions of whole days and of missing registrations. */
type Predicted = ReadonlyMap<string, TimeRegistration | undefined>;

/** Serves Upload feedback and stores the registration for the next training (time.gap.feedback-training). */
export const uploadFeedback: OperationHandler<operations['uploadFeedback']> = async ({ headers, body }, context) => {
  const read = new Map<string, Promise<Predicted>>();
  const predictedIn = (item: { readonly jobId: string; readonly datasetId: string }) => {
    const key = JSON.stringify([item.jobId, item.datasetId]);
    const found = read.get(key) ?? predictedRegistrations(context, item);
    read.set(key, found);
    return found;
  };
  const answer = await storeFeedback(headers.tenantId, body.datasets, context, predictedIn);
  if ('refused' in answer) return answer;
  const stored = context.scope.collection(timeCollections.marks);
  for (const item of body.datasets) {
    const predicted = await predictedIn(item);
    const marks = new Map((await stored.get(item.datasetId))?.marks.map((mark) => [mark.predictionId, mark]));
    for (const { predictionId, feedback } of item.predictions) {
      const registration = predicted.get(predictionId);
      const mark: FeedbackMark = { predictionId, feedback, ...(registration === undefined ? {} : { registration }) };
      // The last of several marks counts.
      marks.delete(predictionId);
      marks.set(predictionId, mark);
    }
    await stored.put(item.datasetId, { marks: [...marks.values()] });
  }
  return answer;
};

async function predictedRegistrations(
  { scope }: HandlerContext,
  { jobId, datasetId }: { readonly jobId: string; readonly datasetId: string },
): Promise<Predicted> {
  const request = await scope.collection(timeCollections.predicted).get(jobId);
  const results = await scope.collection(timeCollections.results).get(jobId);
  const index = request?.datasets.findIndex((dataset) => dataset.datasetId === datasetId) ?? -1;
  // A job stores one result for each dataset that it has predicted, in the same order.
  const [sent, item] = [request?.datasets[index], results?.items[index]];
  if (sent === undefined || item === undefined) return new Map();
  const registrations: TimeRegistration[] = JSON.parse(sent.registrations);
  const result: TimeResult = JSON.parse(item);
  return new Map(result.predictions.map(({ predictionId }, place) => [predictionId, registrations[place]]));
}
