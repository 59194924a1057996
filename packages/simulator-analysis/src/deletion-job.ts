import { omitUndefined } from '@understudy/contract';
import type { HandlerContext, JobKindWithInput } from '@understudy/kernel';
import { type DeletionResult, type DeletionWork, summarizeDataset } from './compute/merge-upload.js';
import { analysisCollections, type PackedDataset, type StoredDataset } from './entities.js';
import { createReversedDatesError, createUnknownDatasetError } from './errors.js';
import { type AnalysisJob, createAnalysisJobKind, startJob } from './jobs/analysis-job.js';
import type { AnalysisJobInput } from './jobs/job-outcome.js';
import type { AnalysisService } from './service.js';

type Dataset = StoredDataset | PackedDataset;

/** Input of a deletion job. Both dates are inclusive (analysis.gap.delete-dates). */
interface DeletionJobInput extends AnalysisJobInput {
  readonly datasetId: string;
  readonly fromDate?: string;
  readonly toDate?: string;
}

/**
 * Creates the job of a deletion. If no records remain, it also deletes the dataset and its model, but not the results
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
 * Serves Get data: lists the tenant's datasets or, in the older form with a header, summarizes a single dataset
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

/** Serves Delete data: starts a job, without a webhook (analysis.data.delete, analysis.gap.delete-webhook). */
export async function deleteDatasetData(
  deletionJob: JobKindWithInput<DeletionJobInput>,
  {
    headers,
    path,
    query,
  }: {
    readonly headers: { readonly tenantId: string };
    readonly path: { readonly datasetId: string };
    readonly query: { readonly fromDate?: string; readonly toDate?: string };
  },
  context: HandlerContext,
) {
  const { fromDate, toDate } = query;
  if (fromDate !== undefined && toDate !== undefined && fromDate > toDate) {
    return createReversedDatesError(
      { pointer: '/query/fromDate', date: fromDate },
      { pointer: '/query/toDate', date: toDate },
    );
  }
  const { datasetId } = path;
  const input: DeletionJobInput = { label: 'Deletion', datasetIds: [datasetId], datasetId, ...query };
  const started = await startJob(context, headers.tenantId, deletionJob, input);
  // Documented with status 200, unlike the other operations that start jobs.
  return 'refused' in started ? started : { ...started, status: 200 as const };
}
