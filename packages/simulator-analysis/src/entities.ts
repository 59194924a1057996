import type { Owner } from '@understudy/kernel';

/** One record of a dataset as uploaded: a transaction, a registration or a payslip. */
export type DatasetRecord = Readonly<Record<string, unknown>>;

/** A dataset of a tenant. Collection `datasets`, key: its id. */
export interface StoredDataset {
  readonly datasetId: string;
  readonly customerId?: string;
  /** In the order of date and id; ids are unique. */
  readonly records: readonly DatasetRecord[];
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
} as const;
