import { omitUndefined } from '@understudy/contract';
import type { HandlerContext } from '@understudy/kernel';
import { type DeletionResult, type DeletionWork, summarizeDataset } from '../compute/merge-upload.js';
import { analysisCollections, type PackedDataset, type StoredDataset } from '../entities.js';
import { createUnknownDatasetError } from '../errors.js';
import { type AnalysisJob, createAnalysisJobKind } from '../jobs/analysis-job.js';
import type { AnalysisService } from '../service.js';
import type { DeletionJobInput } from './delete-dataset-data.js';

type Dataset = StoredDataset | PackedDataset;

/**
 * Creates the job of a deletion. When no records are left, the dataset and its model are deleted; results are kept
 * (analysis.gap.delete-all-effect).
 */
export function createDeletionJobKind(service: AnalysisService) {
  const job: AnalysisJob<DeletionJobInput, DeletionWork<Dataset>, DeletionResult<Dataset>> = {
    name: 'deletion',
    async load({ input }, scope) {
      const { datasetId, fromDate, toDate } = input;
      const dataset = await scope.collection(analysisCollections.datasets).get(datasetId);
      return omitUndefined({ datasetId, dataset, fromDate, toDate });
    },
    async store({ input }, { remaining }, scope) {
      if (remaining === undefined) return;
      const datasets = scope.collection(analysisCollections.datasets);
      if ('text' in remaining || remaining.records.length > 0) {
        await datasets.put(input.datasetId, remaining);
        return;
      }
      await datasets.delete(input.datasetId);
      for (const collection of [analysisCollections.models, ...(service.collectionsOfDataset ?? [])]) {
        await scope.collection(collection).delete(input.datasetId);
      }
    },
  };
  return createAnalysisJobKind(service, job);
}

/**
 * Serves Get data for dataset (analysis.data.summary). Returns 400 if the dataset is unknown
 * (analysis.gap.unknown-dataset).
 */
export async function getDatasetSummary({ shape }: AnalysisService, datasetId: string, context: HandlerContext) {
  const dataset = await context.scope.collection(analysisCollections.datasets).get(datasetId);
  if (dataset === undefined) return createUnknownDatasetError(datasetId);
  const body = 'summary' in dataset ? { ...dataset.summary } : summarizeDataset(dataset, shape);
  return { status: 200 as const, body };
}

/**
 * Serves Get data: lists the tenant's datasets or, in the older form with a header, summarizes one
 * (analysis.gap.data-paths).
 */
export async function listDatasets(
  service: AnalysisService,
  { headers }: { readonly headers: { readonly datasetId?: string } },
  context: HandlerContext,
) {
  if (headers.datasetId !== undefined) return getDatasetSummary(service, headers.datasetId, context);
  // The response has the ids of all datasets.
  const datasets = await context.scope.collection(analysisCollections.datasets).list();
  const datasetIds = datasets.map(({ key }) => key);
  return { status: 200 as const, body: { countOfDatasets: datasetIds.length, datasetIds } };
}
