import type { StoredDataset } from '../entities.js';
import type { AnalysisWorkResult } from '../jobs/analysis-job.js';
import { createSucceededOutcome, createUnknownDatasetOutcome } from '../jobs/job-outcome.js';
import type { DatasetShape } from '../service.js';

/** `Dataset`: the stored form of a dataset. */
export interface DeletionWork<Dataset = StoredDataset> {
  readonly datasetId: string;
  readonly dataset?: Dataset;
  /** Calendar dates, inclusive. Without one, that side is open. */
  readonly fromDate?: string;
  readonly toDate?: string;
}

export interface DeletionResult<Dataset = StoredDataset> extends AnalysisWorkResult {
  /** The dataset without the deleted records. Missing if the dataset did not exist. */
  readonly remaining?: Dataset;
}

/** Deletes the records between two dates from a dataset (analysis.delete.from-only, to-only, both, none). */
export function deleteRecords(
  { datasetId, dataset, fromDate = '', toDate = '9999-12-31' }: DeletionWork,
  { dateKey }: DatasetShape,
): DeletionResult {
  if (dataset === undefined) return { datasets: [createUnknownDatasetOutcome(datasetId)] };
  const records = dataset.records.filter((record) => {
    const date = String(record[dateKey]);
    return date < fromDate || date > toDate;
  });
  return { datasets: [createSucceededOutcome(datasetId)], remaining: { ...dataset, records } };
}
