import { defineCollection } from '../store/define-collection.js';

export type JournalEntryType = 'request' | 'transition' | 'delivery' | 'message' | 'clock' | 'control';

/** Headers and body of one side of an exchange, as sent. */
export interface JournalExchange {
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** Why a request was refused: the code and the sentence of the API, and every disagreement behind it. */
export interface JournalRefusal {
  code: string;
  message: string;
  findings: Array<{ ruleId: string; message: string; pointer: string }>;
}

/** One thing that happened in a sandbox. `cause` is the `seq` of the entry that brought it about. */
export interface JournalEntry {
  seq: number;
  /** ISO 8601 instant of the sandbox's clock. */
  at: string;
  type: JournalEntryType;
  cause: number | null;
  api?: string;
  operationId?: string;
  tenantId?: string;
  /** Name of the control token by which the control plane was called. */
  token?: string;
  jobId?: string;
  method?: string;
  url?: string;
  status?: number;
  request?: JournalExchange;
  response?: JournalExchange;
  /** States of a job's transition. */
  from?: string;
  to?: string;
  /** Number of a delivery's attempt, from 1. */
  attempt?: number;
  outcome?: 'delivered' | 'failed' | 'refused';
  /** Id of the fault rule that was applied. */
  fault?: string;
  error?: string;
  refusal?: JournalRefusal;
  /** What the client most likely did not mean, or should know, although the request was answered by what it said. */
  note?: string;
}

/** An entry while the journal holds it: what is not known, or not yet, is undefined. */
export type RecordedEntry = { [Key in keyof JournalEntry]: JournalEntry[Key] | undefined } & Pick<
  JournalEntry,
  'seq' | 'at' | 'type' | 'cause'
>;

/** What entries must have; every key given must fit. */
export type JournalMatch = Partial<
  Pick<JournalEntry, 'type' | 'api' | 'operationId' | 'tenantId' | 'jobId' | 'outcome' | 'cause' | 'method' | 'to'>
> & {
  /** A status, or a class of them such as `4xx`. */
  status?: number | string;
  /** Whether it went wrong: a status from 400, a delivery that did not arrive, an error. */
  failed?: boolean;
  /** Only entries with a higher `seq`. */
  after?: number;
};

/** The number of the next journal entry as of the latest commit; never part of a snapshot. One record, `journal`. */
export const journalRecords = defineCollection<{ readonly next: number }>('journal');
