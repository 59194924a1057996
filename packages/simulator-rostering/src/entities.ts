import type { PublishedScore } from '@understudy/engine-rostering';
import { type CollectionDefinition, type JobRecord, jobRecords } from '@understudy/kernel';

export interface RosterInput {
  /** The exact submitted text of the job definition (rostering.request.operation). */
  readonly definition: string;
  readonly userId: string;
}

export interface FoundRoster {
  /** Shift indexes per employee and day, as `packRoster` writes them. */
  readonly roster: string;
  readonly score: PublishedScore;
}

export interface RosterOutcome {
  /** Missing if the job stopped before its first roster. Then only the scheduled work counts. */
  readonly found?: FoundRoster;
  /** The cause of `error`. */
  readonly failure?: string;
}

/** A rostering job. Until it is final, `progress` is the best {@link FoundRoster} so far. */
export type RosterJob = JobRecord<RosterInput, RosterOutcome>;

/** The jobs of the API, all of one kind. Key: the job's id. */
export const rosterJobs: CollectionDefinition<RosterJob> = jobRecords;
