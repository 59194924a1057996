import { omitUndefined } from '@understudy/contract';
import type { DataScope, HandlerContext, JobRecord } from '@understudy/kernel';
import type { UploadedBody } from './compute/check-upload.js';
import { analysisCollections, defineDatasetCollection, defineModelCollection, type PackedDataset } from './entities.js';
import { createDatasetNotFoundError, createDatasetNotTrainedError } from './errors.js';
import { type AnalysisWorkResult, createAnalysisJobKind } from './jobs/analysis-job.js';
import type { JobOutcome } from './jobs/job-outcome.js';
import type { AnalysisService } from './service.js';
import type { UploadJobInput } from './uploads/upload-data.js';

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

export interface KnownDataset {
  readonly datasetId: string;
  readonly exists: boolean;
  readonly model: string | undefined;
}

export interface PredictionWork extends UploadedBody {
  readonly known: readonly KnownDataset[];
  /** Identifies this run of the job. The ids of its findings are derived from it. */
  readonly name: string;
}

/** Loads the input of a prediction: text from Create prediction, or an upload that has not been validated. */
async function loadPrediction({ id, run, input }: JobRecord<UploadJobInput, JobOutcome>, scope: DataScope) {
  const models = scope.collection(defineModelCollection<{ readonly model: string }>());
  const datasets = scope.collection(defineDatasetCollection<PackedDataset>());
  const { body, text, fault } = input;
  return {
    ...omitUndefined({ body, text, fault }),
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
}

interface JsonModel {
  readonly model: string;
}

/** Finds the model of a dataset, or the reason why there is none (analysis.gap.untrained). */
export async function findModel({ scope }: HandlerContext, datasetId: string) {
  if ((await scope.collection(analysisCollections.datasets).get(datasetId)) === undefined)
    return createDatasetNotFoundError(datasetId);
  return (
    (await scope.collection(defineModelCollection<JsonModel>()).get(datasetId)) ??
    createDatasetNotTrainedError(datasetId)
  );
}

/** Prepares each stored model once. Stored models are immutable, because a training replaces them. */
export function createModelPreparer<Model, Prepared>(load: () => Promise<(model: Model) => Prepared>) {
  const prepared = new WeakMap<JsonModel, Prepared>();
  return async (stored: JsonModel): Promise<Prepared> => {
    const known = prepared.get(stored) ?? (await load())(JSON.parse(stored.model));
    prepared.set(stored, known);
    return known;
  };
}
