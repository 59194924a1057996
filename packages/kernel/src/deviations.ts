/**
 * What deviations are made of: changes of a simulator that break one documented fact each, so that the scenarios can be
 * tried on a server that is wrong.
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
