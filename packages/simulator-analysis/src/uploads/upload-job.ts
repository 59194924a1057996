import type { UploadResult, UploadWork } from '../compute/merge-upload.js';
import { collections, type StoredDataset } from '../entities.js';
import { isObject } from '../is-object.js';
import { type AnalysisJob, analysisJobKind } from '../jobs/analysis-job.js';
import type { AnalysisService, DatasetShape } from '../service.js';
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
    countRecords: ({ body }) => countRecords(body, service.shape),
  };
  return analysisJobKind(service, job);
}

/** Records of a body that nobody has checked yet. */
function countRecords(body: unknown, { recordsKey }: DatasetShape): number {
  const datasets = isObject(body) && Array.isArray(body['datasets']) ? body['datasets'] : [];
  const lists = datasets.map((item: unknown) => (isObject(item) ? item[recordsKey] : undefined));
  return lists.reduce((total: number, list) => total + (Array.isArray(list) ? list.length : 0), 0);
}
