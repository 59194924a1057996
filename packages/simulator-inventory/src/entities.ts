import type { TrainedModel } from '@understudy/engine-forecasting';
import type { components } from './generated/types.js';

type Schemas = components['schemas'];

export type PredictionParameters = Schemas['InventoryPredictionParameters'];
export type PredictionResult = Schemas['InventoryPredictionResult'];
export type ClassificationResult = Schemas['InventoryClassificationResult'];
export type Transaction = Schemas['InventoryTransaction'];

/** The model of a dataset's latest training. Collection `models`, key: the dataset's id. */
export interface StoredModel {
  readonly model: TrainedModel;
  /** Calendar date that the training took for today. */
  readonly trainedUpTo: string;
}
