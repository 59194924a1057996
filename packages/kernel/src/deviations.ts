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
export { type Deviations, deviationTable } from './deviations/deviation.js';
export { changeAt, gone, type Json, listOf, objectOf, renameAt } from './deviations/json.js';
export * from './deviations/work-changes.js';
