import {
  datasetsAs,
  modelsAs,
  type PackedDataset,
  resultsAs,
  type StoredResults,
} from '@understudy/simulator-analysis';
import type { components } from './generated/types.js';

type Schemas = components['schemas'];

/** A dataset with payslips, as it is uploaded and as it is sent to be predicted. */
export type PayrollDataset = Schemas['PayrollDataset'];
export type DatasetResult = Schemas['PayrollDatasetResult'];

/** The model of a dataset's latest training. Collection `models`, key: the dataset's id. */
export interface StoredModel {
  /** The engine's PayrollModel as JSON, which is how it comes from a worker thread and goes to the next one. */
  readonly model: string;
}

/** A {@link DatasetResult} as JSON, which is how it comes from a worker thread and stays until its page is asked for. */
export type StoredResult = string;

/** What a prediction has made. Collection `results`, key: the job's id. */
export interface StoredPrediction extends StoredResults<StoredResult> {
  /** Kept for the record; nothing shows it (payroll.gap.user-initiated-effect). */
  readonly userInitiated: boolean;
}

/** The collections of the payroll API per tenant whose form is its own. */
export const collections = {
  datasets: datasetsAs<PackedDataset>(),
  models: modelsAs<StoredModel>(),
  results: resultsAs<StoredPrediction>(),
};
