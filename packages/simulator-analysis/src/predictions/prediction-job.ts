import type { DataScope } from '@understudy/kernel';
import { type AnalysisWorkResult, createAnalysisJobKind } from '../jobs/analysis-job.js';
import type { AnalysisService } from '../service.js';
import type { UploadJobInput } from '../uploads/upload-data.js';
import { loadPrediction, type PredictionWork } from './load-prediction.js';

/**
 * Creates the job of a prediction, from Create prediction or from an upload that has not been validated. It does not
 * change models.
 */
export function createPredictionJobKind<Output extends AnalysisWorkResult>(
  service: AnalysisService,
  store: (jobId: string, output: Output, scope: DataScope) => Promise<void>,
) {
  return createAnalysisJobKind<UploadJobInput, PredictionWork, Output>(service, {
    name: 'prediction',
    load: loadPrediction,
    store: ({ id }, output, scope) => store(id, output, scope),
    slim: ({ body: _body, text: _text, ...rest }) => rest,
    countRecords: ({ records = 0 }) => records,
  });
}
