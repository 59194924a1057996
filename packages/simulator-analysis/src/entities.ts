import type { Owner } from '@understudy/kernel';
import type { components } from './generated/types.js';

/** One record of a dataset as uploaded: a transaction, a registration or a payslip. */
export type DatasetRecord = Readonly<Record<string, unknown>>;

/** A dataset of a tenant. Collection `datasets`, key: its id. */
export interface StoredDataset {
  readonly datasetId: string;
  readonly customerId?: string;
  /** In the order of date and id; ids are unique. */
  readonly records: readonly DatasetRecord[];
}

/**
 * A dataset in the form of a service whose records are large: as text, which passes between threads and lies in the
 * store at a fraction of the cost of the many objects in it. Only worker threads read the text.
 */
export interface PackedDataset {
  readonly datasetId: string;
  readonly customerId?: string;
  /** JSON of the records, in the order of date and id; at least one. */
  readonly text: string;
  readonly summary: components['schemas']['DatasetSummary'];
}

/** Description of a dataset. Collection `descriptions`, key: the dataset's id. */
export interface StoredDescription {
  readonly datasetId: string;
  readonly customerId?: string;
  readonly description?: string;
}

/** What a presigned URL stands for. Shared collection `uploads`, key: the job's id. */
export interface UploadTicket {
  readonly jobId: string;
  readonly owner: Owner;
  readonly type: string;
  /** Instant, ISO 8601, from which on the URL takes no upload. */
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

/** Names of the collections that every analysis service keeps: `uploads` for all tenants, the others per tenant. */
export const collections = {
  uploads: 'uploads',
  datasets: 'datasets',
  models: 'models',
  results: 'results',
  subscriptions: 'subscriptions',
  feedback: 'feedback',
  descriptions: 'descriptions',
} as const;
