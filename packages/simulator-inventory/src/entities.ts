import {
  defineDatasetCollection,
  defineModelCollection,
  defineResultsCollection,
  type StoredDataset,
  type StoredResults,
} from '@understudy/simulator-analysis';
import type { components } from './generated/types.js';

type Schemas = components['schemas'];

export type PredictionParameters = Schemas['InventoryPredictionParameters'];
export type PredictionResult = Schemas['InventoryPredictionResult'];
/** A {@link PredictionResult} as JSON, parsed only when its page is requested. */
export type StoredPrediction = string;
export type ClassificationResult = Schemas['InventoryClassificationResult'];

/** The model of a dataset's latest training. Collection `models`, key: the dataset's id. */
export interface StoredModel {
  /** The engine's TrainedModel as JSON: text is much cheaper to transfer than its many numbers. */
  readonly model: string;
  /** The calendar date that the training treats as today. */
  readonly trainedUpTo: string;
}

/** The per-tenant collections that are specific to the inventory API. */
export const inventoryCollections = {
  datasets: defineDatasetCollection<StoredDataset>(),
  models: defineModelCollection<StoredModel>(),
  predictions: defineResultsCollection<StoredResults<StoredPrediction>>(),
  classifications: defineResultsCollection<StoredResults<ClassificationResult>>(),
};
