import type { ApiContract } from '@understudy/contract';
import type { CollectionDefinition } from '@understudy/kernel';

export interface DatasetShape {
  /** Key of the dataset's id in upload bodies: `datasetId`, in payroll `id`. */
  readonly idKey: string;
  /** Key of the array of records, such as `transactions`. */
  readonly recordsKey: string;
  /** Key of a record's id, such as `transactionId`. */
  readonly recordIdKey: string;
  /** Key of a record's calendar date, such as `departureDate`. */
  readonly dateKey: string;
}

export interface AnalysisService {
  /** Name of the API, such as `inventory`. */
  readonly name: string;
  /** Path prefix, such as `/io`. */
  readonly prefix: string;
  /** Last part of the scope that its tokens carry, such as `io`. */
  readonly scopeSuffix: string;
  readonly contract: ApiContract;
  readonly shape: DatasetShape;
  /** True if the service accepts descriptions of datasets. */
  readonly takesDescriptions: boolean;
  /** True if an upload with a `Content-Type` header is an error (analysis.gap.upload-content-type). */
  readonly refusesContentTypeOnUpload: boolean;
  /** True if one invalid dataset prevents storing the whole upload (analysis.gap.partial-invalid). */
  readonly storesAllOrNothing: boolean;
  /** The form of its webhooks (analysis.gap.webhook-form-per-api). */
  readonly webhookForm: 'full' | 'short';
  /** Other collections with one record per dataset, deleted together with all data of the dataset. */
  readonly collectionsOfDataset?: ReadonlyArray<CollectionDefinition<unknown>>;
  /** Built module for worker threads. It exports `upload`, `deletion`, `descriptions`, and the API's own jobs. */
  readonly workModule: string;
  /** The usual duration, in milliseconds, that the documents state for a job with this many records. */
  documentedDuration(kind: string, records: number): number;
  /** The warning for a job with more records than a documented guideline, or undefined. */
  beyondGuideline?(kind: string, records: number): string | undefined;
}
