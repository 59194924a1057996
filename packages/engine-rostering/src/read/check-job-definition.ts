import type { Finding } from '../model/finding.js';
import { readJob } from './read-job.js';

/**
 * All structural errors of a job definition, one sentence each with its JSON Pointer. At most 50 are reported. An
 * infeasible definition is not wrong (rostering.gap.start-infeasible).
 */
export function checkJobDefinition(definition: unknown): Finding[] {
  return readJob(definition).findings;
}
