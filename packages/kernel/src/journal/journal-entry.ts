import { defineCollection } from '../store/define-collection.js';

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
  /** True if it failed: a status of at least 400, an undelivered webhook, or an error. */
  failed?: boolean;
  after?: number;
};

/** The stored number of the next entry. Snapshots exclude it. The only record is `journal`. */
export const journalRecords = defineCollection<{ readonly next: number }>('journal');
