import { defineCollection } from '../store/define-collection.js';
import { RecordedBody } from './recorded-body.js';

type JournalEntryType = 'request' | 'transition' | 'delivery' | 'message' | 'clock' | 'control' | 'edit';

/** A request or response, as sent. */
export interface JournalExchange {
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** The reason why a request was rejected. */
export interface JournalError {
  code: string;
  message: string;
  findings: Array<{ ruleId: string; message: string; pointer: string }>;
}

/** An event in a sandbox. `cause` is the `seq` of the entry that caused it. */
export interface JournalEntry {
  seq: number;
  at: string;
  type: JournalEntryType;
  cause: number | null;
  api?: string;
  operationId?: string;
  tenantId?: string;
  token?: string;
  jobId?: string;
  method?: string;
  url?: string;
  status?: number;
  /** Real time from the receipt of a request to its response. */
  durationMilliseconds?: number;
  request?: JournalExchange;
  response?: JournalExchange;
  /** Previous state of a transition. */
  from?: string;
  to?: string;
  /** Number of a delivery attempt, from 1. */
  attempt?: number;
  outcome?: 'delivered' | 'failed' | 'refused';
  fault?: string;
  error?: string;
  refusal?: JournalError;
  /** A likely mistake of the client. */
  note?: string;
}

/** A journal entry in memory. Its members can be undefined. */
export type RecordedEntry = { [Key in keyof JournalEntry]: JournalEntry[Key] | undefined } & Pick<
  JournalEntry,
  'seq' | 'at' | 'type' | 'cause'
>;

/** Conditions that an entry must meet. */
export type JournalFilter = Partial<
  Pick<JournalEntry, 'type' | 'api' | 'operationId' | 'tenantId' | 'jobId' | 'outcome' | 'cause' | 'method' | 'to'>
> & {
  /** A status code, or a class such as `4xx`. */
  status?: number | string;
  /** True for failures only: a status of at least 400, an undelivered webhook, or an error. */
  failed?: boolean;
  after?: number;
};

/** Stores the number of the next entry, under the key `journal`. Snapshots exclude it. */
export const journalRecords = defineCollection<{ readonly next: number }>('journal');

/** Estimates the memory use of a complete entry. */
export function estimateEntryBytes({ url = '', request, response, refusal }: RecordedEntry): number {
  const why = refusal?.findings.reduce((sum, { message }) => sum + 2 * message.length + 200, 0) ?? 0;
  return 600 + url.length + bytesOfSide(request) + bytesOfSide(response) + why;
}

function bytesOfSide(side: JournalExchange | undefined): number {
  if (side === undefined) return 0;
  let bytes = side.body instanceof RecordedBody ? side.body.bytes : 0;
  for (const name in side.headers) bytes += name.length + (side.headers[name]?.length ?? 0);
  return bytes;
}

/** Creates a function that returns whether an entry meets all conditions except `after`. */
export function createJournalMatcher({
  after: _after,
  failed,
  status,
  ...wanted
}: JournalFilter): (entry: RecordedEntry) => boolean {
  const pairs = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return (entry) =>
    (status === undefined || hasStatus(entry, status)) &&
    (failed === undefined || hasFailed(entry) === failed) &&
    pairs.every(([key, value]) => entry[key as keyof JournalEntry] === value);
}

function hasStatus({ status }: RecordedEntry, wanted: number | string): boolean {
  if (typeof wanted === 'number') return status === wanted;
  return status !== undefined && Math.floor(status / 100) === Number(wanted[0]);
}

function hasFailed({ status = 0, outcome = 'delivered', error }: RecordedEntry): boolean {
  return status >= 400 || outcome !== 'delivered' || error !== undefined;
}
