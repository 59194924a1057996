import type { FeedbackValue, TimeRegistration } from '@understudy/engine-anomaly';
import { defineCollection } from '@understudy/kernel/compute';
import type { PackedDataset, StoredResults } from '@understudy/simulator-analysis';
import { datasetsAs, modelsAs, resultsAs, collections as shared } from '@understudy/simulator-analysis/compute';
import type { components } from './generated/types.js';

type Schemas = components['schemas'];

export type PredictionParameters = Schemas['TimePredictionParameters'];
export type TimeResult = Schemas['TimeResult'];

/** A dataset of registrations. Collection `datasets`, key: its id. */
export interface StoredRegistrations extends PackedDataset {
  /** JSON of the ids of the registrations that were uploaded since the last training (time.gap.rebuild-models). */
  readonly untrained: string;
  /** How many employees have registrations. */
  readonly employees: number;
}

/** The model of a dataset's latest training. Collection `models`, key: the dataset's id. */
export interface StoredModel {
  /** The engine's TimeModel as JSON, which is how it comes from a worker thread and goes to the next one. */
  readonly model: string;
}

/**
 * A {@link TimeResult} as JSON, which is how it comes from a worker thread and stays until someone asks for its page.
 * Its predictions begin with those of the registrations, in their order.
 */
export type StoredResult = string;

/** What a prediction job was asked about. Collection `predicted`, key: the job's id. */
export interface StoredRequest {
  /** The registrations as they were predicted, as JSON. */
  readonly datasets: ReadonlyArray<{ readonly datasetId: string; readonly registrations: string }>;
}

/** The feedback of users on predictions for a dataset. Collection `marks`, key: the dataset's id. */
export interface StoredMarks {
  /** In the order it was said; one per prediction. */
  readonly marks: readonly Mark[];
}

export interface Mark {
  readonly predictionId: string;
  readonly feedback: FeedbackValue;
  /** The registration as it was predicted; absent for a whole day and for a missing registration. */
  readonly registration?: TimeRegistration;
}

/** The collections that the time registration API keeps per tenant. */
export const collections = {
  ...shared,
  datasets: datasetsAs<StoredRegistrations>(),
  models: modelsAs<StoredModel>(),
  results: resultsAs<StoredResults<StoredResult>>(),
  predicted: defineCollection<StoredRequest>('predicted'),
  marks: defineCollection<StoredMarks>('marks'),
};
