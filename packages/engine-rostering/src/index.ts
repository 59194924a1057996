/**
 * Rosters from job definitions: reading, scoring, solving, results, feasibility. Without clock, randomness or I/O.
 *
 * @packageDocumentation
 */

export { checkFeasibility } from './feasibility/check-feasibility.js';
export type { FeasibilityReport } from './feasibility/feasibility-types.js';
export {
  type AnalyzeWarning,
  findAnalyzeWarnings,
  type WarningTexts,
  warningLanguages,
} from './feasibility/find-analyze-warnings.js';
export { formatClockTime, toHorizonDate } from './model/calendar.js';
export { compileInstance } from './model/compile-instance.js';

export { costUnits, freeShift, type Roster, type RosteringInstance } from './model/instance.js';
export type { DefinitionFinding } from './model/job.js';

export { checkJobDefinition, readJobDefinition } from './read/read-job-definition.js';
export { buildResult } from './result/build-result.js';
export {
  createStartRoster,
  listViolations,
  type PublishedScore,
  scoreRoster,
  toPublishedScore,
} from './score/score-roster.js';
export { createSolver } from './solve/search.js';
export type { Incumbent } from './solve/solver-types.js';
