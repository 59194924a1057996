/**
 * Reads the files of other tools, and writes them as a description, scenarios, rules and a model. See the README.
 *
 * @packageDocumentation
 */
export type { ImportOmission, ImportResult } from './imported.js';
export { readForeignFiles } from './read-foreign-files.js';
export { readImport } from './read-import.js';
export { writeImport } from './write-import.js';
