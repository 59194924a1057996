import type { PublishedScore } from '@understudy/engine-rostering';
import { type CollectionDefinition, type JobRecord, jobRecords } from '@understudy/kernel';

/** What a job was started with. */
export interface RosterInput {
  /** The job definition as text, exactly as it was sent (rostering.request.operation). */
  readonly definition: string;
  readonly userId: string;
}

/** A roster that the solver found. */
export interface FoundRoster {
  /** Shift indexes per employee and day, as `packRoster` writes them. */
  readonly roster: string;
  readonly score: PublishedScore;
  readonly iterations: number;
  /** How the score came about, the newest last. */
  readonly steps?: readonly FoundStep[];
  /** No roster has a better score than this, once that is known. */
  readonly bound?: PublishedScore;
  /** Whether the clock ended the search before its work was done: then an equal seed may give another roster. */
  readonly cutShort?: boolean;
}

/** A better roster on the way to the best. */
export interface FoundStep {
  /** Milliseconds since the solver began; 0 on a clock that stands still, where `iterations` shows how far it is. */
  readonly elapsed: number;
  readonly iterations: number;
  readonly score: PublishedScore;
}

/** What a job came to. */
export interface RosterOutcome {
  /** Absent when the job ended before it had found any: then the scheduled work alone counts. */
  readonly found?: FoundRoster;
  /** Why it ended in `error`. */
  readonly failure?: string;
}

/** While it is not final, `progress` is the best {@link FoundRoster} so far. */
export type RosterJob = JobRecord<RosterInput, RosterOutcome>;

/** The jobs of the API, which are all of one kind; key: the job's id. */
export const rosterJobs: CollectionDefinition<RosterJob> = jobRecords;
