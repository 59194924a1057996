import type { DatasetRecord, PackedDataset, StoredDataset } from '../entities.js';
import type { DatasetShape } from '../service.js';
import { summarizeDataset } from './summarize-dataset.js';

/** Packs a dataset with at least one record for storage. Runs in worker threads. */
export function packDataset({ records, ...dataset }: StoredDataset, shape: DatasetShape): PackedDataset {
  return { ...dataset, text: JSON.stringify(records), summary: summarizeDataset({ ...dataset, records }, shape) };
}

/** Unpacks a dataset with its records. Runs in worker threads. */
export function unpackDataset({ datasetId, customerId, text }: PackedDataset): StoredDataset {
  const records: DatasetRecord[] = JSON.parse(text);
  return { datasetId, ...(customerId === undefined ? {} : { customerId }), records };
}
