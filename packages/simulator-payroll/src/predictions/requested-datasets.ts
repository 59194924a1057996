import { dropDuplicates } from '@understudy/simulator-analysis/compute';
import type { PayrollDataset } from '../entities.js';
import { findRepeatedPayslipId } from '../payslip-validators.js';

/**
 * Selects the datasets of a request without duplicates (analysis.gap.duplicate-dataset, analysis.gap.validation-rules).
 */
export function selectRequestedDatasets(
  datasets: readonly PayrollDataset[],
  pointer: string,
): { readonly datasets: readonly PayrollDataset[] } | { readonly fault: string } {
  for (const [index, dataset] of datasets.entries()) {
    const fault = findRepeatedPayslipId(dataset, `${pointer}/${index}`);
    if (fault !== undefined) return { fault };
  }
  const items = dropDuplicates(
    datasets.map((dataset) => ({ datasetId: dataset.id, dataset })),
    pointer,
  );
  return 'refused' in items ? { fault: items.message } : { datasets: items.map(({ dataset }) => dataset) };
}
