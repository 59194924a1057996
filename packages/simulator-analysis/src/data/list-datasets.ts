import type { Context } from '@understudy/kernel';
import { collections } from '../entities.js';
import type { AnalysisService } from '../service.js';
import { getDatasetSummary } from './get-dataset-summary.js';

/** Serves Get data: the tenant's datasets, or in the older form with a header the summary of one (analysis.gap.data-paths). */
export async function listDatasets(
  service: AnalysisService,
  { headers }: { readonly headers: { readonly datasetId?: string } },
  context: Context,
) {
  if (headers.datasetId !== undefined) return getDatasetSummary(service, headers.datasetId, context);
  // The answer has the ids of all of them.
  const datasets = await context.scope.collection(collections.datasets).list();
  const datasetIds = datasets.map(({ key }) => key);
  return { status: 200 as const, body: { countOfDatasets: datasetIds.length, datasetIds } };
}
