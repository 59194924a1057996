import { type AbcDriver, classifySales } from '@understudy/engine-forecasting';
import type { AnalysisWorkResult } from '@understudy/simulator-analysis';
import {
  createFailedOutcome,
  createSucceededOutcome,
  createUnknownDatasetOutcome,
} from '@understudy/simulator-analysis/compute';
import type { ClassificationResult } from '../entities.js';
import { type PackedSales, unpackSales } from '../packed-sales.js';

export interface ClassificationWork {
  readonly datasetIds: readonly string[];
  readonly sales: readonly PackedSales[];
  readonly abcDriver: AbcDriver;
  /** Treated as today's date: later sales do not count (inventory.classification.end-date-is-now). */
  readonly currentDate: string;
  readonly startDate?: string;
}

export interface ClassificationOutput extends AnalysisWorkResult {
  readonly results: readonly ClassificationResult[];
}

/** Classifies the datasets of a request relative to each other (inventory.gap.abc-rule). */
export function classifyDatasets(work: ClassificationWork): ClassificationOutput {
  const { datasetIds, abcDriver, currentDate, startDate } = work;
  const known = new Map(work.sales.map((packed) => [packed.datasetId, unpackSales(packed, currentDate)]));
  const outcomes = datasetIds.map((datasetId) => {
    const sales = known.get(datasetId);
    if (sales === undefined) return createUnknownDatasetOutcome(datasetId);
    if (sales.length > 0) return createSucceededOutcome(datasetId);
    return createFailedOutcome(datasetId, 'INVALID_DATA', `There is no data up to ${currentDate} to classify`);
  });
  const usable = outcomes.filter(({ status }) => status === 'success').map(({ datasetId }) => datasetId);
  const results = classifySales(
    usable.map((datasetId) => ({ datasetId, sales: known.get(datasetId) ?? [] })),
    { abcDriver, currentDate, ...(startDate === undefined ? {} : { startDate }) },
  );
  return { datasets: outcomes, results };
}
