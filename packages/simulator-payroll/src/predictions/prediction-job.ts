import { type AnalysisJob, analysisJobKind, type UploadJobInput } from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import { payrollService } from '../payroll-service.js';
import type { PredictionOutput, PredictionWork } from './predict-datasets.js';

/** A prediction comes by Create prediction, as text, or by an upload whose body is then still unchecked. */
const job: AnalysisJob<UploadJobInput, PredictionWork, PredictionOutput> = {
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
  async store({ id }, { results, userInitiated }, scope) {
    await scope.collection(collections.results).put(id, { items: results, userInitiated });
  },
  slim: ({ body: _body, text: _text, ...rest }) => rest,
};

/** The job that computes and stores anomaly scores; it changes no model. */
export const predictionJobKind = analysisJobKind(payrollService, job);
