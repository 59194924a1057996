import type { ApiContract } from '@understudy/contract';
import type { CollectionDefinition } from '@understudy/kernel';

/** How one API names the parts of a dataset and its records. */
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

/** What makes one of the three analysis services differ from its siblings. */
export interface AnalysisService {
  /** Name of the API, such as `inventory`. */
  readonly name: string;
  /** Path prefix, such as `/io`. */
  readonly prefix: string;
  /** Last part of the scope that its tokens carry, such as `io`. */
  readonly scopeSuffix: string;
  readonly contract: ApiContract;
  readonly shape: DatasetShape;
  /** Whether descriptions of datasets can be uploaded. */
  readonly takesDescriptions: boolean;
  /** Whether an upload with a `Content-Type` header is refused (analysis.gap.upload-content-type). */
  readonly refusesContentTypeOnUpload: boolean;
  /** Whether an upload with any invalid dataset stores none of its datasets (analysis.gap.partial-invalid). */
  readonly storesAllOrNothing: boolean;
  /** Which form its webhooks have (analysis.gap.webhook-form-per-api). */
  readonly webhookForm: 'full' | 'short';
  /** Further collections with a record per dataset, which goes when all data of the dataset is deleted. */
  readonly collectionsOfDataset?: ReadonlyArray<CollectionDefinition<unknown>>;
  /**
   * Built module with the functions `upload`, `deletion` and, where there are such uploads, `descriptions` for worker
   * threads, and those of the API's own jobs.
   */
  readonly workModule: string;
  /** Milliseconds that the documents name as usual for a job over this many records. */
  documentedDuration(kind: string, records: number): number;
  /** The warning that a job over this many records goes beyond a guideline of the documents; undefined for none. */
  beyondGuideline?(kind: string, records: number): string | undefined;
}
