import { type AbcDriver, classify } from '@understudy/engine-forecasting';
import {
  type AnalysisWorkResult,
  failed,
  type StoredDataset,
  succeeded,
  unknownDatasetOutcome,
} from '@understudy/simulator-analysis';
import type { ClassificationResult } from '../entities.js';
import { salesOf } from '../sales-of.js';

export interface ClassificationWork {
  readonly datasetIds: readonly string[];
  readonly datasets: readonly StoredDataset[];
  readonly abcDriver: AbcDriver;
  /** Acts as today: later sales do not count (inventory.classification.end-date-is-now). */
  readonly currentDate: string;
  readonly startDate?: string;
}

export interface ClassificationOutput extends AnalysisWorkResult {
  readonly results: readonly ClassificationResult[];
}

/** Classifies the datasets of a request among each other (inventory.gap.abc-rule). */
export function classifyDatasets(work: ClassificationWork): ClassificationOutput {
  const { datasetIds, datasets, abcDriver, currentDate, startDate } = work;
  const known = new Map(datasets.map((dataset) => [dataset.datasetId, salesOf(dataset)]));
  const outcomes = datasetIds.map((datasetId) => {
    const sales = known.get(datasetId);
    if (sales === undefined) return unknownDatasetOutcome(datasetId);
    if (sales.some(({ date }) => date <= currentDate)) return succeeded(datasetId);
    return failed(datasetId, 'INVALID_DATA', `There is no data up to ${currentDate} to classify`);
  });
  const usable = outcomes.filter(({ status }) => status === 'success').map(({ datasetId }) => datasetId);
  const results = classify(
    usable.map((datasetId) => ({ datasetId, sales: known.get(datasetId) ?? [] })),
    { abcDriver, currentDate, ...(startDate === undefined ? {} : { startDate }) },
  );
  return { datasets: outcomes, results };
}
