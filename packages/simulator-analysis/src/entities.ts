import type { CollectionDefinition, Owner } from '@understudy/kernel';
import { defineCollection } from '@understudy/kernel/compute';
import type { components } from './generated/types.js';

/** One record of a dataset as uploaded: a transaction, a registration or a payslip. */
export type DatasetRecord = Readonly<Record<string, unknown>>;

/** A dataset of a tenant. Collection `datasets`, key: its id. */
export interface StoredDataset {
  readonly datasetId: string;
  readonly customerId?: string;
  /** Sorted by date and id. Ids are unique. */
  readonly records: readonly DatasetRecord[];
}

/**
 * A dataset serialized as text, which is much cheaper to transfer and store than objects. Only worker threads read it.
 */
export interface PackedDataset {
  readonly datasetId: string;
  readonly customerId?: string;
  /** JSON of the records, sorted by date and id. At least one record. */
  readonly text: string;
  readonly summary: components['schemas']['DatasetSummary'];
}

/** The description of a dataset. Collection `descriptions`, key: the dataset's id. */
export interface StoredDescription {
  readonly datasetId: string;
  readonly customerId?: string;
  readonly description?: string;
}

/** The upload that a presigned URL allows. Shared collection `uploads`, key: the job's id. */
export interface UploadTicket {
  readonly jobId: string;
  readonly owner: Owner;
  readonly type: string;
  /** Instant, ISO 8601, at which the URL expires. */
  readonly expiresAt: string;
}

/** The subscriptions to a dataset. Collection `subscriptions`, key: the dataset's id. */
export interface StoredSubscriptions {
  readonly datasetId: string;
  readonly subscriptionIds: readonly string[];
}

/** Feedback on the predictions of one job for one dataset. Collection `feedback`, key: job and dataset. */
export interface StoredFeedback {
  readonly datasetId: string;
  readonly jobId: string;
  readonly predictions: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

/** The results of one job. Collection `results`, key: the job's id. */
export interface StoredResults<Item> {
  readonly items: readonly Item[];
  /** Total size of the items, if the service limits it. Items above the limit are not stored. */
  readonly bytes?: number;
}

/** Returns the first whole second since the epoch at which a presigned URL has expired. */
export function toExpirySecond(expiresAt: string): number {
  return Math.ceil(Date.parse(expiresAt) / 1000);
}

export function defineDatasetCollection<
  Dataset extends StoredDataset | PackedDataset,
>(): CollectionDefinition<Dataset> {
  return defineCollection<Dataset>('datasets');
}

export function defineModelCollection<Model>(): CollectionDefinition<Model> {
  return defineCollection<Model>('models');
}

export function defineResultsCollection<Results extends StoredResults<unknown>>(): CollectionDefinition<Results> {
  return defineCollection<Results>('results');
}

/** The collections of every analysis service. All tenants share `uploads`; the others exist per tenant. */
export const analysisCollections = {
  uploads: defineCollection<UploadTicket>('uploads').indexedBy({
    expiry: ({ expiresAt }) => [toExpirySecond(expiresAt)],
  }),
  datasets: defineDatasetCollection<StoredDataset | PackedDataset>(),
  models: defineModelCollection<unknown>(),
  results: defineResultsCollection<StoredResults<unknown>>(),
  subscriptions: defineCollection<StoredSubscriptions>('subscriptions'),
  feedback: defineCollection<StoredFeedback>('feedback'),
  descriptions: defineCollection<StoredDescription>('descriptions'),
};
