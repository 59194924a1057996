import {
  type AnalysisJob,
  analysisJobKind,
  loadPrediction,
  type PredictionWork,
  type UploadJobInput,
} from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import { timeService } from '../time-service.js';
import type { PredictionOutput } from './predict-datasets.js';

/** A prediction comes by Create prediction, as text, or by an upload whose body is then still unchecked. */
export type PredictionJobInput = UploadJobInput;

const job: AnalysisJob<PredictionJobInput, PredictionWork, PredictionOutput> = {
  name: 'prediction',
  load: loadPrediction,
  async store({ id }, { results, bytes, predicted }, scope) {
    await scope.collection(collections.results).put(id, { items: results, bytes });
    await scope.collection(collections.predicted).put(id, { datasets: predicted });
  },
  slim: ({ body: _body, text: _text, ...rest }) => rest,
  countRecords: ({ records = 0 }) => records,
};

/** The job that computes and stores predictions; it changes no model (time.prediction.no-model-update). */
export const predictionJobKind = analysisJobKind(timeService, job);
