/**
 * Building blocks for deviations. Each deviation changes a simulator so that it violates one documented fact, to check
 * that the scenarios detect this.
 *
 * @example
 * export const deviations: Deviations = {
 *   'notes.note.version': ['the version stays 1', answerAt('getNote', 'version', () => 1)],
 * };
 */
export * from './deviations/change.js';
export * from './deviations/code-changes.js';
export { createDeviationTable, type DeviationTable } from './deviations/deviation.js';
export { changeAtPath, type JsonObject, removedMarker, renameAtPath, toJsonObject, toList } from './deviations/json.js';
export { constantOf, converterOf, readDeviationTable } from './deviations/words.js';
