import type { DefinitionFinding } from '../model/finding.js';
import { readJob } from './read-job.js';

/** At most 50 structural errors. An infeasible definition is not wrong (rostering.gap.start-infeasible). */
export function checkJobDefinition(definition: unknown): DefinitionFinding[] {
  return readJob(definition).findings;
}
