import type { StoredDataset } from '../entities.js';
import { collections } from '../entities.js';
import { type AnalysisJob, analysisJobKind } from '../jobs/analysis-job.js';
import type { AnalysisService } from '../service.js';
import type { UploadResult, UploadWork } from '../work/merge-upload.js';
import type { UploadJobInput } from './upload-data.js';

/** The job of a raw-data upload: validates each dataset, merges the valid ones into what is stored. */
export function uploadJobKind(service: AnalysisService) {
  const job: AnalysisJob<UploadJobInput, UploadWork, UploadResult> = {
    name: 'upload',
    async load({ input }, scope) {
      const datasets = scope.collection<StoredDataset>(collections.datasets);
      const existing = await Promise.all(input.datasetIds.map((id) => datasets.get(id)));
      const { body, fault } = input;
      return {
        existing: existing.filter((dataset) => dataset !== undefined),
        ...(fault === undefined ? { body } : { fault }),
      };
    },
    async store(_job, { stored }, scope) {
      const datasets = scope.collection<StoredDataset>(collections.datasets);
      for (const dataset of stored) await datasets.put(dataset.datasetId, dataset);
    },
    slim: ({ body: _body, ...rest }) => rest,
    countRecords: ({ body }) => JSON.stringify(body ?? null).split(`"${service.shape.recordIdKey}":`).length - 1,
  };
  return analysisJobKind(service, job);
}
