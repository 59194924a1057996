import { compact } from '@understudy/contract';
import type { DeletionResult, DeletionWork } from '../compute/delete-records.js';
import { collections, type PackedDataset, type StoredDataset } from '../entities.js';
import { type AnalysisJob, analysisJobKind } from '../jobs/analysis-job.js';
import type { AnalysisService } from '../service.js';
import type { DeletionJobInput } from './delete-dataset-data.js';

type Dataset = StoredDataset | PackedDataset;

/**
 * The job of a deletion. If no record remains, the dataset and its model are deleted. Results remain
 * (analysis.gap.delete-all-effect).
 */
export function deletionJobKind(service: AnalysisService) {
  const job: AnalysisJob<DeletionJobInput, DeletionWork<Dataset>, DeletionResult<Dataset>> = {
    name: 'deletion',
    async load({ input }, scope) {
      const { datasetId, fromDate, toDate } = input;
      const dataset = await scope.collection(collections.datasets).get(datasetId);
      return compact({ datasetId, dataset, fromDate, toDate });
    },
    async store({ input }, { remaining }, scope) {
      if (remaining === undefined) return;
      const datasets = scope.collection(collections.datasets);
      if ('text' in remaining || remaining.records.length > 0) {
        await datasets.put(input.datasetId, remaining);
        return;
      }
      await datasets.delete(input.datasetId);
      for (const collection of [collections.models, ...(service.collectionsOfDataset ?? [])]) {
        await scope.collection(collection).delete(input.datasetId);
      }
    },
  };
  return analysisJobKind(service, job);
}
