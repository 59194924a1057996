import { omitUndefined } from '@understudy/contract';
import type { UploadedBody } from '../compute/check-upload.js';
import type { DescriptionsResult, UploadResult, UploadWork } from '../compute/merge-upload.js';
import { analysisCollections, type PackedDataset, type StoredDataset } from '../entities.js';
import { type AnalysisJob, createAnalysisJobKind } from '../jobs/analysis-job.js';
import type { DatasetOutcome } from '../jobs/job-outcome.js';
import type { AnalysisService } from '../service.js';
import type { UploadJobInput } from './upload-data.js';

type Dataset = StoredDataset | PackedDataset;

const notStored = {
  code: 'NOT_STORED',
  message: 'The dataset is valid, but was not stored, because another dataset of the upload is invalid',
} as const;

/** Creates the job of a raw-data upload: validates each dataset and merges the valid ones into the stored data. */
export function createUploadJobKind(service: AnalysisService) {
  /** Returns whether an all-or-nothing service stores nothing (analysis.gap.partial-invalid). */
  const isSpoilt = (outcomes: readonly DatasetOutcome[]) =>
    service.storesAllOrNothing && outcomes.some(({ status }) => status === 'invalid');
  const job: AnalysisJob<UploadJobInput, UploadWork<Dataset>, UploadResult<Dataset>> = {
    name: 'upload',
    async load({ input }, scope) {
      const datasets = scope.collection(analysisCollections.datasets);
      const existing = await Promise.all(input.datasetIds.map((id) => datasets.get(id)));
      const { text, fault } = input;
      return omitUndefined({ existing: existing.filter((dataset) => dataset !== undefined), text, fault });
    },
    async store(_job, { datasets: outcomes, stored }, scope) {
      if (isSpoilt(outcomes)) return;
      const datasets = scope.collection(analysisCollections.datasets);
      for (const dataset of stored) await datasets.put(dataset.datasetId, dataset);
    },
    outcomes: (outcomes) =>
      isSpoilt(outcomes)
        ? outcomes.map((outcome) => (outcome.status === 'success' ? { ...outcome, ...notStored } : outcome))
        : outcomes,
    slim: ({ text: _text, ...rest }) => rest,
    countRecords: ({ records = 0 }) => records,
  };
  return createAnalysisJobKind(service, job);
}

/** Creates the job of a descriptions upload: stores the description of each dataset without changing its records. */
export function createDescriptionsJobKind(service: AnalysisService) {
  const job: AnalysisJob<UploadJobInput, UploadedBody, DescriptionsResult> = {
    name: 'descriptions',
    load: async ({ input: { text, fault } }) => omitUndefined({ text, fault }),
    async store(_job, { descriptions }, scope) {
      const collection = scope.collection(analysisCollections.descriptions);
      for (const description of descriptions) await collection.put(description.datasetId, description);
    },
    slim: ({ text: _text, ...rest }) => rest,
  };
  return createAnalysisJobKind(service, job);
}
