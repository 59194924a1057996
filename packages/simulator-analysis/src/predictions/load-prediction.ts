import { omitUndefined } from '@understudy/contract';
import type { DataScope, JobRecord } from '@understudy/kernel';
import type { UploadedBody } from '../compute/check-upload.js';
import { defineDatasetCollection, defineModelCollection, type PackedDataset } from '../entities.js';
import type { JobOutcome } from '../jobs/job-outcome.js';
import type { UploadJobInput } from '../uploads/upload-data.js';

/** The stored data of a dataset that a prediction uses. */
export interface KnownDataset {
  readonly datasetId: string;
  readonly exists: boolean;
  readonly model: string | undefined;
}

export interface PredictionWork extends UploadedBody {
  readonly known: readonly KnownDataset[];
  /** Names this run of the job. The ids of its findings are derived from it. */
  readonly name: string;
}

/** Loads the input of a prediction: text from Create prediction, or an upload that has not been validated. */
export async function loadPrediction(
  { id, run, input }: JobRecord<UploadJobInput, JobOutcome>,
  scope: DataScope,
): Promise<PredictionWork> {
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
