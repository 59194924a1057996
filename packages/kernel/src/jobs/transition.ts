import type { JournalEntry } from '../journal/journal-entry.js';
import type { JobRecord } from '../unit/job-record.js';

/** A job's move to a state, for the journal. */
export interface Move {
  /** Absent for a job that begins. */
  readonly from?: string;
  readonly to: string;
  readonly at: Date;
  readonly cause: number | null;
}

/** The journal entry of a job's move. */
export function transition({ id, api, owner }: JobRecord, { from, to, at, cause }: Move): Omit<JournalEntry, 'seq'> {
  return {
    at: at.toISOString(),
    type: 'transition',
    cause,
    api,
    tenantId: owner.tenantId,
    jobId: id,
    ...(from === undefined ? {} : { from }),
    to,
  };
}
