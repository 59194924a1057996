import type { Finding } from '../model/finding.js';
import { readJob } from './read-job.js';

/**
 * Everything structurally wrong with a job definition, one sentence each with its JSON Pointer; none when it is good.
 * At most 50 are told. An infeasible definition is not wrong (rostering.gap.start-infeasible).
 */
export function checkJobDefinition(definition: unknown): Finding[] {
  return readJob(definition).findings;
}
