import { JobDefinitionError, type RosteringJob } from '../model/job.js';
import { readJob } from './read-job.js';

/**
 * Reads a job definition. Resolves ids to indexes and times to minutes.
 * @throws JobDefinitionError with its structural errors
 */
export function readJobDefinition(definition: unknown): RosteringJob {
  const { job, findings } = readJob(definition);
  if (job === undefined) throw new JobDefinitionError(findings);
  return job;
}
