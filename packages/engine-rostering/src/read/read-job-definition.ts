import { type Job, JobDefinitionError } from '../model/job.js';
import { readJob } from './read-job.js';

/**
 * Reads a job definition: ids as indexes, times as minutes, days as day indexes, defaults filled in.
 *
 * @throws JobDefinitionError when it has structural errors
 */
export function readJobDefinition(definition: unknown): Job {
  const { job, findings } = readJob(definition);
  if (job === undefined) throw new JobDefinitionError(findings);
  return job;
}
