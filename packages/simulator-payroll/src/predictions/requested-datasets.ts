import { uniqueItems } from '@understudy/simulator-analysis/compute';
import type { PayrollDataset } from '../entities.js';
import { repeatedIds } from '../repeated-ids.js';

/** The datasets of a request, each once (analysis.gap.duplicate-dataset, analysis.gap.validation-rules). */
export function requestedDatasets(
  datasets: readonly PayrollDataset[],
  pointer: string,
): { readonly datasets: readonly PayrollDataset[] } | { readonly fault: string } {
  for (const [index, dataset] of datasets.entries()) {
    const fault = repeatedIds(dataset, `${pointer}/${index}`);
    if (fault !== undefined) return { fault };
  }
  const items = uniqueItems(
    datasets.map((dataset) => ({ datasetId: dataset.id, dataset })),
    pointer,
  );
  return 'refused' in items ? { fault: items.message } : { datasets: items.map(({ dataset }) => dataset) };
}
