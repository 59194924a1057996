import {
  type AnalysisJob,
  analysisJobKind,
  loadPrediction,
  type PredictionWork,
  type UploadJobInput,
} from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import { payrollService } from '../payroll-service.js';
import type { PredictionOutput } from './predict-datasets.js';

/** A prediction comes by Create prediction, as text, or by an upload whose body is then still unchecked. */
const job: AnalysisJob<UploadJobInput, PredictionWork, PredictionOutput> = {
  name: 'prediction',
  load: loadPrediction,
  async store({ id }, { results, userInitiated }, scope) {
    await scope.collection(collections.results).put(id, { items: results, userInitiated });
  },
  slim: ({ body: _body, text: _text, ...rest }) => rest,
};

/** The job that computes and stores anomaly scores; it changes no model. */
export const predictionJobKind = analysisJobKind(payrollService, job);
