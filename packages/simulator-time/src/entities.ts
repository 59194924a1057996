import type { FeedbackValue, TimeRegistration } from '@understudy/engine-anomaly';
import { defineCollection } from '@understudy/kernel/compute';
import type { PackedDataset, StoredResults } from '@understudy/simulator-analysis';
import {
  defineDatasetCollection,
  defineModelCollection,
  defineResultsCollection,
  analysisCollections as shared,
} from '@understudy/simulator-analysis/compute';
import type { components } from './generated/types.js';

type Schemas = components['schemas'];

export type PredictionParameters = Schemas['TimePredictionParameters'];
export type TimeResult = Schemas['TimeResult'];

/** A dataset of registrations. Collection `datasets`, key: its id. */
export interface StoredRegistrations extends PackedDataset {
  /** JSON of the ids of the registrations uploaded since the last training (time.gap.rebuild-models). */
  readonly untrained: string;
  readonly employees: number;
}

/** The model of a dataset's latest training. Collection `models`, key: the dataset's id. */
export interface StoredModel {
  /** The engine's TimeModel as JSON, as worker threads exchange it. */
  readonly model: string;
}

/** A {@link TimeResult} as JSON, parsed only on request. The predictions of the registrations come first, in order. */
export type StoredResult = string;

/** The request of a prediction job. Collection `predicted`, key: the job's id. */
export interface StoredRequest {
  /** The predicted registrations as JSON. */
  readonly datasets: ReadonlyArray<{ readonly datasetId: string; readonly registrations: string }>;
}

export interface FeedbackMark {
  readonly predictionId: string;
  readonly feedback: FeedbackValue;
  /** The predicted registration. Absent for predictions of whole days and of missing registrations. */
  readonly registration?: TimeRegistration;
}

/** The collections of the time registration API per tenant. */
export const timeCollections = {
  ...shared,
  datasets: defineDatasetCollection<StoredRegistrations>(),
  models: defineModelCollection<StoredModel>(),
  results: defineResultsCollection<StoredResults<StoredResult>>(),
  predicted: defineCollection<StoredRequest>('predicted'),
  marks: defineCollection<{ readonly marks: readonly FeedbackMark[] }>('marks'),
};
