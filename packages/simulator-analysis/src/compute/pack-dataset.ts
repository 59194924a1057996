import type { DatasetRecord, PackedDataset, StoredDataset } from '../entities.js';
import type { DatasetShape } from '../service.js';
import { summarizeDataset } from './summarize-dataset.js';

/** The form of a dataset in which the store keeps it; for worker threads. It has at least one record. */
export function packDataset({ records, ...dataset }: StoredDataset, shape: DatasetShape): PackedDataset {
  return { ...dataset, text: JSON.stringify(records), summary: summarizeDataset({ ...dataset, records }, shape) };
}

/** A packed dataset with its records; for worker threads. */
export function unpackDataset({ datasetId, customerId, text }: PackedDataset): StoredDataset {
  const records: DatasetRecord[] = JSON.parse(text);
  return { datasetId, ...(customerId === undefined ? {} : { customerId }), records };
}
