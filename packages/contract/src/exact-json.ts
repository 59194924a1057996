/**
 * JSON functions that preserve all digits of numbers. Also runs in browsers, because nothing here imports a Node
 * module.
 */
export { parseJson } from './numbers/parse-json.js';
export { stringifyJson } from './numbers/stringify-json.js';
