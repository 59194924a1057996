/**
 * Building blocks for deviations. Each deviation changes a simulator so that it breaks one documented fact, which
 * checks that the scenarios detect it.
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
