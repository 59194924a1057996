import { type AnalysisJob, analysisJobKind, type UploadJobInput } from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import { timeService } from '../time-service.js';
import type { PredictionOutput, PredictionWork } from './predict-datasets.js';

/** A prediction comes by Create prediction, as text, or by an upload whose body is then still unchecked. */
export type PredictionJobInput = UploadJobInput;

const job: AnalysisJob<PredictionJobInput, PredictionWork, PredictionOutput> = {
  name: 'prediction',
  async load({ id, run, input }, scope) {
    const models = scope.collection(collections.models);
    const datasets = scope.collection(collections.datasets);
    const { body, text, fault } = input;
    return {
      ...(body === undefined ? {} : { body }),
      ...(text === undefined ? {} : { text }),
      ...(fault === undefined ? {} : { fault }),
      known: await Promise.all(
        input.datasetIds.map(async (datasetId) => ({
          datasetId,
          exists: (await datasets.get(datasetId)) !== undefined,
          model: (await models.get(datasetId))?.model,
        })),
      ),
      // A second upload to the same URL runs the same job again.
      name: `${id}/${run}`,
    };
  },
  async store({ id }, { results, bytes, predicted }, scope) {
    await scope.collection(collections.results).put(id, { items: results, bytes });
    await scope.collection(collections.predicted).put(id, { datasets: predicted });
  },
  slim: ({ body: _body, text: _text, ...rest }) => rest,
  countRecords: ({ records = 0 }) => records,
};

/** The job that computes and stores predictions; it changes no model (time.prediction.no-model-update). */
export const predictionJobKind = analysisJobKind(timeService, job);
