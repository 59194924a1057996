import {
  datasetsAs,
  modelsAs,
  resultsAs,
  type StoredDataset,
  type StoredResults,
} from '@understudy/simulator-analysis';
import type { components } from './generated/types.js';

type Schemas = components['schemas'];

export type PredictionParameters = Schemas['InventoryPredictionParameters'];
export type PredictionResult = Schemas['InventoryPredictionResult'];
/**
 * A {@link PredictionResult} as JSON, which is how it comes from a worker thread and stays until someone asks for its
 * page: as a value, the history in it would have to be copied and checked point by point.
 */
export type StoredPrediction = string;
export type ClassificationResult = Schemas['InventoryClassificationResult'];
export type Transaction = Schemas['InventoryTransaction'];

/** The model of a dataset's latest training. Collection `models`, key: the dataset's id. */
export interface StoredModel {
  /**
   * The engine's TrainedModel as JSON, which is how it comes from a worker thread and goes to the next one: text is
   * handed over at a fraction of the cost of the many numbers in it.
   */
  readonly model: string;
  /** Calendar date that the training took for today. */
  readonly trainedUpTo: string;
}

/** The collections of the inventory API per tenant whose form is its own. */
export const collections = {
  datasets: datasetsAs<StoredDataset>(),
  models: modelsAs<StoredModel>(),
  predictions: resultsAs<StoredResults<StoredPrediction>>(),
  classifications: resultsAs<StoredResults<ClassificationResult>>(),
};
