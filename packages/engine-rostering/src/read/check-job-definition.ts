import type { DefinitionFinding } from '../model/finding.js';
import { readJob } from './read-job.js';

/** Returns at most 50 structural errors. An infeasible definition is still valid (rostering.gap.start-infeasible). */
export function checkJobDefinition(definition: unknown): DefinitionFinding[] {
  return readJob(definition).findings;
}
