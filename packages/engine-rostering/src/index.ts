/**
 * Rosters from job definitions: reading, scoring, solving, results, feasibility. No clock, no chance, no input or output.
 *
 * @example
 * ```ts
 * import { buildResult, compileInstance, createSolver, readJobDefinition } from '@understudy/engine-rostering';
 *
 * const definition = {
 *   jobInfo: {
 *     id: 'week-10',
 *     organisationId: 'shop',
 *     scheduleType: 'CALENDAR',
 *     demandType: 'SHIFT_DEMAND',
 *     planningHorizon: { startDate: '2026-03-02', endDate: '2026-03-03' },
 *   },
 *   employees: [{ id: 'ann' }, { id: 'bob' }],
 *   shifts: [{ id: 'day', intervals: [{ startTime: '08:00', endTime: '16:00', dayIndicator: 0 }] }],
 *   demands: [{ shiftDemands: [{ shiftId: 'day', min: 1, ideal: 2, max: 2 }] }], // every day
 * };
 * const instance = compileInstance(readJobDefinition(definition));
 * const { roster } = await createSolver(instance, { seed: 1, iterations: 10_000 }).run();
 * buildResult(instance, roster, { fullSchedule: true }).solution.score; // { hard: 0, soft: 0 }
 * ```
 *
 * @packageDocumentation
 */

export { checkFeasibility, type FeasibilityOptions } from './feasibility/check-feasibility.js';
export type { FeasibilityFinding, FeasibilityReport, FeasibilityViolation } from './feasibility/feasibility-types.js';
export { type AnalyzeWarning, findAnalyzeWarnings } from './feasibility/find-analyze-warnings.js';
export type { WarningTexts } from './feasibility/languages/warning-languages.js';
export { warningLanguages } from './feasibility/languages/warning-languages.js';
export { compileInstance } from './model/compile-instance.js';
export type { Constraint, ConstraintFamily, ConstraintPeriod } from './model/constraint.js';
export type { DefinitionFinding } from './model/finding.js';
export { costUnits, freeShift, type Roster, type RosteringInstance, unknownShift } from './model/instance.js';
export { type JobConfiguration, JobDefinitionError, type RosteringJob } from './model/job.js';
export type { ConstraintViolation, PublishedScore, RosterScore } from './model/score.js';

export { rosteringLimits } from './read/limits.js';
export { checkJobDefinition, readJobDefinition } from './read/read-job-definition.js';
export { buildResult, type ResultOptions } from './result/build-result.js';
export type { RosteringResult } from './result/result-types.js';
export { checkSolverDuties } from './score/check-solver-duties.js';
export { listViolations } from './score/list-violations.js';
export { createStartRoster, scoreRoster, toPublishedScore } from './score/score-roster.js';
export { createSolver } from './solve/search.js';
export type { Incumbent } from './solve/solver-types.js';
