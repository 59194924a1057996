import type { Context } from '@understudy/kernel';
import { summarizeDataset } from '../compute/summarize-dataset.js';
import { collections } from '../entities.js';
import { unknownDataset } from '../errors.js';
import type { AnalysisService } from '../service.js';

/**
 * Serves Get data for dataset (analysis.data.summary). An unknown dataset returns 400 (analysis.gap.unknown-dataset).
 */
export async function getDatasetSummary({ shape }: AnalysisService, datasetId: string, context: Context) {
  const dataset = await context.scope.collection(collections.datasets).get(datasetId);
  if (dataset === undefined) return unknownDataset(datasetId);
  const body = 'summary' in dataset ? { ...dataset.summary } : summarizeDataset(dataset, shape);
  return { status: 200 as const, body };
}

/** Serves Get data: the tenant's datasets, or in the older form with a header the summary of one (analysis.gap.data-paths). */
export async function listDatasets(
  service: AnalysisService,
  { headers }: { readonly headers: { readonly datasetId?: string } },
  context: Context,
) {
  if (headers.datasetId !== undefined) return getDatasetSummary(service, headers.datasetId, context);
  // The response has the ids of all datasets.
  const datasets = await context.scope.collection(collections.datasets).list();
  const datasetIds = datasets.map(({ key }) => key);
  return { status: 200 as const, body: { countOfDatasets: datasetIds.length, datasetIds } };
}
