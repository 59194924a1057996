import {
  defineDatasetCollection,
  defineModelCollection,
  defineResultsCollection,
  type PackedDataset,
  type StoredResults,
} from '@understudy/simulator-analysis';
import type { components } from './generated/types.js';

type Schemas = components['schemas'];

export type PayrollDataset = Schemas['PayrollDataset'];
export type DatasetResult = Schemas['PayrollDatasetResult'];

/** The model of a dataset's latest training. Collection `models`, key: the dataset's id. */
export interface StoredModel {
  /** The engine's PayrollModel as JSON, as worker threads exchange it. */
  readonly model: string;
}

/** A {@link DatasetResult} as JSON, parsed only when its page is requested. */
export type StoredResult = string;

/** The result of a prediction. Collection `results`, key: the job's id. */
interface StoredPrediction extends StoredResults<StoredResult> {
  /** Stored without a visible effect (payroll.gap.user-initiated-effect). */
  readonly userInitiated: boolean;
}

/** The per-tenant collections that are specific to the payroll API. */
export const payrollCollections = {
  datasets: defineDatasetCollection<PackedDataset>(),
  models: defineModelCollection<StoredModel>(),
  results: defineResultsCollection<StoredPrediction>(),
};
